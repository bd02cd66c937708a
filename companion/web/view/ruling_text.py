"""Rulings on a page, asked or saved: cards in rows, house rules in words, and reasons as sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from companion.interfaces import ruling_format
from companion.referee import rule
from companion.rules.answers import Discard, Laid, Row, SpeakContext, value_in_words
from companion.rules.cards import Card, Unreadable
from companion.rules.deals import Deal
from companion.rules.fields import REQUIRED, Cards, DealNumber, Field, Melds, Whole
from companion.rules.game import Game
from companion.rules.questions import Question, fitting
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text, labelled
from companion.sheet.commands.booking import Arranged
from companion.web.view.language import in_turn, say, words

CARD_WIDGETS = ("cards", "onecard", "melds")


@dataclass(frozen=True)
class CardRow:
    """Cards in one row: its label, and the position of its first card in the ruling."""

    label: str
    cards: tuple[Card, ...]
    first: int = 0


def facts_of(game: Game, question: Question, ruling: Ruling, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the answers of a ruling besides its verdict, each with its label; empty if the play is refused."""
    return (
        [*ruling_format.facts(question, ruling, SpeakContext(game, words(), names), drawn(question, ruling))]
        if ruling.legal
        else []
    )


def sentences_of(game: Game, question: Question, ruling: Ruling, names: tuple[str, ...]) -> list[str]:
    """Return the answers of a ruling that are told in a sentence; empty if the play is refused."""
    said = ruling_format.sentences(question, ruling, SpeakContext(game, words(), names)) if ruling.legal else ()
    return [finished(one) for one in said]


def drawn(question: Question, ruling: Ruling) -> list[str]:
    """Return the names of answers that the page draws as cards: the melds with the leftovers, or one meld."""
    laid = laid_of(question, ruling)
    return [laid.name, laid.rest] if laid else [answer.name for answer in question.answers if isinstance(answer, Row)]


def laid_of(question: Question, ruling: Ruling) -> Laid | None:
    """Return the answer with melds to draw, if the ruling has one."""
    return next((one for one in question.answers if isinstance(one, Laid) and one.name in ruling.answer), None)


def lines_of(question: Question, inputs: Mapping[str, Any], ruling: Ruling) -> list[CardRow]:
    """Return the judged cards row by row, or the resulting meld; positions count melds first."""
    for answer in question.answers:
        if isinstance(answer, Row) and answer.name in ruling.answer:
            return [CardRow(say(answer.label), ruling.answer[answer.name])]
    rows = [row for part in laid_first(question) for row in rows_of(part, inputs[part.name]) if row[1]]
    firsts = accumulate((len(cards) for _, cards in rows), initial=0)
    named = [(label if len(rows) > 1 else "", cards) for label, cards in rows]
    return [CardRow(label, cards, first) for (label, cards), first in zip(named, firsts, strict=False)]


def in_order(question: Question, inputs: Mapping[str, Any], ruling: Ruling) -> str:
    """Return the name of the field whose cards would be legal in another order; empty if it takes other cards."""
    parts = [part for part in question.fields if part.widget in CARD_WIDGETS and inputs.get(part.name)]
    if len(parts) != 1 or isinstance(inputs[parts[0].name], Card) or not ruling.fixed:
        return ""
    return parts[0].name if sorted(map(str, inputs[parts[0].name])) == sorted(map(str, ruling.fixed)) else ""


def laid_first(question: Question) -> list[Field]:
    """Return the fields in the order in which a ruling counts their cards: required melds first."""
    return sorted(question.fields, key=lambda part: not (isinstance(part, Melds) and part.default is REQUIRED))


def rows_of(part: Field, value: Any) -> list[tuple[str, tuple[Card, ...]]]:
    """Return the cards of a field in rows: melds by their numbers in reasons, other cards under the field's label."""
    if isinstance(part, Melds):
        label = "" if part.default is REQUIRED else say(part.label) + " "
        return [(f"{label}{number}", meld) for number, meld in enumerate(value, start=1)]
    if part.widget in CARD_WIDGETS:
        return [(say(part.label), (value,) if isinstance(value, Card) else value)]
    return []


def going_out(game: Game, question: Question, inputs: Mapping[str, Any], ruling: Ruling) -> Arranged | None:
    """Return the melds of a hand that goes out, without its discard; None if the ruling names no discard."""
    deal = judged_deal(inputs)
    whole = next((part.name for part in question.fields if isinstance(part, Cards) and part.together), "")
    card = next((ruling.answer.get(one.name) for one in question.answers if isinstance(one, Discard)), None)
    if not game.arranges or not deal or not whole or card is None:
        return None
    hand = list(inputs[whole])
    hand.remove(card)
    return Arranged(tuple(hand), game.arrange(deal, tuple(hand)))


