"""Casebook reader: one situation a line, the question on the left, the answer and the rules cited on the right."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from companion.games import GAMES
from companion.rules.fields import REQUIRED

CASES = Path(__file__).parents[1] / "cases"


class Case(NamedTuple):
    """One line of a casebook: the question, the claimed and denied answers, and the rules that must be cited."""

    line: str
    place: str  # file and line as editors open them: kalooki.txt:41
    question: dict[str, Any]
    claim: dict[str, Any]
    denied: dict[str, Any]
    cites: tuple[str, ...]

    @property
    def denies(self) -> bool:
        """True if the line shows a play that a rule refuses."""
        return bool(self.denied) or False in (self.claim.get("legal"), self.claim.get("possible"))

    def holds(self, given: dict[str, Any]) -> bool:
        """True if the answer is as claimed, under the rules cited."""
        if "error" in self.claim or "error" in given:
            return ("error" in self.claim) == ("error" in given)
        given = {**given, "off": sorted({place for found in given["findings"] for place in found["cards"]})}
        found = {finding["rule"] for finding in given["findings"]}
        cited = set(self.cites) == found if found and not self.denied else set(self.cites) <= set(given["rules"])
        kept = all(given.get(name) == value for name, value in self.claim.items())
        return cited and kept and all(given[name] != value for name, value in self.denied.items())


def casebook(game: str) -> Iterator[Case]:
    """Yield the cases of tests/cases/<game>.txt."""
    book = CASES / f"{game}.txt"
    assert book.exists(), f"{GAMES[game].name} has no casebook: write {book}, one situation a line"
    for number, line in enumerate(book.read_text("utf-8").splitlines(), start=1):
        text = line.partition("#")[0].strip()
        if text:
            yield read_line(game, text, f"{game}.txt:{number}")


def read_line(game: str, text: str, place: str) -> Case:
    """Parse one line of a casebook; an error names the file and line.

    Raises:
        ValueError: the line asks or claims something the game does not know."""
    try:
        return read_case(game, text)._replace(place=place)
    except (KeyError, StopIteration, ValueError) as error:
        raise ValueError(f"{place}: {error!r} in: {text}") from error


def read_case(game: str, text: str) -> Case:
    """Parse one line: `ask  value; name=value  | answer  rules`."""
    question, _, answer = (part.strip() for part in text.partition("|"))
    words = answer.split()
    cites = tuple(word for word in words if word in GAMES[game].rulebook)
    claim: dict[str, Any] = {}
    denied: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("!=" if "!=" in word else "=")
        if sign == "!=":
            denied[name] = answer_of(name, value)
        elif sign:
            claim[name] = answer_of(name, value)
        elif word in VERDICTS:
            claim |= VERDICTS[word]
        elif word not in cites:
            raise ValueError(f"“{word}” is neither an answer nor a rule of {game}: {text}")
    return Case(" ".join(text.split()), "", read_question(game, question), claim, denied, cites)


def read_question(game: str, text: str) -> dict[str, Any]:
    """Parse the question; a value without a name fills the next required field, an unknown name is a house rule."""
    ask, _, inputs = text.partition(" ")
    fields = {field.name: field for field in GAMES[game].questions[ask].fields}
    question: dict[str, Any] = {"game": game, "ask": ask}
    required = iter(name for name, field in fields.items() if field.default is REQUIRED)
    for part in filter(None, (part.strip() for part in inputs.split(";"))):
        name, named, value = (piece.strip() for piece in part.partition("="))
        if not named:
            name, value = next(required), part
        if name in fields:
            question[name] = fields[name].from_text(value)
        elif name == "players":
            question[name] = int(value)
        else:
            rule = next((rule for rule in GAMES[game].house_rules if rule.name == name), None)
            priced = rule is not None and rule.widget == "prices"
            question.setdefault("house", {})[name] = rule.from_text(value) if rule and priced else plain(value)
    return question


VERDICTS: dict[str, dict[str, Any]] = {
    "legal": {"legal": True},
    "illegal": {"legal": False},
    "possible": {"possible": True},
    "impossible": {"possible": False},
    "open": {"settled": False},
    "settled": {"settled": True},
    "unreadable": {"error": True},
}


def answer_of(name: str, value: str) -> Any:
    """Return the value claimed for that answer."""
    if name == "stands_for":
        return dict(part.split(":") for part in value.split(","))
    if name == "off":
        return [int(part) for part in value.split(",")]
    return plain(value)


def plain(value: str) -> Any:
    """Convert a word to a number, a boolean (yes, no), a list (in JSON or with commas), or the word unchanged."""
    if value.startswith("["):
        return json.loads(value)
    if "," in value:
        return [plain(part) for part in value.split(",") if part]
    if value in ("yes", "no"):
        return value == "yes"
    return int(value) if value.lstrip("-").isdecimal() else value
