"""Read shown cards, in any order, as a group or a run."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import eq

from companion.rules import clauses
from companion.rules.cards import JOKER, Card
from companion.rules.deals import Deal
from companion.rules.game import Game

Cards = tuple[Card, ...]


def is_wild(deal: Deal, card: Card) -> bool:
    """Return whether the card is a joker or of the wild rank."""
    return card.rank in deal.wild or card == JOKER


def natural(deal: Deal, cards: Iterable[Card]) -> list[Card]:
    """Return the cards that are not wild."""
    return [card for card in cards if not is_wild(deal, card)]


def is_group(game: Game, deal: Deal, cards: Cards) -> bool:
    """Return whether the cards are enough for a group and all naturals are of one rank."""
    return len(cards) >= game.group.size and len({card.rank for card in natural(deal, cards)}) <= 1


def kind(game: Game, deal: Deal, cards: Cards) -> str:
    """Return the kind of a meld: "group", "run", "either", or "" for neither."""
    group, run = is_group(game, deal, cards), bool(run_reading(game, deal, cards))
    return "either" if group and run else "group" if group else "run" if run else ""


def run_reading(game: Game, deal: Deal, cards: Cards) -> Cards:
    """Return the card that each one stands for in a run, in the order given; empty if the cards are not a run.

    A reading in which wild cards are themselves is preferred, then one in the order shown, then the highest.
    """
    naturals = natural(deal, cards)
    suit = next((card.suit for card in (*naturals, *cards) if card.suit), game.pack.suits[0])
    if len(cards) < game.run.size or any(card.suit != suit for card in naturals):
        return ()
    stretches = list(windows(game, naturals, len(cards)))
    lying = [ranks for stretch in stretches for ranks in (stretch, stretch[::-1]) if lies(deal, cards, ranks)]
    rows = [*lying, *(seated(deal, cards, suit, stretch) for stretch in stretches)]
    readings = [tuple(Card(rank, suit) for rank in ranks) for ranks in rows]
    return max(readings, key=lambda reading: sum(map(eq, cards, reading)), default=())


def windows(game: Game, naturals: list[Card], size: int) -> Iterator[tuple[str, ...]]:
    """Yield the stretches of the ladder with room for all these naturals, the highest first."""
    ranks = Counter(card.rank for card in naturals).items()
    for start in range(len(game.ladder) - size, -1, -1):
        stretch = game.ladder[start : start + size]
        if all(stretch.count(rank) >= count for rank, count in ranks):
            yield stretch


def lies(deal: Deal, cards: Cards, ranks: tuple[str, ...]) -> bool:
    """Return whether the cards lie in the order of these ranks, wild cards in the gaps."""
    return all(card.rank == rank or is_wild(deal, card) for card, rank in zip(cards, ranks, strict=True))


def seated(deal: Deal, cards: Cards, suit: str, stretch: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rank of the stretch for each card: its own where possible, else (a wild card) any free one."""
    free, taken = list(stretch), {}
    for place in sorted(range(len(cards)), key=lambda place: is_wild(deal, cards[place])):
        card = cards[place]
        if card.rank in free and card.suit == suit:
            free.remove(card.rank)
            taken[place] = card.rank
    return tuple(taken[place] if place in taken else free.pop(0) for place in range(len(cards)))


def wilds_in(deal: Deal, cards: Cards, reading: Cards) -> dict[int, Card]:
    """Return the card that each wild card of a run stands for, by its position."""
    return {place: card for place, card in enumerate(reading) if is_wild(deal, cards[place])}


def stands_for(game: Game, deal: Deal, cards: Cards) -> dict[int, Card]:
    """Return the card that each wild card stands for, by position; empty for a group or for a meld of either kind."""
    return {} if is_group(game, deal, cards) else wilds_in(deal, cards, run_reading(game, deal, cards))


def grounds(game: Game, deal: Deal, cards: Cards) -> list[str]:
    """Return the clauses that a meld rests on."""
    run = run_reading(game, deal, cards)
    wild = wilds_in(deal, cards, run)
    used = {
        clauses.GROUP: is_group(game, deal, cards),
        clauses.RUN: bool(run),
        clauses.LADDER: bool(run) and any(card.rank == "A" and not is_wild(deal, card) for card in cards),
        clauses.WILD_CARDS: any(is_wild(deal, card) for card in cards),
        clauses.WILD_AS_ITSELF: any(cards[place] == card for place, card in wild.items()),
        clauses.JOKERS: JOKER in cards,
        clauses.GUESSED_RANK: rests_on_guess(game, deal, cards),
    }
    return [clause for clause, counts in used.items() if counts]


def rests_on_guess(game: Game, deal: Deal, cards: Cards) -> bool:
    """Return whether the kind of these cards depends on a wild rank that the sources do not name."""
    return deal.guessed and kind(game, deal, cards) != kind(game, without_wild_ranks(deal), cards)


def without_wild_ranks(deal: Deal) -> Deal:
    """Return the deal without a wild rank; jokers stay wild."""
    return replace(deal, wild=frozenset(), guessed=False)


def open_points(game: Game, deal: Deal, melds: Sequence[Cards]) -> list[str]:
    """Return the clauses of the open points without which some of these melds would not be valid."""
    needed = {
        clauses.WILD_CARDS_ALONE: any(not natural(deal, meld) for meld in melds),
        clauses.WILD_AS_ITSELF: as_itself(game, deal, melds),
        clauses.GUESSED_RANK: deal.guessed and not all(kind(game, without_wild_ranks(deal), meld) for meld in melds),
    }
    return [clause for clause, counts in needed.items() if counts]


def open_kind(game: Game, deal: Deal, cards: Cards) -> list[str]:
    """Return the clauses of the open points without which this meld would have another kind or none."""
    needed = {
        clauses.WILD_CARDS_ALONE: not natural(deal, cards),
        clauses.WILD_AS_ITSELF: bool(run_reading(game, deal, cards)) and one_is_itself(game, deal, cards),
        clauses.GUESSED_RANK: rests_on_guess(game, deal, cards),
    }
    return [clause for clause, counts in needed.items() if counts]


def as_itself(game: Game, deal: Deal, melds: Iterable[Cards]) -> bool:
    """Return whether some of these runs is valid only because a wild card in it stands for itself."""
    return any(kind(game, deal, meld) == "run" and one_is_itself(game, deal, meld) for meld in melds)


def one_is_itself(game: Game, deal: Deal, cards: Cards) -> bool:
    """Return whether a wild card of this run must stand for itself, wherever the run lies and its wilds are put."""
    naturals = natural(deal, cards)
    wilds = Counter(cards) - Counter(naturals)
    suit = (naturals or cards)[0].suit
    return all(
        any(wilds[card] + count > wilds.total() for card, count in gaps.items())
        for stretch in windows(game, naturals, len(cards))
        for gaps in [Counter(Card(rank, suit) for rank in stretch) - Counter(naturals)]
    )
