"""A rulebook on a page: its sources, and its examples with the referee's answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.interfaces import ruling_format
from companion.referee import Judged, judge
from companion.rules.answers import Answer, SpeakContext, Verdict, seat_name, value_in_words
from companion.rules.cards import Card
from companion.rules.fields import Field, OneOf, Seat, Seats
from companion.rules.game import Game
from companion.rules.rulings import Example, Rule, bare
from companion.rules.text import N_, Label, Text, ordinal
from companion.web.view.language import say, words
from companion.web.view.ruling_text import CARD_WIDGETS, CardRow, house_rule, laid_first, rows_of


def first_word(words: str) -> str:
    """Return the first of several words separated by commas, in the reader's language."""
    return say(words).replace("、", ",").split(",")[0].strip()


def sources(game: Game, rules: list[Rule]) -> list[tuple[str, str]]:
    """Return the sources of these paragraphs in order, each with its numbers: K1–K4, K6."""
    numbers = list(game.rulebook)
    found: dict[str, list[list[str]]] = {}
    for rule in (rule for rule in rules if rule.source):
        stretches = found.setdefault(rule.source, [])
        if stretches and numbers.index(stretches[-1][-1]) + 1 == numbers.index(rule.id):
            stretches[-1].append(rule.id)
        else:
            stretches.append([rule.id])
    return [(say(source), say(N_(", ")).join(map(stretch, stretches))) for source, stretches in found.items()]


def stretch(numbers: list[str]) -> str:
    """Return consecutive numbers as a range."""
    return "–".join(dict.fromkeys((numbers[0], numbers[-1])))


HALF = 5  # cards side by side in half a column


@dataclass(frozen=True)
class Shown:
    """An example on a page: the question, its inputs besides cards, the cards, and the answer."""

    title: str
    besides: str
    rows: tuple[CardRow, ...]
    offending_cards: frozenset[int]  # by position
    answer: str

    @property
    def long(self) -> bool:
        """True if its cards need more room than half a column."""
        return len(self.rows) > 2 or any(len(row.cards) > HALF for row in self.rows)


def example_view(game: Game, example: Example) -> Shown:
    """Return an example for a page, judged by the referee."""
    judged = judge({"game": game.id, "ask": example.ask, **example.inputs})
    refused = ruling_format.verdict(judged.question, judged.ruling) is False
    return Shown(
        title=say(judged.question.title),
        besides=asked_of(game, example),
        rows=tuple(rows_in(judged)),
        offending_cards=judged.ruling.offending_cards if refused else frozenset(),
        answer=answer_of(game, judged, example),
    )


def asked_of(game: Game, example: Example) -> str:
    """Return the inputs of an example besides its cards, in a few words: "Deal 2, Players: 4"."""
    fields = {part.name: part for part in game.questions[example.ask].fields}
    told = [given(game, fields.get(name), name, value) for name, value in example.inputs.items()]
    return words().gettext(", ").join(text for text in told if text)


def given(game: Game, part: Field | None, name: str, value: Any) -> str:
    """Return one input in words, with seats counted from 1; empty for cards, which are drawn."""
    if name == "house":
        rules = [house_rule(game, rule, setting) for rule, setting in value.items()]
        return labelled(N_("house rule"), words().gettext(", ").join(rules))
    if part is None:  # players may not be a field of the question
        return labelled(N_("Number of players"), str(value))
    if part.widget in CARD_WIDGETS:
        return ""
    if part.widget == "dealnumber":
        return say(game.words.deal, n=value)
    if isinstance(part, Seat | Seats):
        several = value if isinstance(value, list) else [value]
        seats = words().gettext(", ").join(seat_name(seat, listener(game)) for seat in several)
        return labelled(part.who, seats)
    if isinstance(part, OneOf):
        return labelled(part.label, say(part.options[value]))
    if isinstance(value, list):
        return labelled(part.label, words().gettext(", ").join(map(str, value)))
    return say(part.label) if value is True else labelled(part.label, value_in_words(value, words()))


def labelled(label: Label, value: str) -> str:
    """Return a value after its label."""
    return say(label) + say(N_(": ")) + value


def rows_in(judged: Judged) -> Iterator[CardRow]:
    """Yield the cards of the question in rows, with the label of each field if there are several."""
    asked = [(say(part.label), rows_of(part, judged.inputs[part.name])) for part in laid_first(judged.question)]
    filled = [(label, [cards for _, cards in rows if cards]) for label, rows in asked]
    several, first = sum(bool(rows) for _, rows in filled) > 1, 0
    for label, rows in filled:
        for number, cards in enumerate(rows):
            yield CardRow(label if several and not number else "", cards, first)
            first += len(cards)


def answer_of(game: Game, judged: Judged, example: Example) -> str:
    """Return the referee's answer: no and the reason, or yes and the claimed facts; of a wrong claim the correction."""
    ruling = judged.ruling
    yes = ruling_format.verdict(judged.question, ruling)
    if yes is False:
        reasons = words().gettext(", ").join(found.reason.say(words()) for found in ruling.findings[:1])
        return say(N_("No: {reason}"), reason=reasons) if reasons else say(N_("No"))
    known = {**ruling.answer, "stands_for": ruling.stands_for}
    told = {name: ruling_format.answer_of(judged.question, name) for name in example.claim}
    facts = [fact(game, told[name], known[name], value) for name, value in example.claim.items() if name in known]
    right = all(bare(known[name]) == value for name, value in example.claim.items() if name in known)
    verdicts = (
        [say(N_("Yes"))] if yes and right and any(isinstance(answer, Verdict) for answer in told.values()) else []
    )
    return words().gettext("; ").join([*verdicts, *(text for text in facts if text)])


def fact(game: Game, answer: Answer, right: Any, claimed: Any) -> str:
    """Return one answer with its label, and a correction of a wrong claim; empty for a verdict, which comes first."""
    if isinstance(answer, Verdict):
        return ""
    if answer is ruling_format.STANDS_FOR:
        return words().gettext(", ").join(meant(game, int(place), right, card) for place, card in claimed.items())
    said = answer.say(right, listener(game))
    if bare(right) != claimed:
        said = Text(N_("{value}, not {wrong}"), value=said, wrong=answer.say(claimed, listener(game))).say(words())
    return labelled(answer.label, said)


def meant(game: Game, place: int, right: Mapping[int, Card], claimed: str) -> str:
    """Return what the card at a place stands for, and a correction of a wrong claim."""
    card: Any = right[place]
    if str(card) != claimed:
        card = Text(N_("{value}, not {wrong}"), value=card, wrong=game.pack.read(claimed))
    message = N_("the {n} card stands for {card}")
    return Text(message, n=ordinal(place + 1, words()), card=card).say(words())


def listener(game: Game) -> SpeakContext:
    """Return the context for texts of the rulebook, in which seats are called by number."""
    names = tuple(say(N_("Player {n}"), n=seat + 1) for seat in range(game.players[-1]))
    return SpeakContext(game, words(), names)


WORDS = (first_word, sources, example_view)  # globals of templates
