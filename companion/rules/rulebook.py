"""The rulebook of a game: its rules by number, its chapters, and the rule that states each clause of the law."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from companion.rules.people_ask import CommonQuestion
from companion.rules.rulings import Rule


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
        synonyms: Mapping[str, str] = MappingProxyType({}),  # synonyms by rule number, separated by commas
        people_ask: tuple[CommonQuestion, ...] = (),
    ):
        self._rules = {rule.id: rule for rule in rules}
        self.chapters = chapters
        self.how_to_play = how_to_play
        self.synonyms = synonyms
        self.people_ask = people_ask

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

    def __getitem__(self, name: str) -> Rule:
        return self._rules[name] if name in self._rules else self.clauses[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)