def sample(game: Game, question: Question, part: Field, deal: Deal) -> str:
    """Return example cards for a field: of the question's tile or the rulebook, right in that deal; else empty."""
    kept = [rule.kept.inputs for rule in game.rulebook.values() if rule.kept and rule.kept.ask == question.name]
    cards = [one.name for one in question.fields if one.widget in CARD_WIDGETS]
    tile = fitting(question, game.wild_card).tile
    for inputs in [tile.sample, *kept] if tile else kept:
        numbered = (inputs.get(one.name) for one in question.fields if isinstance(one, DealNumber))
        here = all(number in (None, deal.number) for number in numbered) and not {"house", "players"} & set(inputs)
        over = any(game.pack.too_many(game.pack.read_all(inputs.get(name, "").replace("/", " "))) for name in cards)
        if part.name in inputs and here and not over and (question.search or stands(game, question, deal, inputs)):
            return str(inputs[part.name])
    return ""


def stands(game: Game, question: Question, deal: Deal, inputs: Mapping[str, Any]) -> bool:
    """Return whether the game does not answer an example with no, in that deal."""
    numbered = {part.name: deal.number for part in question.fields if isinstance(part, DealNumber)}
    try:
        return ruling_format.verdict(question, rule(game, question, numbered | dict(inputs))[1]) is not False
    except Unreadable:
        return False


def legal_deal(game: Game, question: Question, inputs: Mapping[str, Any], ruling: Ruling) -> Deal | None:
    """Return the nearest deal in which a refused lay-down stands; None if it stands in no deal, or was not refused."""
    judged = judged_deal(inputs)
    if not judged or not question.lays_down or question.search or ruling_format.verdict(question, ruling) is not False:
        return None
    for deal in sorted(game.deals, key=lambda one: abs(one.number - judged.number)):
        values = [deal if isinstance(value, Deal) else value for value in inputs.values()]
        if ruling_format.verdict(question, question.judge(game, *values)):
            return deal
    return None


def judged_deal(inputs: Mapping[str, Any]) -> Deal | None:
    """Return the deal that a question was about; None if it names none."""
    return next((value for value in inputs.values() if isinstance(value, Deal)), None)


def numbers(game: Game, part: Whole, chosen: Any) -> dict[int, str]:
    """Return the numbers of a list to choose from: up to those of a large hand, or up to the chosen one."""
    most = max(25, chosen if isinstance(chosen, int) else 0)
    return {number: str(number) for number in range(part.bottom(game), min(part.top(game), most) + 1)}


def house_rule(game: Game, name: str, setting: Any) -> str:
    """Return a house rule or preset in words, with its setting in an example."""
    if name == "preset":
        return say(next(preset.title for preset in game.presets if preset.name == setting))
    rule = next(rule for rule in game.house_rules if rule.name == name)
    sentence = say(rule.sentence)
    return sentence if setting is True else labelled(sentence, say(rule.said(setting)), words())


def sentence(text: Text) -> str:
    """Return a reason as a sentence: with a capital and a full stop."""
    return finished(text.say(words()))


def sentences(texts: Iterable[Text]) -> str:
    """Return reasons as sentences in a line."""
    return in_turn(*map(sentence, texts))


def finished(said: str) -> str:
    """Return words as a sentence: with a capital and a full stop."""
    stop = "" if said.endswith((".", "。", "?", "？", "!")) else words().pgettext("full stop", ".")
    return said[:1].upper() + said[1:] + stop


def in_a_line(ruling: Ruling, may: bool) -> str:
    """Return a ruling in one line: yes or no, the reason, and the open points of its rules."""
    reasons = [found.reason for found in ruling.findings[:1]] if not may else [ruling.reason] if ruling.reason else []
    return in_turn(say(N_("Yes.") if may else N_("No.")), sentences(reasons), *(say(rule.open) for rule in ruling.open))


def laid_cards(game: Game, melds: list[list[list[str]]]) -> list[list[tuple[Card, Card | None]]]:
    """Return stored melds as cards, each with the card it stands for."""
    read = game.pack.read
    return [[(read(card), read(named) if named else None) for card, named in meld] for meld in melds]


def unnamed(melds: list[list[Card]]) -> list[list[tuple[Card, Card | None]]]:
    """Return melds without named jokers, in the form for drawing."""
    return [[(card, None) for card in meld] for meld in melds]


def cards_of(game: Game, question: Question, asked: Mapping[str, Any]) -> str:
    """Return the cards of a question, with suit signs."""
    parts = {part.name: part for part in question.fields}
    rows = [text for name, values in asked.items() if parts[name].widget in CARD_WIDGETS for text in values]
    melds = [meld for text in rows for meld in text.split("/") if meld.strip()]
    return " / ".join(value_in_words(game.pack.read_all(meld), words()) for meld in melds)
