"""The BG Stats link, parsed and compared with the vendor's description."""

import json
from collections.abc import Callable
from datetime import date, datetime
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from companion.storage.store import Store
from companion.web.api.match_files import play, play_link
from tests.support.phone import Opened, Phone
from tests.web.test_paper import entered

pytestmark = pytest.mark.file

TEXT, WHOLE, TRUTH = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
PLAYER = {"name": TEXT, "sourcePlayerId": TEXT, "startPlayer": TRUTH, "score": WHOLE, "rank": WHOLE, "winner": TRUTH}
GAME = {"name": TEXT, "sourceGameId": TEXT, "highestWins": TRUTH, "noPoints": TRUTH}
DESCRIBED = {
    "type": "object",
    "additionalProperties": False,
    "required": ["sourceName", "sourcePlayId", "playDate", "game", "players"],
    "properties": {
        "sourceName": TEXT,
        "sourcePlayId": TEXT,
        "playDate": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$"},
        "durationMin": WHOLE,
        "comments": TEXT,
        "location": TEXT,
        "game": {"type": "object", "required": list(GAME), "properties": GAME, "additionalProperties": False},
        "players": {
            "type": "array",
            "items": {"type": "object", "required": list(PLAYER), "properties": PLAYER, "additionalProperties": False},
        },
    },
}


@pytest.fixture
def played(app: Flask, client: Phone, store: Store, match: Opened) -> Callable[..., dict[str, object]]:
    """Return a function that gives the play in the link of a match of one deal."""

    def play(*points: int, names: tuple[str, ...] = ("Aki", "Ben & Söhne", "Cy?=#", "Dee")) -> dict[str, object]:
        code = match(names=names)
        client.deal(code, 1, 0, {seat: str(total) for seat, total in enumerate(points, 1)})
        client.post(f"/m/{code}/end")
        with app.test_request_context():
            link = urlsplit(play_link(store.match(code)))
        assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
        data: dict[str, object] = json.loads(parse_qs(link.query, strict_parsing=True)["data"][0])
        return data

    return play


def test_a_play_is_as_its_maker_describes_it(played: Callable[..., dict[str, object]]) -> None:
    play = played(25, 30, 40)
    Draft202012Validator(DESCRIBED).validate(play)
    assert play["game"] == {"name": "Kalooki", "sourceGameId": "kalooki", "highestWins": False, "noPoints": False}


def test_the_link_stands_on_the_page_that_shares(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "30", 3: "40"})
    client.post(f"/m/{code}/end")
    link = next(a for a in client.get(f"/m/{code}/share").all("a") if "bgstats" in a["href"])
    assert link["rel"] == "noreferrer"


def test_how_long_a_match_from_paper_took_is_left_out(app: Flask, client: Phone, store: Store) -> None:
    code = entered(client, {1: (0, 20, 30)}).location.split("/")[2]
    with app.test_request_context():
        told = play(store.match(code))
    Draft202012Validator(DESCRIBED).validate(told)
    played = datetime.strptime(f"{told['playDate']} +0000", "%Y-%m-%d %H:%M:%S %z")
    assert "durationMin" not in told and played.astimezone().date() == date(2026, 1, 4)
