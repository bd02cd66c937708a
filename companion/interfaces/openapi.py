"""OpenAPI 3.1 description of the referee's API, generated from the definitions that answer it; independent of Flask."""

from functools import cache

from companion.games import GAMES
from companion.interfaces.match_schemas import REFUSED, SCHEMAS, TEXT, WHOLE, array_of, as_json, operation, paths, ref
from companion.interfaces.replies import MOST_QUESTIONS, SECONDS
from companion.referee import LONGEST_ID
from companion.rules.answers import COUNT, Schema
from companion.rules.fields import CARD_SCHEMA, REQUIRED, Field
from companion.rules.game import Game
from companion.rules.house_rules import HouseRule
from companion.rules.questions import Question

ID: Schema = {
    "type": ["string", "number", "null"],
    "maxLength": LONGEST_ID,
    "description": "Whatever the asker calls the question; given back.",
}
FINDING = {
    "type": "object",
    "description": "One thing that is wrong: under which rule, why, and the cards at fault, counted from 0.",
    "required": ["rule", "reason", "cards"],
    "properties": {"rule": TEXT, "reason": TEXT, "cards": array_of(COUNT)},
}
UNREADABLE = {
    "type": "object",
    "description": "What could not be read: a sentence that begins with the field, where one is to blame.",
    "required": ["id", "error", "field"],
    "properties": {"id": ID, "error": TEXT, "field": {"type": ["string", "null"]}},
    "additionalProperties": False,
}
AGAIN = {"Retry-After": {"description": "Seconds until it may be asked again.", "schema": WHOLE}}
DESCRIBED = operation("describe", "This description", "OpenAPI 3.1.", {"type": "object"}, {413: REFUSED[413]})
LANGUAGE = {"name": "Accept-Language", "in": "header", "description": "English or Japanese.", "schema": TEXT}


@cache
def description() -> Schema:
    """Return the OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "The rummy table companion",
            "version": "1",
            "description": "The referee: a question in, a ruling out, under a numbered rule; nothing is stored. "
            "And matches and players, to be looked at.",
        },
        "paths": {"/api/ask": {"post": asking()}, "/api/openapi.json": {"get": DESCRIBED}, **paths()},
        "components": {"schemas": schemas() | SCHEMAS},
    }


def asking() -> Schema:
    """Return the operation that answers questions."""
    many = {"type": "array", "maxItems": MOST_QUESTIONS, "items": ref("Question")}
    each = {"type": "array", "maxItems": MOST_QUESTIONS, "items": {"oneOf": [ref("Ruling"), ref("Unreadable")]}}
    refusals = {
        413: "The request is too large, holds too many questions, or is nested too deep.",
        415: "The request is not application/json.",
        422: "It is not JSON, or the one question cannot be read.",
        503: "Others are asking just now, or this phone or address already is.",
    }
    found = operation(
        "ask",
        "The ruling on one question, or on each of a list of them, in the same order",
        "The ruling, or the list of answers.",
        {"oneOf": [ref("Ruling"), each]},
        refusals,
        description=f"What is left of a list after {SECONDS:g} seconds of work is answered as not judged.",
        parameters=[LANGUAGE],
        requestBody={"required": True, "content": as_json({"oneOf": [ref("Question"), many]})},
    )
    found["responses"]["503"]["headers"] = AGAIN
    return found


def schemas() -> Schema:
    """Return the schemas of the questions (by game and name), the ruling, and the unreadable question."""
    by_game = {game.id: ref(game.id) for game in GAMES.values()}
    named: Schema = {"Question": one_of("game", by_game), "Ruling": ruling(), "Unreadable": UNREADABLE}
    for game in GAMES.values():
        named[game.id] = one_of("ask", {name: ref(f"{game.id}.{name}") for name in game.questions})
        named[f"{game.id}.house"] = house(game)
        named |= {f"{game.id}.{question.name}": question_schema(game, question) for question in game.questions.values()}
    return named


def one_of(name: str, by_value: dict[str, Schema]) -> Schema:
    """Return the schema of exactly one of several, distinguished by that property."""
    mapping = {value: schema["$ref"] for value, schema in by_value.items()}
    return {"oneOf": list(by_value.values()), "discriminator": {"propertyName": name, "mapping": mapping}}


def question_schema(game: Game, question: Question) -> Schema:
    """Return the schema of one question of one game: its title, its rules, and its fields."""
    fields = {field.name: field_schema(game, field) for field in question.fields}
    needed = [field.name for field in question.fields if field.default is REQUIRED]
    players = {"type": "integer", "minimum": game.players[0], "maximum": game.most_players}
    rules = dict.fromkeys(game.rulebook[name].id for name in question.law if name in game.rulebook)
    return {
        "type": "object",
        "title": str(question.title),
        "description": f"Answers {', '.join(question.answer)}; turns on {', '.join(rules)}.",
        "required": ["game", "ask", *needed],
        "properties": {
            "id": ID,
            "game": {"const": game.id},
            "ask": {"const": question.name},
            "house": ref(f"{game.id}.house"),
            "players": players,
            **fields,
        },
    }


def field_schema(game: Game, field: Field) -> Schema:
    """Return the schema of one field, under the house rules that allow most."""
    widest = max((field.schema(other) for other in game.variants), key=lambda schema: schema.get("maximum", 0))
    default = {} if field.default in (REQUIRED, None) else {"default": field.default}
    return {**widest, "description": str(field.label), **default}


def house(game: Game) -> Schema:
    """Return the schema of a game's house rules and presets."""
    titles = ", ".join(f"{preset.name}: {preset.sentence}" for preset in game.presets)
    rules = {rule.name: house_rule(rule) for rule in game.house_rules}
    if game.presets:
        rules["preset"] = {"enum": [preset.name for preset in game.presets], "description": titles}
    return {"type": "object", "properties": rules, "additionalProperties": False}


