"""Rulings as values: the answer, all objections, and the rules cited."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.cards import Card
from companion.rules.text import ENGLISH, N_, Label, Text, Translations


@dataclass(frozen=True)
class Example:
    """A question about one rule with the expected answer; a broken example shows a common mistake."""

    ask: str
    inputs: Mapping[str, Any]
    claim: Mapping[str, Any]


@dataclass(frozen=True)
class Rule:
    """One paragraph of law: its number, its text, its source, and examples that the tests run."""

    id: str
    text: Label
    source: str = ""
    priced_text: str = ""  # its text where the table has other prices
    table: str = ""  # table that the page shows under it: "deals" or "prices"
    open: str = ""  # where the sources are silent: the default, and the house rule that changes it
    clauses: tuple[str, ...] = ()  # names of the clauses it states
    kept: Example | None = None
    broken: Example | None = None


@dataclass(frozen=True)
class Finding:
    """One objection: the rule, the particular reason, and the positions of the cards at fault."""

    rule: Rule
    reason: Text
    cards: tuple[int, ...] = ()


@dataclass(frozen=True)
class Ruling:
    """The answer to one question. No findings: the play is legal."""

    findings: tuple[Finding, ...] = ()
    rules: tuple[Rule, ...] = ()
    answer: Mapping[str, Any] = field(default_factory=dict)  # points, meld, possible … by name of the answer
    open: tuple[Rule, ...] = ()  # rules of which an open point decided
    fix: Text | None = None
    fixed: tuple[Card, ...] = ()  # the cards after the fix
    stands_for: Mapping[int, Card] = field(default_factory=dict)
    notes: tuple[Text, ...] = ()  # answers to a player's likely next question
    reason: Text | None = None  # why the answer is as it is, if no finding says so
    at_least: int | None = None  # lower bound of points, where a search was stopped
    stopped: bool = False  # the search for the other reading of an open point

    @property
    def legal(self) -> bool:
        """True if there are no objections."""
        return not self.findings

    @property
    def settled(self) -> bool | None:
        """False if the sources leave the point open and a default or a house rule decided.

        None if a search was stopped before that was known.
        """
        if self.open:
            return False
        return None if self.stopped or self.at_least is not None else True

    @property
    def cites(self) -> list[str]:
        """The numbers of the rules behind the findings, or behind the answer if there are none."""
        rules = [finding.rule for finding in self.findings] or list(self.rules)
        return list(dict.fromkeys(rule.id for rule in rules))

    @property
    def offending_cards(self) -> frozenset[int]:
        """The positions of all cards at fault."""
        return frozenset(place for finding in self.findings for place in finding.cards)

    def to_dict(self, language: Translations = ENGLISH) -> dict[str, Any]:
        """Return the ruling as plain data, with its sentences in that language; every interface shows this shape."""
        data: dict[str, Any] = {name: bare(value) for name, value in self.answer.items()}
        data["settled"] = self.settled
        data["findings"] = [
            {"rule": found.rule.id, "reason": found.reason.say(language), "cards": list(found.cards)}
            for found in self.findings
        ]
        data["rules"] = list(dict.fromkeys(rule.id for rule in (*self.rules, *(f.rule for f in self.findings))))
        if self.at_least is not None:
            data |= {"exact": False, "at_least": self.at_least}
        if self.open:
            data["open"] = [language.gettext(rule.open) for rule in self.open]
        if self.fix:
            data["fix"] = self.fix.say(language)
        if self.notes:
            data["notes"] = [note.say(language) for note in self.notes]
        if self.stands_for:
            data["stands_for"] = {str(place): str(card) for place, card in self.stands_for.items()}
        return data


def in_meld(number: int, first: int, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the objections to the meld of that number; their positions count on from that of its first card."""
    for found in findings:
        reason = Text(N_("meld {n}: {reason}"), n=number, reason=found.reason)
        yield Finding(found.rule, reason, tuple(first + place for place in found.cards))


def bare(value: Any) -> Any:
    """Return a value with its cards as text, as JSON holds it."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): bare(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [bare(item) for item in value]
    return value
