"""The phone of most browser tests."""

from collections import ChainMap
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.webkit import SafariPhone
from tests.support.stage import Place, Staged
from tests.support.table import Player, phone


@pytest.fixture
def locale() -> str:
    """The language of the phone, which a parametrized test chooses."""
    return "en-GB"


@pytest.fixture
def script() -> bool:
    """True if the phone runs scripts, which a parametrized test chooses."""
    return True


@pytest.fixture
def player(request: pytest.FixtureRequest, browser: Any, locale: str, script: bool) -> Iterator[Player]:
    """A phone as the marks `handset` of its test and module say; `at` is the fixture of the companion it is at."""
    given = {"at": "served", "locale": locale, "script": script}
    given = dict(ChainMap(*(mark.kwargs for mark in request.node.iter_markers("handset")), given))
    with phone(browser, request.getfixturevalue(given.pop("at")), **given) as player:
        yield player


@pytest.fixture(params=["safari", "older_safari"])
def iphone(request: pytest.FixtureRequest) -> SafariPhone:
    """A phone with Safari's engine, in each of its two versions."""
    found: SafariPhone = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def on_network(networked: Staged) -> Place:
    """The address of the companion with a network name, for phones that are not the host's."""
    return networked.on_network
