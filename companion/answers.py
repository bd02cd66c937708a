"""What a ruling answers, in words of a language: a label and a value for each answer; knows no web."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.rules.cards import Card
from companion.rules.fields import Ask
from companion.rules.game import Game
from companion.rules.rulings import Rule, Ruling
from companion.rules.text import N_, Listed, Text, Translations, said

LABELS = {
    "legal": N_("Allowed"),
    "possible": N_("Possible"),
    "points": N_("Points"),
    "kind": N_("It is"),
    "meld": N_("It becomes"),
    "melds": N_("Laid out"),
    "left": N_("Left"),
    "tracked_on": N_("Could be tracked on"),
    "would_do": N_("Any one would make the contract"),
    "left_points": N_("Points left"),
    "discard": N_("Discard"),
    "discards": N_("Discards"),
    "stands_for": N_("Stands for"),
    "cards": N_("Cards"),
    "contract": N_("Contract"),
    "wild": N_("Wild"),
    "dealer": N_("Dealer"),
    "first_player": N_("Plays first"),
    "gets": N_("Gets it"),
    "winners": N_("Winners"),
    "packs": N_("Packs"),
    "jokers": N_("Jokers"),
    "stock": N_("Cards in the stock"),
    "turned_up": N_("Cards turned up"),
    "new_stock": N_("Cards in the new stock"),
    "deal_over": N_("The deal is over"),
    "round_over": N_("The round is over"),
    "over": N_("The deal is over"),
    "more_cards": N_("More cards in the hand"),
    "next_draws_from": N_("The next player draws from"),
    "old_entry": N_("The old figure"),
    "bonus_round": N_("A bonus round is played"),
    "turns": N_("Turns still to come, by seat"),
    "caller": N_("Somebody calls the turns"),
}
VALUES = {
    "group": N_("a group"),
    "run": N_("a run"),
    "either": N_("a group or a run"),
    "three": N_("a three"),
    "four": N_("a four"),
    "stock": N_("the stock"),
    "discards": N_("the discards"),
    "kept": N_("stays readable"),
    "erased": N_("is erased"),
}
EITHER_PILE = N_("the stock or the discards")
TRACKED_ON = {
    "group": N_("{card} on meld {n}"),
    "top": N_("{card} on top of meld {n}"),
    "bottom": N_("{card} below meld {n}"),
    "joker": N_("{card} for the joker in meld {n}"),
}
SEATS = ("dealer", "first_player", "gets", "winners", "turns")
NO_CARD = N_("no single card would make the contract")
VERDICTS = ("legal", "possible")  # said as yes or no, above everything else


def verdict(ask: Ask, ruling: Ruling) -> bool | None:
    """Yes or no; nothing where the answer is a figure or a fact."""
    if not set(VERDICTS) & set(ask.answers):
        return None
    return bool(ruling.legal and ruling.answer.get("possible", True))


def facts(
    ask: Ask, ruling: Ruling, language: Translations, names: tuple[str, ...] = (), but: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """The answers beside the verdict but for some, each with its label; seats by the names of those who sit there."""
    for name in ask.answers:
        if (
            name not in (*VERDICTS, *but)
            and ruling.answer.get(name) not in (None, "")
            and not said_besides(name, ruling)
        ):
            yield label(name, language), value_of(name, ruling.answer[name], language, names)


def said_besides(name: str, ruling: Ruling) -> bool:
    """Whether other words say it: the one discard is named already, and no card that would do is a sentence."""
    value = ruling.answer[name]
    return (name == "discards" and value == [ruling.answer.get("discard")]) or (name == "would_do" and not value)


def notes(game: Game, ask: Ask, inputs: Mapping[str, Any], ruling: Ruling) -> Iterator[Text]:
    """What a player would ask next about laying down: why not, and what about the table."""
    if "would_do" in ruling.answer and inputs.get("table"):
        yield Text(N_("nothing may be tracked on before this player has laid down"))
    if ruling.answer.get("would_do") == []:
        makes = most_made(game, inputs)
        whole = makes == (inputs["deal"].groups, inputs["deal"].runs)
        yield Text(N_("this hand makes the contract as it is")) if whole else Text(NO_CARD)
    elif "melds" in ask.answers and verdict(ask, ruling) is False:
        yield short_of(game, inputs)
        if not ruling.fix:
            yield Text(NO_CARD)


def short_of(game: Game, inputs: Mapping[str, Any]) -> Text:
    """How much of the contract a hand makes at most, in words."""
    groups, runs = most_made(game, inputs)
    made = [Text(N_("{count} three"), N_("{count} threes"), count=groups)] if groups else []
    made += [Text(N_("{count} four"), N_("{count} fours"), count=runs)] if runs else []
    message = N_("this hand makes {made}; the contract, {contract}, asks for more")
    if not made:
        message = N_("this hand makes nothing that the contract, {contract}, asks for")
    return Text(message, made=Listed(made), contract=inputs["deal"].short)


def most_made(game: Game, inputs: Mapping[str, Any]) -> tuple[int, int]:
    """The most groups and runs of the contract of a deal that the hand makes at once."""
    deal, ask = inputs["deal"], game.asks["can-lay-down"]
    parts = [(groups, runs) for groups in range(deal.groups + 1) for runs in range(deal.runs + 1)]
    for groups, runs in sorted(parts, key=sum, reverse=True)[:-1]:
        smaller = replace(deal, groups=groups, runs=runs)
        if ask.judge(game, deal=smaller, hand=inputs["hand"], table=()).answer["possible"]:
            return groups, runs
    return 0, 0


def label(name: str, language: Translations) -> str:
    """What an answer is called."""
    return language.gettext(LABELS[name]) if name in LABELS else name


def value_of(name: str, value: Any, language: Translations, names: tuple[str, ...] = ()) -> str:
    """An answer in words: cards with their signs, seats by who sits there, yes and no."""
    if isinstance(value, bool):
        return language.gettext("yes") if value else language.gettext("no")
    if name in SEATS and isinstance(value, (list, tuple)):
        return language.gettext(", ").join(seat_name(seat, language, names) for seat in value) or "–"
    if name in SEATS and isinstance(value, int):
        return seat_name(value, language, names)
    if (name, value) == ("next_draws_from", "either"):
        return language.gettext(EITHER_PILE)
    if name == "would_do":
        return language.gettext(", ").join(still_about(row, language) for row in value) or "–"
    if name == "tracked_on":
        return language.gettext(", ").join(tracked_on(step, language) for step in value) or "–"
    return plain(value, language)


def tracked_on(step: Mapping[str, Any], language: Translations) -> str:
    """One card tracked on: onto which meld of those on the table, from 1, and where it goes there."""
    return Text(TRACKED_ON[step["end"]], card=step["card"], n=step["meld"] + 1).say(language)


def still_about(row: Mapping[str, Any], language: Translations) -> str:
    """A card that would do, and how many of it no hand or meld has been seen to hold."""
    return Text(N_("{card} ({about} about)"), card=row["card"], about=row["about"]).say(language)


def plain(value: Any, language: Translations) -> str:
    """Any other value: cards in a row, melds one after another."""
    if isinstance(value, str):
        return language.gettext(VALUES[value]) if value in VALUES else value
    if isinstance(value, Mapping):
        return language.gettext(", ").join(
            f"{int(place) + 1}. {plain(card, language)}" for place, card in value.items()
        )
    if isinstance(value, (list, tuple)) and not isinstance(value, Card):
        between = " / " if value and not isinstance(value[0], (Card, str)) else " "
        return between.join(plain(item, language) for item in value) or "–"
    return "–" if value is None else str(said(value, language))


def seat_name(seat: int, language: Translations, names: tuple[str, ...] = ()) -> str:
    """Who sits at a seat, or its number."""
    if 0 <= seat < len(names):
        return names[seat]
    return Text(N_("seat {n}"), n=seat).say(language)


def cited(ruling: Ruling) -> list[Rule]:
    """The paragraphs to show under a ruling: those of the findings, or those a good answer rests on."""
    rules = [found.rule for found in ruling.findings] or list(ruling.rules)
    return list({rule.id: rule for rule in rules}.values())
