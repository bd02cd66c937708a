"""The rulebook of a game: its rules by number, and which of them says what the law calls a clause."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from companion.rules.rulings import Rule


class Rulebook(Mapping[str, Rule]):
    """The rules of one game by number; a clause, such as "run", leads to the rule that states it."""

    def __init__(self, rules: Iterable[Rule]):
        self._rules = {rule.id: rule for rule in rules}

    @cached_property
    def clauses(self) -> Mapping[str, Rule]:
        """The rule behind each clause of the law that the book states."""
        return {clause: rule for rule in self._rules.values() for clause in rule.clauses}

    def __getitem__(self, name: str) -> Rule:
        return self._rules[name] if name in self._rules else self.clauses[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)
