"""How cards that are shown, in any order, read as a group or a run."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import eq

from companion.rules.cards import JOKER, Card
from companion.rules.game import Deal, Game

Cards = tuple[Card, ...]


def is_wild(deal: Deal, card: Card) -> bool:
    """T4, T12: whether the card is of the wild rank, or a joker."""
    return card.rank in deal.wild or card == JOKER


def natural(deal: Deal, cards: Iterable[Card]) -> list[Card]:
    """The cards that stand for nothing but themselves."""
    return [card for card in cards if not is_wild(deal, card)]


def is_group(game: Game, deal: Deal, cards: Cards) -> bool:
    """T6, T10: three or more cards, all naturals of one rank."""
    return len(cards) >= game.group_size and len({card.rank for card in natural(deal, cards)}) <= 1


def kind(game: Game, deal: Deal, cards: Cards) -> str:
    """What a combination is: a group, a run, either, or nothing."""
    group, run = is_group(game, deal, cards), bool(run_reading(game, deal, cards))
    return "either" if group and run else "group" if group else "run" if run else ""


def run_reading(game: Game, deal: Deal, cards: Cards) -> Cards:
    """T7, T9, T10: the card each one stands for in a run, as given; nothing where no run can be read.

    A reading in which wild cards are themselves comes first, then one in the order shown, then the highest.
    """
    naturals = natural(deal, cards)
    suit = next((card.suit for card in (*naturals, *cards) if card.suit), game.pack.suits[0])
    if len(cards) < game.run_size or any(card.suit != suit for card in naturals):
        return ()
    stretches = list(windows(game, naturals, len(cards)))
    lying = [ranks for stretch in stretches for ranks in (stretch, stretch[::-1]) if lies(deal, cards, ranks)]
    rows = [*lying, *(seated(deal, cards, suit, stretch) for stretch in stretches)]
    readings = [tuple(Card(rank, suit) for rank in ranks) for ranks in rows]
    return max(readings, key=lambda reading: sum(map(eq, cards, reading)), default=())


def windows(game: Game, naturals: list[Card], size: int) -> Iterator[tuple[str, ...]]:
    """The stretches of the ladder with room for all these naturals, highest first."""
    ranks = Counter(card.rank for card in naturals).items()
    for start in range(len(game.ladder) - size, -1, -1):
        stretch = game.ladder[start : start + size]
        if all(stretch.count(rank) >= count for rank, count in ranks):
            yield stretch


def lies(deal: Deal, cards: Cards, ranks: tuple[str, ...]) -> bool:
    """Whether the cards lie in the order of these ranks, wild cards in the gaps."""
    return all(card.rank == rank or is_wild(deal, card) for card, rank in zip(cards, ranks, strict=True))


def seated(deal: Deal, cards: Cards, suit: str, stretch: tuple[str, ...]) -> tuple[str, ...]:
    """The rank of the stretch that each card takes: its own where it can, a wild card else any that is free."""
    free, taken = list(stretch), {}
    for place in sorted(range(len(cards)), key=lambda place: is_wild(deal, cards[place])):
        card = cards[place]
        if card.rank in free and card.suit == suit:
            free.remove(card.rank)
            taken[place] = card.rank
    return tuple(taken[place] if place in taken else free.pop(0) for place in range(len(cards)))


def wilds_in(deal: Deal, cards: Cards, reading: Cards) -> dict[int, Card]:
    """What each wild card of a run stands for, by its position."""
    return {place: card for place, card in enumerate(reading) if is_wild(deal, cards[place])}


def grounds(game: Game, deal: Deal, cards: Cards) -> list[str]:
    """The numbers of the paragraphs that a combination rests on."""
    run = run_reading(game, deal, cards)
    wild = wilds_in(deal, cards, run)
    used = {
        "T6": is_group(game, deal, cards),
        "T7": bool(run),
        "T9": bool(run) and any(card.rank == "A" and not is_wild(deal, card) for card in cards),
        "T10": any(is_wild(deal, card) for card in cards),
        "T11": any(cards[place] == card for place, card in wild.items()),
        "T12": JOKER in cards,
        "T22": rests_on_wild_aces(game, deal, cards),
    }
    return [number for number, counts in used.items() if counts]


def fourteen(game: Game, deal: Deal) -> bool:
    """T22: whether it is the fourteen-card round, whose wild rank the seed does not name."""
    return deal.cards > len(game.pack.ranks)


def rests_on_wild_aces(game: Game, deal: Deal, cards: Cards) -> bool:
    """T22: whether these cards, in the fourteen-card round, are what they are only because aces are wild there."""
    if not fourteen(game, deal):
        return False
    return kind(game, deal, cards) != kind(game, aces_tame(deal), cards)


def aces_tame(deal: Deal) -> Deal:
    """T22: the round with nothing wild but its jokers."""
    return replace(deal, wild=deal.wild & {JOKER.rank})


def open_points(game: Game, deal: Deal, melds: Sequence[Cards]) -> list[str]:
    """T11, T22: the numbers of the open points that melds rest on."""
    rests = any(rests_on_wild_aces(game, deal, meld) for meld in melds)
    return [*as_itself(game, deal, melds), *(["T22"] if rests else [])]


def as_itself(game: Game, deal: Deal, melds: Iterable[Cards]) -> list[str]:
    """T11: its number where a run is one only because a wild card in it is the card it is."""
    return ["T11"] if any(kind(game, deal, meld) == "run" and one_is_itself(game, deal, meld) for meld in melds) else []


def one_is_itself(game: Game, deal: Deal, cards: Cards) -> bool:
    """T11: whether a wild card of this run stands for itself, wherever the run lies and however they change places."""
    naturals = natural(deal, cards)
    wilds = Counter(cards) - Counter(naturals)
    suit = (naturals or cards)[0].suit
    return all(
        any(wilds[card] + count > wilds.total() for card, count in gaps.items())
        for stretch in windows(game, naturals, len(cards))
        for gaps in [Counter(Card(rank, suit) for rank in stretch) - Counter(naturals)]
    )
