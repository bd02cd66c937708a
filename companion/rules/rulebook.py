"""The rulebook of a game: its rules by number and by clause of the law, its chapters, and questions that people ask."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

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


@dataclass(frozen=True, eq=False)
class Rulebook(Mapping[str, Rule]):
    """Mapping of one game's rules by number; a clause, such as "run", is a key to the rule that states it."""

    rules: Sequence[Rule]
    chapters: tuple[Chapter, ...]
    how_to_play: tuple[Step, ...] = ()
    own_synonyms: Mapping[str, str] = field(default_factory=dict)  # of this game, by rule number, separated by commas
    people_ask: tuple[CommonQuestion, ...] = ()
    meanings: tuple[str, ...] = ()  # words that mean the same in this game only, separated by commas

    @cached_property
    def _by_name(self) -> dict[str, Rule]:
        """Each rule by its number, and by the clauses that it states."""
        clauses = {clause: rule for rule in self.rules for clause in rule.clauses}
        return clauses | {rule.id: rule for rule in self.rules}

    def by_chapter(self) -> list[tuple[Chapter, list[Rule]]]:
        """Return the chapters in order, each with its rules: from its first to the first of the next."""
        numbers = [*self]
        starts = [*(numbers.index(chapter.first) for chapter in self.chapters), len(self)]
        parts = zip(self.chapters, pairwise(starts), strict=True)
        return [(chapter, [*self.rules[start:end]]) for chapter, (start, end) in parts]

    def synonyms(self, rule: Rule) -> list[str]:
        """Return what players call a rule, by its number and by the clauses it states, each separated by commas."""
        synonyms = {**SYNONYMS, **self.own_synonyms}
        return [synonyms[name] for name in (rule.id, *rule.clauses) if name in synonyms]

    def with_text(self, name: str, text: Label) -> "Rulebook":
        """Return the same rulebook with another text of one rule."""
        return replace(self, rules=[replace(rule, text=text) if rule.id == name else rule for rule in self.rules])

    def __getitem__(self, name: str) -> Rule:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return (rule.id for rule in self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __hash__(self) -> int:
        return id(self)
