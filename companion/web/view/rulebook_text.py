"""A rulebook on a page: its sources, and its examples with the referee's answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.interfaces import ruling_format
from companion.referee import Judged, answer, judge
from companion.rules.answers import Answer, SpeakContext, Verdict, value_in_words
from companion.rules.cards import Card
from companion.rules.fields import Field, Seat
from companion.rules.game import Game
from companion.rules.rulings import Example, Rule, bare
from companion.rules.text import N_, Text, labelled, ordinal
from companion.web.view.language import figure, in_turn, say, words
from companion.web.view.match_text import width
from companion.web.view.ruling_text import CARD_WIDGETS, CardRow, finished, house_rule, laid_first, rows_of


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
SHORT = 30  # letters that have room there, wide ones counted twice
WIDE = 10  # wide letters of an answer that have room there: longer phrases would be cut inside


@dataclass(frozen=True)
class ShownExample:
    """An example on a page: the question, its inputs besides cards, the cards, and the answer."""

    title: str
    besides: str
    rows: tuple[CardRow, ...]
    offending_cards: frozenset[int]  # by position
    answer: str

    @property
    def long(self) -> bool:
        """True if its cards or words need more room than half a column."""
        cards = len(self.rows) > 2 or any(len(row.cards) > HALF for row in self.rows)
        return cards or width(self.besides) > SHORT or width(self.answer) - len(self.answer) > WIDE


def example_view(game: Game, example: Example) -> ShownExample | None:
    """Return an example for a page, judged by the referee; None if the table's house rules answer it differently."""
    if game.chosen_rules and claim_holds(game, example) != claim_holds(game, example, game.chosen_rules):
        return None
    judged = judge({"game": game.id, "ask": example.ask, **example.inputs})
    refused = ruling_format.verdict(judged.question, judged.ruling) is False
    return ShownExample(
        title=say(judged.question.title),
        besides=asked_of(game, example),
        rows=tuple(rows_in(judged)),
        offending_cards=judged.ruling.offending_cards if refused else frozenset(),
        answer=answer_of(game, judged, example),
    )


def claim_holds(game: Game, example: Example, house: Mapping[str, Any] = MappingProxyType({})) -> bool | None:
    """Return whether the referee agrees with an example under these house rules; None if it cannot be asked there."""
    named = {"house": {**house, **example.inputs.get("house", {})}}
    ruling = answer({"game": game.id, "ask": example.ask, **example.inputs, **named})
    return None if "error" in ruling else all(ruling.get(name) == value for name, value in example.claim.items())


NAMES = "Aki Ben Cy Dee Emi Flora Gil Hana Ines".split()  # at the table of the examples; the one who acts is Dee
MORE = "any other number"
CALLS = {0: N_("Dee has not {called} yet"), 1: N_("Dee has {called} once"), MORE: N_("Dee has {called} {count} times")}
LEFT = {0: N_("Dee has no card left"), 1: N_("Dee has one card left")}
SAID: Mapping[str, Mapping[Any, str]] = {  # the sentence for each value of an input
    "above": {0: N_("It lies on top"), 1: N_("One card lies on it")},
    "among_cards": {True: N_("It would be saved with the points for cards")},
    "at_zero": {0: N_("Nobody has 0"), 1: N_("One player has 0")},
    "called": {
        True: N_("The card above it was just {called}"),
        False: N_("Nobody has just {called} the card above it"),
    },
    "calls": CALLS,
    "calls_made": CALLS,
    "callers": {MORE: N_("{who} {called}, in this order")},
    "cards_held": {MORE: N_("Dee holds {count} cards")},
    "cards_left": LEFT,
    "discarded": {0: N_("Dee discards nothing")},
    "discards": {1: N_("One card lies in the discard pile"), MORE: N_("{count} cards lie in the discard pile")},
    "drawn": {False: N_("Dee has not drawn yet")},
    "end": {"bottom": N_("At the lower end")},
    "erase_old": {True: N_("The old entry would be erased")},
    "first_card": {False: N_("It is not the first card turned up")},
    "first_dealer": {MORE: N_("{who} deals first")},
    "just_called": {True: N_("Dee has just {called}")},
    "laid_down": {True: N_("Dee has laid down"), False: N_("Dee has not laid down yet")},
    "left": LEFT,
    "next_in_turn": {True: N_("The next turn is Dee’s"), False: N_("The next turn is not Dee’s")},
    "pile": {"stock": N_("Dee draws from the stock"), "discards": N_("Dee draws from the discards")},
    "play": {"lay-down": N_("Dee wants to lay down"), "track-on": N_("Dee wants to {lay_off}")},
    "players": {MORE: N_("{count} players")},
    "points": {1: N_("1 point"), MORE: N_("{count} points")},
    "refused": {1: N_("Dee was refused once")},
    "successful": {MORE: N_("{count} {calls} of Dee’s went through")},
    "takes_discard": {False: N_("The next player does not take the discard")},
    "turn": {MORE: N_("It is {who}’s turn")},
    "whose": {"own": N_("The melds are Dee’s own"), "another": N_("The melds are another player’s")},
}