def house_rule(rule: HouseRule) -> Schema:
    """Return the schema of one house rule; it has no default if that depends on the number of players."""
    default = {} if rule.default is None else {"default": rule.default}
    return {**rule.schema(), "description": f"{rule.rule}: {rule.sentence}", **default}


SETTLED = "False where the sources leave it open and a default decided; null where a search was stopped before it knew."


def ruling() -> Schema:
    """Return the schema of the ruling on a readable question; the question decides which answers it holds."""
    places = {"type": "object", "additionalProperties": CARD_SCHEMA}
    return {
        "type": "object",
        "required": ["id", "settled", "findings", "rules"],
        "properties": {
            "id": ID,
            **answers(),
            "settled": {"type": ["boolean", "null"], "description": SETTLED},
            "exact": {"const": False, "description": "A search was stopped, and a better answer may be; else absent."},
            "at_least": {**COUNT, "description": "Where it was stopped: no answer leaves fewer points; else absent."},
            "findings": array_of(FINDING),
            "rules": {**array_of(TEXT), "description": "The numbers of the rules it rests on."},
            "open": {**array_of(TEXT), "description": "What the sources leave open here."},
            "fix": {**TEXT, "description": "A short change that would make it legal."},
            "notes": {**array_of(TEXT), "description": "What a player would ask next."},
            "unread": {**array_of(TEXT), "description": "Fields of the question that this one does not have."},
            "stands_for": {**places, "description": "By its place from 0: the card a joker or wild card stands for."},
        },
        "additionalProperties": False,
    }


def answers() -> dict[str, Schema]:
    """Return the schema of each answer of any question, by name, with its label."""
    found: dict[str, list[Schema]] = {}
    for game in GAMES.values():
        for answer in (answer for question in game.questions.values() for answer in question.answers):
            schema = {**answer.schema(game), "description": str(answer.label)}
            if schema not in found.setdefault(answer.name, []):
                found[answer.name].append(schema)
    return {name: schemas[0] if len(schemas) == 1 else {"anyOf": schemas} for name, schemas in found.items()}
