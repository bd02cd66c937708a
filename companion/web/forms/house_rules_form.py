"""House rules as a form gives them: a usual set by its name, and a field for each."""

from collections.abc import Mapping
from typing import Any

from companion.rules.game import Game
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
