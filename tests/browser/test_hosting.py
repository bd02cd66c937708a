"""A phone becomes host by another host's code, and is signed off by it, each in a separate browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.stage import Staged, staged
from tests.support.table import phone


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Staged]:
    """A companion reachable by phones on the network."""
    with staged(tmp_path / "served") as made:
        yield made


def test_a_host_makes_another_and_signs_it_off(browser: Any, server: Staged) -> None:
    with phone(browser, server) as host, phone(browser, server.on_network, quiet=False) as other:  # type: ignore[arg-type]
        host.open("/host/browsers")
        host.tap("form[action='/host/link'] button")
        link, refusals = host.text(".once"), other.noting_refusals()
        other.page.goto(link)
        other.see(".offers")
        assert "#" not in other.page.url
        other.open("/new/kalooki")
        other.see("#name0")
        host.open("/host/browsers")
        host.tap(".here summary")
        host.tap(".here button")
        host.page.wait_for_function("() => !document.querySelector('.here form')")
        other.open("/new/kalooki")
        assert refusals == [403]
