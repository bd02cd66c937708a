"""Form of house rules: a preset by name, a field for each rule, and the new values after each tap."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from companion.rules.cards import Unreadable
from companion.rules.contracts.schedule import ScheduleRule
from companion.rules.game import Game
from companion.rules.house_rules import HouseRule, ListRule, Preset, name_of, unnamed
from companion.rules.text import N_, Text
from companion.web.forms.list_form import ListForm, Tap, own_lists, tap_of
from companion.web.forms.price_form import FIGURE, PriceForm
from companion.web.forms.schedule_form import ScheduleForm

FIELD = "house."  # prefix of field names
WAS = "was"  # field, and prefix of fields, with the house rules before a tap that replaced some of them, as a query
MOST_OWN = 3  # presets of earlier matches


def said_house(game: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the filled-in fields of house rules, for an address."""
    names = ["preset", *(FIELD + rule.name for rule in game.house_rules)]
    return {name: typed[name] for name in names if typed.get(name)}


def chosen_house(game: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the house rules that differ from the book. Raises Unreadable, which names the invalid field."""
    preset = typed.get("preset", "")
    by_the_book = ["", *(each.name for each in game.presets if not each.changes)]
    chosen: dict[str, Any] = {} if preset in by_the_book else {"preset": preset}
    for rule in game.house_rules:
        text = typed.get(f"{FIELD}{rule.name}", "")
        if not text:
            continue
        value = rule.from_text(text)
        if value != rule.default or chosen:
            chosen[rule.name] = value
    return game.read_house_rules(chosen)


@dataclass(frozen=True)
class RuleSetting:
    """A house rule in the form: its value, its default there, and whether it differs from the book."""

    rule: HouseRule
    value: Any
    otherwise: Any  # default under the chosen preset
    changed: bool

    @property
    def step(self) -> int:
        """Index of the value among the possible values."""
        return list(self.rule.values or ()).index(self.value)

    @property
    def usual(self) -> bool:
        """True if the value is that of the preset, or of the book."""
        return bool(self.value == self.otherwise)

    @property
    def title(self) -> str:
        """The name of a list, of the table or ready; "" for a list without a name and for other rules."""
        return (name_of(self.value) or self.rule.title(self.value) or "") if isinstance(self.rule, ListRule) else ""

    def said(self, value: Any) -> str:
        """Return the value as the form encodes it; empty for the default."""
        return "" if value == self.otherwise else self.rule.text(value)


def played(game: Game, typed: Mapping[str, str], players: int) -> Game:
    """Return the game for that number of players with the form's house rules, or the nearest valid game."""
    near = min(max(players, game.players[0]), game.players[-1])
    for house in (chosen(game, typed), {}):
        with suppress(Unreadable):
            return game.with_house_rules(house, near)
    return game


def chosen(game: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the house rules of a form; none if they cannot be read."""
    try:
        return chosen_house(game, typed)
    except Unreadable:
        return {}


def rule_settings(game: Game, typed: Mapping[str, str], players: int) -> list[RuleSetting]:
    """Return every house rule with its value, its default coming from the preset or the book."""
    usual, values, found = preset(game, typed), chosen(game, typed), []
    for rule in game.house_rules:
        book = by_players(game, typed, players, rule) if rule.default is None else rule.default
        otherwise = usual.house.get(rule.name, book) if usual else book
        value = values.get(rule.name, otherwise)
        found.append(RuleSetting(rule, value, otherwise, value != book))
    return found


def list_setting(game: Game, typed: Mapping[str, str], players: int, kind: type[ListRule]) -> RuleSetting | None:
    """Return the house rule that is a list of that kind, with its value; None if the game has none."""
    return next((each for each in rule_settings(game, typed, players) if isinstance(each.rule, kind)), None)


def by_players(game: Game, typed: Mapping[str, str], players: int, rule: HouseRule) -> Any:
    """Return the default of a rule that depends on the number of players: the value that does not change the game."""
    others = {name: text for name, text in typed.items() if name not in ("preset", FIELD + rule.name)}
    here, values = played(game, others, players), rule.values or ()
    return next((value for value in values if rule.amend(here, value) == here), next(iter(values), None))


def preset(game: Game, typed: Mapping[str, str]) -> Preset | None:
    """Return the preset named by the form, if it changes anything."""
    return next((each for each in game.presets if each.changes and each.name == typed.get("preset")), None)


def house_of(game: Game) -> dict[str, str]:
    """Return the fields of the house rules of a game as it is played."""
    chosen = game.chosen_rules
    fields = {FIELD + rule.name: rule.text(chosen[rule.name]) for rule in game.house_rules if rule.name in chosen}
    return fields | ({"preset": chosen["preset"]} if "preset" in chosen else {})


class OwnPreset(NamedTuple):
    """The house rules of an earlier match, under the name of the list that its table put together."""

    name: str
    title: Text
    game: Game  # by these house rules, their lists without names
    fields: Mapping[str, str]


def own_presets(game: Game, houses: Iterable[Mapping[str, Any]]) -> list[OwnPreset]:
    """Return the latest of these stored house rules that are readable and contain a table's own list, once each."""
    found: list[OwnPreset] = []
    unnamed_so_far = 0
    for house in houses:
        with suppress(Unreadable):
            read = game.read_house_rules(house)
            rules = {rule.name: rule for rule in game.house_rules if rule.name in read}
            fields = house_of(replace(game, chosen_rules=read))
            own = {
                name: read[name]
                for name, rule in rules.items()
                if isinstance(rule, ListRule) and rule.own(fields[FIELD + name])
            }
            names = [name for each in own.values() if (name := name_of(each))]
            if not own or any(names and each.title == named(names) or each.fields == fields for each in found):
                continue
            unnamed_so_far += not names
            many = unnamed_so_far > 1
            title = named(names) if names else Text(ANOTHER if many else OURS, number=unnamed_so_far)
            shown = replace(game, chosen_rules=read | {name: unnamed(each) for name, each in own.items()})
            found.append(OwnPreset(f"own-{len(found)}", title, shown, fields))
    return found[:MOST_OWN]


OURS, ANOTHER = N_("Our own rules"), N_("Our own rules {number}")


def named(names: Iterable[str]) -> Text:
    """Return the names of lists as the title of their house rules."""
    return Text("{name}", name=" · ".join(dict.fromkeys(names)))


def tapped(game: Game, typed: Mapping[str, str], players: int, own: Iterable[OwnPreset] = ()) -> dict[str, str]:
    """Return the fields of house rules after the tap that sent the form."""
    kept = house_fields(typed)
    if "back" in typed:
        return restored(typed.get(WAS, ""))
    if typed.get("book") == "yes":
        return {WAS: urlencode(kept)}
    if "pick" in typed:
        chosen_own = next((each.fields for each in own if each.name == typed["pick"]), None)
        now = picked(game, kept, typed["pick"]) if chosen_own is None else dict(chosen_own)
        lost = {field for field, text in kept.items() if text and now.get(field) != text} - {"preset"}
        return now | ({WAS: urlencode(kept)} if lost else {})
    kept |= {name: text for name, text in typed.items() if name.startswith(WAS) and text}
    for setting in rule_settings(game, typed, players):
        name, rule = FIELD + setting.rule.name, setting.rule
        if rule.widget == "switch" and typed.get("turn") == rule.name:
            kept[name] = setting.said(not setting.value)
        if rule.widget == "choice" and typed.get("answer", "").partition("-")[0] == rule.name:
            answer = typed["answer"].partition("-")[2]
            kept[name] = setting.said(answer) if answer in rule.labels else kept.get(name, "")
        if rule.widget == "stepper" and typed.get("step") in (f"{rule.name}-1", f"{rule.name}+1"):
            by = 1 if typed["step"].endswith("+1") else -1
            values = rule.values or ()
            kept[name] = setting.said(values[min(max(setting.step + by, 0), len(values) - 1)])
    return kept


def house_fields(typed: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of house rules among those of a form."""
    return {name: text for name, text in typed.items() if name == "preset" or name.startswith(FIELD)}


def restored(query: str) -> dict[str, str]:
    """Return the fields of house rules before the tap that replaced them."""
    return house_fields(dict(parse_qsl(query)))


LISTS: tuple[type[ListForm], ...] = (ScheduleForm, PriceForm)  # house rules edited on separate pages


def list_form(
    kind: type[ListForm],
    game: Game,
    typed: Mapping[str, str],
    players: int,
    stored: Callable[[str], Iterable[Any]],
    tap: Tap | None,
) -> ListForm | None:
    """Return a list as a page shows it, with the own lists if it is open; None if the game has none of that kind."""
    setting = list_setting(game, typed, players, kind.kind)
    if not setting or not isinstance(setting.rule, ListRule):
        return None
    rule, others = setting.rule, {name: text for name, text in typed.items() if name != FIELD + setting.rule.name}
    standard = kind is PriceForm and setting.value == setting.otherwise
    value = [] if standard else setting.value  # of prices, those that differ
    own = own_lists(rule, stored(rule.name)) if tap else []
    faults = rule.impossible(game, chosen(game, typed)) if isinstance(rule, ScheduleRule) else {}
    games = played(game, typed, players), played(game, others, players)
    return kind(rule, value, setting.otherwise, own, tap or Tap(), *games, faults)


def list_tapped(
    kind: type[ListForm], game: Game, typed: Mapping[str, str], players: int, stored: Callable[[str], Iterable[Any]]
) -> tuple[dict[str, str], Tap | None]:
    """Return the field of a list after a tap on its page, and the tap that shows the next one, if it is one."""
    name, was = typed.get(f"{kind.button}_name"), f"{WAS}_{kind.button}"
    tap = tap_of(typed[kind.button]) if kind.button in typed else None
    form = list_form(kind, game, typed, players, stored, tap) if tap or name is not None else None
    if not form:
        return {}, None
    field = FIELD + form.rule.name
    form = replace(form, value=form.named(form.value, name))
    before = house_fields(typed) | {field: form.text(form.value)}
    if not tap:
        return {field: before[field]}, None
    if tap.act == "back":
        return {field: restored(typed.get(was, "")).get(field, ""), was: ""}, Tap()
    value, shown = form.after(typed.get(FIGURE, ""))
    lost = tap.act == "remove" or tap.act in ("ready", "own") and form.is_own and value != form.value
    return {field: form.text(form.named(value))} | ({was: urlencode(before)} if lost else {}), shown


def picked(game: Game, kept: Mapping[str, str], name: str) -> dict[str, str]:
    """Return the fields with another preset, which overrides the rules that it sets."""
    usual = preset(game, {"preset": name})
    says = {FIELD + rule for rule in (usual.house if usual else {})}
    return {field: text for field, text in kept.items() if field not in says} | {"preset": name}
