"""Find one short change that makes a meld legal, by running the check on candidates."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.cards import Card
from companion.rules.game import Game
from companion.rules.melds.row_objections import Kind, check, naturals_in, wilds_at
from companion.rules.melds.row_reading import Reading, Row, read
from companion.rules.text import N_, Listed, Places, Text


class Fix(NamedTuple):
    """A change in words, and the cards after it."""

    text: Text
    cards: Row


def fix(game: Game, kind: Kind, cards: Row) -> Fix | None:
    """Return the first short change that makes these cards a legal meld of that kind."""
    if not 2 <= len(cards) <= len(game.ladder) + 1:
        return None
    candidates = group_changes(game, cards) if kind == "group" else run_changes(game, cards)
    return next((change for change in candidates if not check(game, kind, change.cards)), None)


def group_changes(game: Game, cards: Row) -> Iterator[Fix]:
    """Yield changes: a wild card replaced by a card of the rank, a card left out, a card added."""
    rank = next((card.rank for card in naturals_in(game, cards)), None)
    spare = [card for card in game.pack.cards if card.rank == rank and cards.count(card) < (game.pack.copies or 9)]
    for card in spare[:1]:
        yield from (swap(cards, place, card) for place in wilds_at(game, cards))
    yield from omissions(game, cards)
    for card in spare[:1]:
        yield Fix(Text(N_("Yes, with one more {rank}"), rank=card.rank), (*cards, card))


def run_changes(game: Game, cards: Row) -> Iterator[Fix]:
    """Yield changes: another order, the real card for a wild card or stray, a card left out, a card added at an end.

    They go from the lowest card up, so that the result does not depend on the side from which the run is given.
    """
    for row in orders(game, cards):
        yield Fix(Text(N_("Yes, in this order: {cards}"), cards=Listed(row)), row)
    reading = read(game, cards)
    real = real_cards(game, cards, reading) if reading else []
    yield from (swap(cards, place, card) for place, card in real if game.is_wild(cards[place]))
    yield from omissions(game, cards, in_order=True)
    yield from (swap(cards, place, card) for place, card in real if not game.is_wild(cards[place]))
    if reading and reading.fits:
        yield from additions(reading)


def additions(reading: Reading) -> Iterator[Fix]:
    """Yield the changes with one more card on top or at the bottom."""
    row = reading.ascending
    for rung in (reading.top + 1, reading.start - 1):
        if 0 <= rung < len(reading.ladder):
            card = reading.means(rung)
            longer = (*row, card) if rung > reading.top else (card, *row)
            yield Fix(Text(N_("Yes, with the {card} added"), card=card), longer)


def real_cards(game: Game, cards: Row, reading: Reading) -> list[tuple[int, Card]]:
    """Return the places that hold a wild card or a stray, each with the card that belongs there."""
    places = [place for place in from_lowest(game, cards) if 0 <= reading.rung(place) < len(game.ladder)]
    real = [(place, reading.means(reading.rung(place))) for place in places]
    return [(place, card) for place, card in real if cards[place] != card]


def orders(game: Game, cards: Row) -> Iterator[Row]:
    """Yield the naturals in order, the ace low or high, with wild cards in the gaps and the others at the ends."""
    naturals, wilds = naturals_in(game, cards), [card for card in cards if game.is_wild(card)]
    for aces in [rung for rung, rank in enumerate(game.ladder) if rank == "A"]:
        by_rung = {aces if card.rank == "A" else game.ladder.index(card.rank): card for card in naturals}
        if len(by_rung) < len(naturals) or not naturals:
            return
        rungs = range(min(by_rung), max(by_rung) + 1)
        spare = len(cards) - len(rungs)
        for low in (0, 1):
            if spare - low in (0, 1):
                free = iter(wilds)
                below = [next(free) for _ in range(low)]
                between = [by_rung.get(rung) or next(free) for rung in rungs]
                yield (*below, *between, *free)


def swap(cards: Row, place: int, new: Card) -> Fix:
    """Return the change that replaces the card in that place."""
    text = Text(N_("Yes, with the {card} instead of the {other}"), card=new, other=cards[place])
    if cards.count(cards[place]) > 1:
        message = N_("Yes, with the {card} instead of the {other} ({places})")
        text = Text(message, card=new, other=cards[place], places=Places([place]))
    return Fix(text, (*cards[:place], new, *cards[place + 1 :]))


def omissions(game: Game, cards: Row, in_order: bool = False) -> Iterator[Fix]:
    """Yield the changes that leave a card out; the text names its place if it matters which of equal cards it is."""
    rows = [cards[:place] + cards[place + 1 :] for place in range(len(cards))]
    for place in from_lowest(game, cards):
        card = cards[place]
        text = Text(N_("Yes, without the {card}"), card=card)
        if in_order and any(other == card and row != rows[place] for other, row in zip(cards, rows, strict=True)):
            text = Text(N_("Yes, without the {card} ({places})"), card=card, places=Places([place]))
        yield Fix(text, rows[place])


def from_lowest(game: Game, cards: Row) -> Iterator[int]:
    """Yield the places of the cards, that of the lowest first if they lie in a row."""
    reading = read(game, cards)
    yield from reversed(range(len(cards))) if reading and reading.flipped else range(len(cards))
