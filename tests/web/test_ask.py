"""The referee over HTTP: answers as the command line does, refusals in words, and its OpenAPI description."""

import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.games import GAMES
from companion.interfaces.openapi import MOST_QUESTIONS, description
from companion.language import translations
from companion.referee import answer

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

SAMPLE = Path(__file__).parents[1] / "cases" / "rulings-sample.jsonl"
QUESTIONS = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
FOUR = {"id": "a", "game": "kalooki", "ask": "four", "cards": "5H JK JK 8H"}
PLAIN = {"Accept-Encoding": "identity"}  # Schemathesis does not decompress answers of a WSGI application
CHECKS = (not_a_server_error, response_schema_conformance, content_type_conformance, status_code_conformance)


def asked(app: Flask, body: Any, kind: str = "application/json", **headers: str) -> Any:
    """Return the response to a raw body, or to plain data as JSON."""
    data = body if isinstance(body, (str, bytes)) else json.dumps(body)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return app.test_client().post("/api/ask", data=data, content_type=kind, headers=sent)


def test_one_question_is_answered_as_the_referee_answers_it(app: Flask) -> None:
    reply = asked(app, FOUR)
    assert (reply.status_code, reply.json) == (200, answer(FOUR))
    assert reply.json["findings"][0]["rule"] == "K11"


def test_a_list_is_answered_in_order_the_unreadable_among_it(app: Flask) -> None:
    reply = asked(app, QUESTIONS)
    assert reply.status_code == 200
    assert reply.json == [answer(question) for question in QUESTIONS]
    assert any("error" in each for each in reply.json) and not all("error" in each for each in reply.json)


@pytest.mark.parametrize("question", [{**FOUR, "cards": "5H ZZ"}, {}, None, 7])
def test_one_unreadable_question_is_422_with_what_could_not_be_read(app: Flask, question: Any) -> None:
    reply = asked(app, question)
    assert (reply.status_code, reply.json) == (422, answer(question))
    assert set(reply.json) == {"id", "error", "field"}


def test_it_speaks_the_language_of_the_request_whatever_the_cookie_says(app: Flask) -> None:
    reply = asked(app, FOUR, Accept_Language="ja,en;q=0.5", Cookie="language=en")
    assert reply.json == answer(FOUR, translations("ja")) != answer(FOUR)


def test_it_needs_no_cookie_and_leaves_none_and_is_not_kept(app: Flask) -> None:
    reply = asked(app, FOUR)
    assert "Set-Cookie" not in reply.headers
    assert reply.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("origin", ["http://evil.example"])
def test_any_program_may_ask_but_no_page_from_elsewhere_may_read_the_answer(app: Flask, origin: str) -> None:
    reply = asked(app, FOUR, Origin=origin)
    assert reply.status_code == 200
    assert not [name for name, _ in reply.headers if name.lower().startswith("access-control-")]
    asking_first = app.test_client().options("/api/ask", headers={"Origin": origin})
    assert not [name for name, _ in asking_first.headers if name.lower().startswith("access-control-")]


@pytest.mark.parametrize("kind", ["text/plain", ""])
def test_another_content_type_is_415(app: Flask, kind: str) -> None:
    reply = asked(app, FOUR, kind)
    assert reply.status_code == 415
    assert "application/json" in reply.json["error"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("", "line 1, column 1"),
        ('{"game": "kalooki",\n "ask": }', "line 2, column 9"),
        (b'{"game": "\xff"}', "not JSON in UTF-8"),
        ('{"id": NaN}', "NaN"),
        ('{"id": 1e999}', "1e999"),
        ('{"deal": 1' + "0" * 5000 + "}", "a number in it has too many digits"),
    ],
)
def test_what_is_not_json_is_422_and_says_where(app: Flask, body: str | bytes, said: str) -> None:
    reply = asked(app, body)
    assert reply.status_code == 422
    assert (reply.json["id"], reply.json["field"]) == (None, None)
    assert said in reply.json["error"]


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({**FOUR, "cards": "8S " * 60_000}),
        json.dumps([FOUR] * 1500),
        "[" + ",".join(["7"] * (MOST_QUESTIONS + 1)) + "]",
        "[" * 100_000,
        '{"a":' * 20_000 + "1" + "}" * 20_000,
    ],
    ids=["too many bytes", "too many bytes of questions", "too many questions", "deep lists", "deep objects"],
)
def test_what_is_too_much_is_413(app: Flask, body: str) -> None:
    reply = asked(app, body)
    assert reply.status_code == 413
    assert reply.json["error"]


