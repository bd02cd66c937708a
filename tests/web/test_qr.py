"""QR codes: exact content, in the stylesheet's colours, on the page and in the terminal."""

import io
import re
from pathlib import Path

import pytest
import segno
from flask import Flask

from companion.app import create_app
from companion.server import serving
from companion.server.network import Reach
from companion.web.view.qr import qr_svg
from tests.support.phone import Phone

pytestmark = pytest.mark.file

ADDRESS = "http://192.168.1.20:8313"
JOIN = f"{ADDRESS}/join#BCDFGH"
QUIET = 4  # quiet zone in modules


def drawn(svg: str) -> set[tuple[int, int]]:
    """Return the dark modules drawn by the path of the SVG, as column and row."""
    path = re.search(r' d="([^"]*)"', svg)
    assert path is not None
    dark: set[tuple[int, int]] = set()
    column, row = 0.0, 0.0
    for kind, numbers in re.findall(r"([Mmh])([-0-9. ]+)", path[1]):
        given = [float(number) for number in numbers.split()]
        if kind == "h":
            dark |= {(int(column) + step, int(row)) for step in range(int(given[0]))}
            column += given[0]
        else:
            column, row = (given[0], given[1]) if kind == "M" else (column + given[0], row + given[1])
    return dark


def expected(text: str) -> set[tuple[int, int]]:
    """Return the dark modules of a text's code, with its quiet zone."""
    rows = segno.make(text, micro=False).matrix
    return {(x + QUIET, y + QUIET) for y, row in enumerate(rows) for x, module in enumerate(row) if module}


@pytest.fixture
def networked(empty_instance: Path) -> Flask:
    """The application as `companion serve --lan` makes it."""
    return create_app(empty_instance, REACH=Reach(0, addresses=(ADDRESS,)).now)


@pytest.mark.parametrize("text", [ADDRESS, JOIN, "https://xn--bcher-kva.example/join#ZZZZ99"])
def test_the_code_on_the_page_is_the_code_of_the_text(text: str) -> None:
    assert drawn(qr_svg(text)) == expected(text)
    assert drawn(qr_svg(text)) != expected(text + "x")


@pytest.mark.parametrize("text", ['"><script>alert(1)</script>', "</svg><b>", "' onload='x"])
def test_a_text_gets_into_the_code_and_nowhere_else(text: str) -> None:
    assert text not in qr_svg(text)
    assert not re.search("script|onload|<b>", qr_svg(text))
    assert drawn(qr_svg(text)) == expected(text)


def test_the_terminal_shows_the_same_code_in_half_blocks() -> None:
    wanted = io.StringIO()
    segno.make(ADDRESS, micro=False).terminal(wanted, compact=True)
    assert serving.qr_lines(ADDRESS) == wanted.getvalue().splitlines()


def test_a_terminal_without_block_letters_gets_the_address_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving.sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert serving.qr_lines(ADDRESS) == []


def test_a_host_who_taps_join_finds_the_address_its_code_and_the_warning(networked: Flask) -> None:
    assert Phone(networked).get("/").all("a", href="/join")
    page = Phone(networked).get("/join")
    assert ADDRESS in page.said and "plain http" in page.said
    assert qr_svg(ADDRESS) in page.html


def test_the_code_and_the_phones_of_a_table_show_the_address_of_this_moment(networked: Flask) -> None:
    phone = Phone(networked)
    table = phone.post("/new/kalooki", dealer=0, name0="Aki", name1="Ben", name2="Cy").location
    present = [Reach(0, addresses=(ADDRESS,))]
    networked.config["REACH"] = lambda: present[-1]
    for address in (ADDRESS, "http://10.0.0.7:8313", "http://[fd00::7]:8313"):
        present.append(Reach(0, addresses=(address,)))
        shown = [phone.get(path).html for path in ("/join", f"{table}/phones")]
        assert all(address in page for page in shown), address
        assert qr_svg(address) in shown[0] and shown[1].count('class="qr"') > 0
        assert address == ADDRESS or not any(ADDRESS in page for page in shown)
    present.append(Reach(0))
    assert "companion serve --lan" in phone.get(f"{table}/phones").said


def test_behind_a_proxy_nothing_is_plain_and_nobody_is_warned(empty_instance: Path) -> None:
    app = create_app(empty_instance, PUBLIC_URL="https://club.example", REACH=Reach(0, hosts=("club.example",)).now)
    with app.test_request_context("/", base_url="https://club.example"):
        page = app.jinja_env.get_template("join/_join_address.html").render(address="https://club.example")
    assert "https://club.example" in page and "plain http" not in page


@pytest.mark.parametrize("path", ["/", "/join"])
def test_on_somebody_elses_phone_nobody_is_invited(networked: Flask, path: str) -> None:
    answer = networked.test_client().get(path, environ_base={"REMOTE_ADDR": "192.168.1.33"})
    assert answer.status_code == 200
    assert ADDRESS not in answer.text


def test_a_made_up_host_gets_into_no_address(networked: Flask) -> None:
    networked.config["REACH"] = Reach(0, hosts=("localhost", "made-up.example"), addresses=(ADDRESS,)).now
    for path in ("/", "/join"):
        page = networked.test_client().get(path, headers={"Host": "made-up.example"}).text
        assert "made-up" not in page
    assert ADDRESS not in page, "who comes by such a name is not the host"
