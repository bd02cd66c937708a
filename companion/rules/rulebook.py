"""The rulebook of a game: its rules by number and by clause of the law, its chapters, and questions that people ask."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from companion.rules.rulings import Rule
from companion.rules.synonyms import SYNONYMS
from companion.rules.text import N_, Label


@dataclass(frozen=True)
class CommonQuestion:
    """A question in a player's words, a one-sentence answer, and the number of its rule."""

    topic: str  # heading
    question: str
    answer: str
    rule: str
    verdict: bool | None = None  # None: the rules are silent, and the table agrees before it plays
    words: str = ""  # synonyms, separated by commas
    ask: str = ""  # name of the question to the referee that judges it
    inputs: Mapping[str, str | list[str]] = field(default_factory=dict)  # fields of that question, as a form sends them


def asked_of_every_game(stock: str) -> tuple[CommonQuestion, ...]:
    """Return the common questions about dealing; `stock` is the number of the game's rule on an empty stock."""
    dealing = N_("Dealing")
    return (
        CommonQuestion(
            dealing,
            N_("Too many or too few cards were dealt. Deal again?"),
            N_(
                "The rules are silent. Usually you deal again if nobody has played yet, and play on if somebody has. "
                "A deal that you call off is saved as cancelled."
            ),
            "B3",
            words=N_("misdeal, deal again, wrong number of cards dealt, one card too many dealt, dealt one card short"),
        ),
        CommonQuestion(
            dealing,
            N_("The stock has run out. What now?"),
            N_("The discards except the top one are shuffled into a new stock."),
            stock,
            True,
            N_("stock is empty, draw pile is empty, deck runs out, run out of cards to draw"),
            "stock-empty",
            {"discards": "20"},
        ),
    )


@dataclass(frozen=True)
class Chapter:
    """A part of a rulebook: its title and the number of its first rule."""

    title: str
    first: str


@dataclass(frozen=True)
class Step:
    """One step of how to play: a name, a sentence or two, and a picture, mostly of cards."""

    name: str
    text: str
    picture: str  # a macro of templates/rulebook/_minute.html
    cards: str = ""


class Rulebook(Mapping[str, Rule]):
    """Mapping of one game's rules by number; a clause, such as "run", is a key to the rule that states it."""

    def __init__(
        self,
        rules: Iterable[Rule],
        chapters: tuple[Chapter, ...],
        how_to_play: tuple[Step, ...] = (),
        synonyms: Mapping[str, str] = MappingProxyType({}),  # of the game's own, by rule number, separated by commas
        people_ask: tuple[CommonQuestion, ...] = (),
        meanings: tuple[str, ...] = (),  # words that mean the same in this game only, separated by commas
    ):
        self._rules = {rule.id: rule for rule in rules}
        self.chapters = chapters
        self.how_to_play = how_to_play
        self._synonyms = {**SYNONYMS, **synonyms}
        self.people_ask = people_ask
        self.meanings = meanings

    @cached_property
    def clauses(self) -> Mapping[str, Rule]:
        """The rule that states each clause."""
        return {clause: rule for rule in self._rules.values() for clause in rule.clauses}

    def by_chapter(self) -> list[tuple[Chapter, list[Rule]]]:
        """Return the chapters in order, each with its rules: from its first to the first of the next."""
        rules, numbers = list(self._rules.values()), list(self._rules)
        starts = [numbers.index(chapter.first) for chapter in self.chapters]
        ends = [*starts[1:], len(rules)]
        return [(chapter, rules[start:end]) for chapter, start, end in zip(self.chapters, starts, ends, strict=True)]

    def synonyms(self, rule: Rule) -> list[str]:
        """Return what players call a rule, by its number and by the clauses it states, each separated by commas."""
        return [self._synonyms[name] for name in (rule.id, *rule.clauses) if name in self._synonyms]

    def with_text(self, name: str, text: Label) -> "Rulebook":
        """Return the same rulebook with another text of one rule."""
        rules = [replace(rule, text=text) if rule.id == name else rule for rule in self._rules.values()]
        return Rulebook(rules, self.chapters, self.how_to_play, self._synonyms, self.people_ask, self.meanings)

    def __getitem__(self, name: str) -> Rule:
        return self._rules[name] if name in self._rules else self.clauses[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __hash__(self) -> int:
        return id(self)
