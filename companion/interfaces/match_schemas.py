"""Matches and players as JSON for other programs: models, and the operations that return them; independent of Flask."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}


def array_of(items: Schema) -> Schema:
    """Return the schema of an array of these items."""
    return {"type": "array", "items": items}


Moment = Annotated[datetime | None, Field(description="Null if not known (a match from paper) or still to come.")]
Day = Annotated[date, Field(description="When it was played, on the clock of the table.")]
Counts = Annotated[bool, Field(description="False where no deal counts: nobody has won, no statistic knows the match.")]
Part = Annotated[bool, Field(description="True if it was played from the first deal to the last: these make averages.")]
Rank = Annotated[int, Field(description="By the total, from 1; equal totals share it, players who left come last.")]
AtTable = Annotated[bool, Field(description="False for a player who has left.")]


class Ending(BaseModel):
    """One player's final result in a match."""

    name: str
    points: int
    won: bool
    whole: Part
    at_table: AtTable
    rank: Rank


class Result(BaseModel):
    """Summary of a finished match."""

    code: str
    game: str
    day: Day
    opened_at: Moment
    finished_at: Moment
    text: str = Field(description="Note of the players.")
    place: str
    players: list[Ending]
    counts: Counts


class Results(BaseModel):
    """Page of finished matches, latest first."""

    matches: list[Result]
    before: int | None = Field(description="Value of `before` for the next page; null on the last.")


class Player(BaseModel):
    """A player at the table; the index in the list is the seat."""

    name: str
    total: int
    won: bool
    rank: Rank
    at_table: AtTable
    whole: Part


class Deal(BaseModel):
    """One deal, and the points of each player in it."""

    number: int
    asks: str = Field(description="The contract or the wild rank, in short.")
    bonus: bool = Field(description="True for a deal that decides a tie and adds nothing to the totals.")
    state: Literal["open", "booked", "abandoned"]
    out: int | None = Field(description="The seat that went out.")
    points: list[int | None] = Field(description="Points by seat; null for a player without a hand in the deal.")


class Match(BaseModel):
    """A match in its present state. Totals include bonuses, fines and the starting points of latecomers."""

    code: str
    game: str
    house: dict[str, Any] = Field(description="The house rules that were changed.")
    day: Day | None
    opened_at: Moment
    finished_at: Moment
    counts: Counts
    version: int = Field(description="Id of the last entry; every write changes it.")
    text: str
    place: str
    players: list[Player]
    deals: list[Deal]


class Record(BaseModel):
    """One player's totals over all finished matches of a game."""

    name: str
    game: str
    played: int
    won: int
    whole: int = Field(description="Number of whole matches among them.")
    average: float | None = Field(description="Average total of the whole matches in points; null without any.")


class Players(BaseModel):
    """Page of players' totals by game, most matches first."""

    players: list[Record]
    after: int | None = Field(description="Value of `after` for the next page; null on the last.")


_, DEFINED = models_json_schema(
    [(model, "serialization") for model in (Match, Results, Players)], ref_template="#/components/schemas/{model}"
)
SCHEMAS: dict[str, Schema] = DEFINED["$defs"]


NOT_HERE = {400: "The address is not served here."}
REFUSED = {413: "The query is longer than is read.", 503: "The scores cannot be read just now."}
NO_MATCH = {404: "There is no such match for this client.", 409: "The match cannot be read."}
WHOSE = "By the cookie of a browser that joined: of its matches; of a host, and on the host's machine: of all."


def paths() -> Schema:
    """Return the operations by path; they give a browser the data that its pages would show."""
    code = {"name": "code", "in": "path", "required": True, "description": "The code of the match.", "schema": TEXT}

    def reading(name: str, schema: str, summary: str, parameter: Schema, refused: Mapping[int, str] = {}) -> Schema:
        refusals = {**refused, **REFUSED}
        found = operation(name, summary, summary, ref(schema), refusals, description=WHOSE, parameters=[parameter])
        return {"get": found}

    return {
        "/api/matches": reading("matches", "Results", "Finished matches, a page at a time", query("before")),
        "/api/matches/{code}": reading("match", "Match", "One match, running or finished", code, NO_MATCH),
        "/api/players": reading("players", "Players", "Players and their records, a page at a time", query("after")),
    }


def query(name: str) -> Schema:
    """Return the query parameter for the next page, as given by the page before."""
    return {"name": name, "in": "query", "description": "As the page before told it.", "schema": WHOLE}


def operation(
    name: str, summary: str, told: str, schema: Schema, refusals: Mapping[int, str], **more: object
) -> Schema:
    """Return an operation: its name and summary, what it answers with that schema, and its refusals by status."""
    refused = {"content": as_json(ref("Unreadable"))}
    statuses = {str(status): {"description": why, **refused} for status, why in {**NOT_HERE, **refusals}.items()}
    answer = {"description": told, "content": as_json(schema)}
    return {"operationId": name, "summary": summary, **more, "responses": {"200": answer, **statuses}}


def as_json(schema: Schema) -> Schema:
    """Return a JSON body of that schema."""
    return {"application/json": {"schema": schema}}


def ref(name: str) -> Schema:
    """Return a reference to the schema of that name."""
    return {"$ref": f"#/components/schemas/{name}"}