@pytest.mark.parametrize("depth", [50, 500, 1000])
def test_a_value_of_any_depth_is_refused_in_words(app: Flask, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for field in ("id", "game", "ask", "house", "players", "cards"):
        reply = asked(app, json.dumps(FOUR | {field: "?"}).replace('"?"', nested))
        assert reply.status_code in (413, 422)
        assert len(reply.json["error"]) < 500


def test_errors_of_the_protocol_are_json_too(app: Flask) -> None:
    client = app.test_client()
    for reply, status in (
        (client.get("/api/ask"), 405),
        (client.delete("/api/ask"), 405),
        (client.get("/api/nothing"), 404),
        (client.post("/api/openapi.json"), 403),
    ):
        assert (reply.status_code, reply.mimetype) == (status, "application/json")
        assert set(reply.json) == {"id", "error", "field"}
    assert "POST" in client.get("/api/ask").headers["Allow"]


def test_an_unforeseen_error_shows_a_number_and_no_details(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> None:
        raise LookupError("secret detail")

    monkeypatch.setattr("companion.interfaces.replies.answer", fail)
    reply = asked(app, FOUR)
    assert (reply.status_code, reply.mimetype) == (500, "application/json")
    assert "secret" not in reply.text and "Traceback" not in reply.text


# The description


def test_the_description_is_openapi_and_what_is_served(app: Flask) -> None:
    reply = app.test_client().get("/api/openapi.json")
    assert (reply.status_code, reply.mimetype) == (200, "application/json")
    assert reply.json["openapi"].startswith("3.1")
    validate(reply.json, cls=OpenAPIV31SpecValidator)
    assert reply.json == json.loads(json.dumps(description()))


def test_the_description_has_a_schema_for_every_ask_and_a_field_for_every_input() -> None:
    schemas = description()["components"]["schemas"]
    for game in GAMES.values():
        for ask in game.questions.values():
            schema = schemas[f"{game.id}.{ask.name}"]
            assert schema["properties"]["game"] == {"const": game.id}
            assert schema["properties"]["ask"] == {"const": ask.name}
            assert {field.name for field in ask.fields} < set(schema["properties"])
        house = schemas[f"{game.id}.house"]["properties"]
        assert set(house) - {"preset"} == {rule.name for rule in game.house_rules}
        assert house.get("preset", {}).get("enum", []) == [preset.name for preset in game.presets]


@pytest.fixture(scope="module")
def operations(shared_app: Flask) -> list[Any]:
    """Return the operations of the interface, from its own description."""
    found = schemathesis.openapi.from_wsgi("/api/openapi.json", shared_app).get_all_operations()
    return [operation.ok() for operation in found]


@pytest.mark.slow
@settings(max_examples=100, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data(), mode=st.sampled_from(GenerationMode))
def test_whatever_is_sent_is_answered_as_described(operations: list[Any], data: st.DataObject, mode: Any) -> None:
    operation = data.draw(st.sampled_from(operations))
    data.draw(operation.as_strategy(generation_mode=mode)).call_and_validate(checks=CHECKS, headers=PLAIN)


@pytest.mark.parametrize("game", GAMES)
def test_a_question_of_every_kind_is_answered_as_described(operations: list[Any], game: str) -> None:
    asking = next(operation for operation in operations if operation.method == "post")
    rules = GAMES[game].rulebook.values()
    kept, broken = (
        {example.ask: example for example in each if example}
        for each in zip(*((rule.kept, rule.broken) for rule in rules), strict=True)
    )
    questions = [{"game": game, "ask": one.ask, **one.inputs} for one in (*kept.values(), *broken.values())]
    for question in [*questions, *[question for question in QUESTIONS if question["game"] == game][::20]]:
        reply = asking.Case(body=question, media_type="application/json").call_and_validate(
            checks=CHECKS, headers=PLAIN
        )
        assert (reply.status_code == 422) == ("error" in answer(question))
