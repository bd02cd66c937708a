"""A ruling is a value: the answer, all that is wrong, and the rules it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.cards import Card
from companion.rules.text import ENGLISH, Text, Translations


@dataclass(frozen=True)
class Example:
    """A question on one rule and the answer claimed for it; a broken one shows what people get wrong."""

    ask: str
    inputs: Mapping[str, Any]
    claim: Mapping[str, Any]


@dataclass(frozen=True)
class Rule:
    """One paragraph of law: its number, its text, where it comes from, and examples the tests run."""

    id: str
    text: str
    source: str = ""
    table: str = ""  # what the page shows under it from the game itself: "deals" or "prices"
    open: str = ""  # where the sources are silent: what decides, and the house rule that changes it
    clauses: tuple[str, ...] = ()  # what it states, as the law calls it
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
    """The answer to one question. No findings: the play stands."""

    findings: tuple[Finding, ...] = ()
    rules: tuple[Rule, ...] = ()
    answer: Mapping[str, Any] = field(default_factory=dict)  # points, meld, possible … by the names of the ask
    open: tuple[Rule, ...] = ()  # the rules an open point of which decided
    fix: Text | None = None
    fixed: tuple[Card, ...] = ()  # the cards as they would be legal
    stands_for: Mapping[int, Card] = field(default_factory=dict)
    notes: tuple[Text, ...] = ()  # what a player would ask next
    stands: Text | None = None  # the melds that stand, counted in words
    at_least: int | None = None  # where a search was stopped: no answer leaves fewer points

    @property
    def legal(self) -> bool:
        """Whether no rule stands against it."""
        return not self.findings

    @property
    def settled(self) -> bool:
        """False where the sources leave the point open and a default or a house rule decided."""
        return not self.open

    @property
    def cites(self) -> list[str]:
        """The numbers of the rules: those of the findings, or those a good answer rests on."""
        rules = [finding.rule for finding in self.findings] or list(self.rules)
        return list(dict.fromkeys(rule.id for rule in rules))

    @property
    def off(self) -> frozenset[int]:
        """The positions of all cards at fault."""
        return frozenset(place for finding in self.findings for place in finding.cards)

    def said(self, language: Translations = ENGLISH) -> dict[str, Any]:
        """The ruling as plain data, its sentences in that language; the shape every interface shows."""
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


def bare(value: Any) -> Any:
    """A value with its cards written out, as JSON holds it."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): bare(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [bare(item) for item in value]
    return value
