"""JSON Schemas of matches and players for other programs, and the operations that return them; independent of Flask."""

from typing import Any

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
TRUTH: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer"}
MOMENT: Schema = {"type": "string", "format": "date-time"}
DAY: Schema = {"type": "string", "format": "date", "description": "When it was played, on the clock of the table."}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def closed(description: str, **properties: Schema) -> Schema:
    """Return the schema of an object with exactly these properties, all required."""
    return {
        "type": "object",
        "description": description,
        "required": list(properties),
        "properties": properties,
        "additionalProperties": False,
    }


def array_of(items: Schema) -> Schema:
    """Return the schema of an array of these items."""
    return {"type": "array", "items": items}


def or_none(schema: Schema) -> Schema:
    """Return the schema that also allows null."""
    return {**schema, "type": [schema["type"], "null"]}


MAYBE = {**or_none(MOMENT), "description": "Null if it is not known (a match from paper) or still to come."}
COUNTS = {**TRUTH, "description": "False where no deal counts: nobody has won, and no statistic knows of the match."}
PART = {
    **TRUTH,
    "description": "Whether it is a whole match, of which averages are made: all deals of one not ended early.",
}
RANK = {**WHOLE, "description": "By the total, from 1; equal totals share it, and players who have left come last."}
AT_TABLE = {**TRUTH, "description": "False for a player who has left."}
ENDING = closed(
    "How one player ended a match.", name=TEXT, points=WHOLE, won=TRUTH, whole=PART, at_table=AT_TABLE, rank=RANK
)
RESULT = closed(
    "A finished match in few words.",
    code=TEXT,
    game=TEXT,
    day=DAY,
    opened_at=MAYBE,
    finished_at=MAYBE,
    text={**TEXT, "description": "The line that was written to remember it by."},
    place=TEXT,
    players=array_of(ENDING),
    counts=COUNTS,
)
RESULTS = closed(
    "Finished matches, those of the latest day first and of each day the last.",
    matches=array_of(RESULT),
    before={**or_none(WHOLE), "description": "What to ask for to be told of earlier ones; null where there are none."},
)
PLAYER = closed(
    "Somebody at the table; the place in the list is the seat.",
    name=TEXT,
    total=WHOLE,
    won=TRUTH,
    rank=RANK,
    at_table=AT_TABLE,
    whole=PART,
)
DEAL = closed(
    "One deal.",
    number=WHOLE,
    asks={**TEXT, "description": "The contract or the wild rank, in short."},
    bonus={**TRUTH, "description": "Whether it decides between those who tie, and adds nothing to a total."},
    state={**TEXT, "enum": ["open", "booked", "abandoned"]},
    out={**or_none(WHOLE), "description": "The seat that went out."},
    points={**array_of(or_none(WHOLE)), "description": "By seat; null where there are none."},
)
MATCH = closed(
    "A match as it stands. Points beside the deals (bonuses, fines, what a latecomer began with) are in the totals.",
    code=TEXT,
    game=TEXT,
    house={"type": "object", "description": "The house rules that were changed."},
    day=or_none(DAY),
    opened_at=MAYBE,
    finished_at=MAYBE,
    counts=COUNTS,
    version={**WHOLE, "description": "The number of the last entry: another one, and something was written."},
    text=TEXT,
    place=TEXT,
    players=array_of(PLAYER),
    deals=array_of(DEAL),
)
RECORD = closed(
    "What somebody did in all finished matches of one game.",
    name=TEXT,
    game=TEXT,
    played=WHOLE,
    won=WHOLE,
    whole={**WHOLE, "description": "How many of them were whole matches."},
    average={"type": ["number", "null"], "description": "Of the totals of those; null where there are none."},
)
RECORDS = closed(
    "Players, who played most first: one for each game of theirs.",
    players=array_of(RECORD),
    after={**or_none(WHOLE), "description": "What to ask for to be told of more; null where there are none."},
)
SCHEMAS: dict[str, Schema] = {"Match": MATCH, "Results": RESULTS, "Players": RECORDS}
MATCH_SCHEMA: Schema = {"$schema": DIALECT, "title": "A match of the rummy table companion", **MATCH}


def paths() -> Schema:
    """Return the operations by path."""
    code = {"name": "code", "in": "path", "required": True, "description": "The code of the match.", "schema": TEXT}
    return {
        "/api/matches": {"get": operation("matches", "Results", "Finished matches, a page at a time", query("before"))},
        "/api/matches/{code}": {
            "get": operation("match", "Match", "One match, running or finished", code, *(404, 409))
        },
        "/api/players": {
            "get": operation("players", "Players", "Players and their records, a page at a time", query("after"))
        },
    }


def query(name: str) -> Schema:
    """Return the query parameter for the next page, as given by the page before."""
    return {"name": name, "in": "query", "description": "As the page before told it.", "schema": WHOLE}


def operation(name: str, schema: str, summary: str, parameter: Schema, *refusals: int) -> Schema:
    """Return a read-only operation, which gives a browser the data that its pages would show."""
    words = {400: "The address is not served here.", 404: "There is no such match for this client."}
    words |= {409: "The match cannot be read.", 413: "The query is longer than is read."}
    words |= {503: "The scores cannot be read just now."}
    found = {"description": summary, "content": as_json(ref(schema))}
    refused = {"content": as_json(ref("Unreadable"))}
    return {
        "operationId": name,
        "summary": summary,
        "description": "By the cookie of a browser that joined: of its matches; on the host's machine: of all.",
        "parameters": [parameter],
        "responses": {
            "200": found,
            **{str(status): {"description": words[status], **refused} for status in (400, *refusals, 413, 503)},
        },
    }


def as_json(schema: Schema) -> Schema:
    """Return a JSON body of that schema."""
    return {"application/json": {"schema": schema}}


def ref(name: str) -> Schema:
    """Return a reference to the schema of that name."""
    return {"$ref": f"#/components/schemas/{name}"}