def asked_of(game: Game, example: Example) -> str:
    """Return the inputs of an example besides its cards, in sentences: "Deal 2. Dee has laid down."."""
    fields = {part.name: part for part in game.questions[example.ask].fields}
    told = [given(game, fields.get(name), name, value) for name, value in example.inputs.items()]
    return in_turn(*(finished(text) for text in told if text))


def sentence_for(name: str, value: Any) -> str:
    """Return the sentence for a value of an input; empty for an input with a label alone."""
    known = SAID.get(name, {})
    exact = known.get(value, "") if isinstance(value, str | int) else ""
    return exact or known.get(MORE, "")


def given(game: Game, part: Field | None, name: str, value: Any) -> str:
    """Return one input as a person at the table would say it; empty for cards, which are drawn."""
    if said := sentence_for(name, value):
        seats = value if isinstance(value, list) else [value] if isinstance(part, Seat) else []
        who = words().gettext(", ").join(NAMES[seat] for seat in seats)
        return say(game.text(said, who=who, count=figure(value) if isinstance(value, int) else ""))
    if name == "house":
        rules = [house_rule(game, rule, setting) for rule, setting in value.items()]
        return labelled(say(N_("house rule")), words().gettext(", ").join(rules), words())
    if part is None or part.widget in CARD_WIDGETS:
        return ""
    if part.widget == "dealnumber":
        return say(game.words.deal, n=value)
    if isinstance(value, list):
        return words().gettext(", ").join(f"{name} {number}" for name, number in zip(NAMES, value, strict=False))
    label, language = say(part.label), words()
    return label if value is True else labelled(label, value_in_words(value, language), language)


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
    facts = [fact(game, told[name], known, value) for name, value in example.claim.items() if name in known]
    right = all(bare(known[name]) == value for name, value in example.claim.items() if name in known)
    verdicts = (
        [say(N_("Yes"))] if yes and right and any(isinstance(answer, Verdict) for answer in told.values()) else []
    )
    text = words().gettext("; ").join([*verdicts, *(text for text in facts if text)])
    return text[:1].upper() + text[1:]


def fact(game: Game, answer: Answer, known: Mapping[str, Any], claimed: Any) -> str:
    """Return one answer as its sentence or with its label, and a correction of a wrong claim; empty for a verdict."""
    right = known[answer.name]
    if isinstance(answer, Verdict):
        return ""
    if bare(right) == claimed and (sentence := answer.spoken(known, listener(game))):
        return sentence
    if answer is ruling_format.STANDS_FOR:
        return words().gettext(", ").join(meant(game, int(place), right, card) for place, card in claimed.items())
    said = answer.say(right, listener(game))
    if bare(right) != claimed:
        said = Text(N_("{value}, not {wrong}"), value=said, wrong=answer.say(claimed, listener(game))).say(words())
    return labelled(say(answer.label), said, words())


def meant(game: Game, place: int, right: Mapping[int, Card], claimed: str) -> str:
    """Return what the card at a place stands for, and a correction of a wrong claim."""
    card: Any = right[place]
    if str(card) != claimed:
        card = Text(N_("{value}, not {wrong}"), value=card, wrong=game.pack.read(claimed))
    message = N_("the {n} card stands for {card}")
    return Text(message, n=ordinal(place + 1, words()), card=card).say(words())


def listener(game: Game) -> SpeakContext:
    """Return the context for texts of the rulebook, with the names of its examples."""
    return SpeakContext(game, words(), tuple(NAMES))
