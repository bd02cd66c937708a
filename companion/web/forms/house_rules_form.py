"""House rules on a form: a usual set by its name, a field for each rule, and the value that each tap gives it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.rules.cards import Unreadable
from companion.rules.game import Game
from companion.rules.house_rules import HouseRule, Preset
from companion.rules.typed import natural_number

FIELD = "house."  # what the names of the fields begin with


def said_house(game: Game, typed: Mapping[str, str]) -> dict[str, str]:
    """The fields of house rules that were filled in, as an address gives them again."""
    names = ["preset", *(FIELD + rule.name for rule in game.house_rules)]
    return {name: typed[name] for name in names if typed.get(name)}


def chosen_house(game: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """The house rules that differ from the book; Unreadable names the field that cannot be."""
    preset = typed.get("preset", "")
    by_the_book = ["", *(each.name for each in game.presets if not each.changes)]
    chosen: dict[str, Any] = {} if preset in by_the_book else {"preset": preset}
    for rule in game.house_rules:
        text = typed.get(f"{FIELD}{rule.name}", "")
        if not text:
            continue
        number = natural_number(text)
        value: Any = text == "yes" if rule.values is None else text if number is None else number
        if value != rule.default or chosen:
            chosen[rule.name] = value
    return game.read_house_rules(chosen)


@dataclass(frozen=True)
class Point:
    """One house rule as it holds: its value, what it would be by itself, and whether the book has it otherwise."""

    rule: HouseRule
    value: Any
    otherwise: Any  # under the usual set chosen, if this rule is let alone
    changed: bool

    @property
    def step(self) -> int:
        """The place of the value among those there are."""
        return list(self.rule.values or ()).index(self.value)

    @property
    def least(self) -> bool:
        """Whether there is none below."""
        return self.step == 0

    @property
    def most(self) -> bool:
        """Whether there is none above."""
        return self.step == len(self.rule.values or ()) - 1

    def said(self, value: Any) -> str:
        """The value as the form says it; empty where it is what holds by itself."""
        if value == self.otherwise:
            return ""
        return str(value) if self.rule.values is not None else "yes" if value else "no"


def played(game: Game, typed: Mapping[str, str], players: int) -> Game:
    """The game as so many would play it under the house rules of the form; as near as can be where they cannot."""
    near = min(max(players, game.players[0]), game.players[-1])
    for house in (chosen(game, typed), {}):
        with suppress(Unreadable):
            return game.with_house_rules(house, near)
    return game


def chosen(game: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """The house rules of a form; none where they cannot be read."""
    try:
        return chosen_house(game, typed)
    except Unreadable:
        return {}


def points(game: Game, typed: Mapping[str, str], players: int) -> list[Point]:
    """Every house rule as it holds."""
    usual = preset(game, typed)
    return [point(game, typed, players, rule, usual.house if usual else {}) for rule in game.house_rules]


def point(game: Game, typed: Mapping[str, str], players: int, rule: HouseRule, usual: Mapping[str, Any]) -> Point:
    """One house rule as it holds, under what a usual set says."""
    book = by_players(game, typed, players, rule) if rule.default is None else rule.default
    otherwise = usual.get(rule.name, book)
    value = chosen(game, typed).get(rule.name, otherwise)
    return Point(rule, value, otherwise, value != book)


def by_players(game: Game, typed: Mapping[str, str], players: int, rule: HouseRule) -> Any:
    """What a rule comes to that follows from the players: the value that changes nothing about their game."""
    others = {name: text for name, text in typed.items() if name not in ("preset", FIELD + rule.name)}
    here, values = played(game, others, players), rule.values or ()
    return next((value for value in values if rule.amend(here, value) == here), next(iter(values), None))


def preset(game: Game, typed: Mapping[str, str]) -> Preset | None:
    """The usual set that the form names, if it changes anything."""
    return next((each for each in game.presets if each.changes and each.name == typed.get("preset")), None)


def tapped(game: Game, typed: Mapping[str, str], players: int) -> dict[str, str]:
    """The fields of the house rules after the tap that the form was sent by."""
    kept = {name: text for name, text in typed.items() if name == "preset" or name.startswith(FIELD)}
    if "book" in typed:
        return {}
    if "pick" in typed:
        return picked(game, kept, typed["pick"])
    for point in points(game, typed, players):
        name, rule = FIELD + point.rule.name, point.rule
        if rule.values is None and typed.get("turn") == rule.name:
            kept[name] = point.said(not point.value)
        if rule.values is not None and typed.get("step") in (f"{rule.name}-1", f"{rule.name}+1"):
            by = 1 if typed["step"].endswith("+1") else -1
            kept[name] = point.said(rule.values[min(max(point.step + by, 0), len(rule.values) - 1)])
    return kept


def picked(game: Game, kept: Mapping[str, str], name: str) -> dict[str, str]:
    """The fields with another usual set, which has its say where it has one."""
    usual = preset(game, {"preset": name})
    says = {FIELD + rule for rule in (usual.house if usual else {})}
    return {field: text for field, text in kept.items() if field not in says} | {"preset": name}
