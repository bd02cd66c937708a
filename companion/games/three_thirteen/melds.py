"""Whether cards are a combination: all that is wrong with them, and the short way to mend it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.games.three_thirteen.readings import (
    Cards,
    grounds,
    is_wild,
    kind,
    natural,
    open_points,
    run_reading,
    wilds_in,
)
from companion.rules.cards import JOKER, Card
from companion.rules.game import Deal, Game
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Listed, Text


def meld(game: Game, deal: Deal, cards: Cards) -> Ruling:
    """T6–T12, K12: whether these cards are a group, a run or either, and what is wrong with them."""
    findings = objections(game, deal, cards)
    if findings:
        return game.ruling(findings, **remedy(game, deal, cards))
    answer = {"kind": kind(game, deal, cards)}
    stands_for = wilds_in(deal, cards, run_reading(game, deal, cards))
    twins = ["K12"] if game.pack.copies and len(set(cards)) < len(cards) else []
    rules, open = [*grounds(game, deal, cards), *twins], open_points(game, deal, [cards])
    return game.ruling((), rules, open, answer=answer, stands_for=stands_for)


def objections(game: Game, deal: Deal, cards: Cards) -> list[Finding]:
    """All that keeps these cards from being a combination; nothing where they are one."""
    findings = [*unplayable(game, cards)]
    if kind(game, deal, cards):
        return findings
    naturals = natural(deal, cards)
    ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
    shapes = [no_group(game, deal, cards)] if len(ranks) < 2 or len(suits) > 1 else []
    if len(ranks) != 1 or len(naturals) == 1:
        shapes.append(no_run(game, deal, cards))
    return [*findings, *sorted(shapes, key=lambda found: len(found.cards))]  # what was likely meant comes first


def unplayable(game: Game, cards: Cards) -> Iterator[Finding]:
    """T1, K12: cards that are not in play, or not so often."""
    for card, limit in game.pack.too_many(cards):
        places = [place for place, other in enumerate(cards) if other == card]
        if card == JOKER and not limit:
            yield game.finding("T1", Text(N_("jokers are not in play; a house rule brings them in")), places)
        else:
            packs = Text(N_("{count} pack is in play"), N_("{count} packs are in play"), count=game.pack.copies or 1)
            yield game.finding("K12", Text(N_("{card}: only {limit} in play"), limit=limit, card=card), places)
            yield game.finding("T1", packs, places)


def no_group(game: Game, deal: Deal, cards: Cards) -> Finding:
    """T6: what keeps the cards from being a group."""
    if len(cards) < game.group_size:
        return game.finding("T6", Text(N_("a group takes three cards at least")), range(len(cards)))
    ranks = Counter(card.rank for card in natural(deal, cards))
    most = max(ranks, key=lambda rank: ranks[rank])
    off = [place for place, card in enumerate(cards) if not is_wild(deal, card) and card.rank != most]
    reason = Text(N_("no group: not all of one rank ({cards})"), cards=Listed(cards[place] for place in off))
    return game.finding("T6", reason, off)


def no_run(game: Game, deal: Deal, cards: Cards) -> Finding:
    """T7, T9, T10: what keeps the cards from being a run."""
    naturals = natural(deal, cards)
    suits = Counter(card.suit for card in naturals)
    if len(cards) < game.run_size:
        return game.finding("T7", Text(N_("a run takes three cards at least")), range(len(cards)))
    if len(suits) > 1:
        most = max(suits, key=lambda suit: suits[suit])
        off = [place for place, card in enumerate(cards) if not is_wild(deal, card) and card.suit != most]
        reason = Text(N_("no run: not all of one suit ({cards})"), cards=Listed(cards[place] for place in off))
        return game.finding("T7", reason, off)
    return twice(game, deal, cards) or too_long(game, deal, cards) or apart(game, deal, cards)


def twice(game: Game, deal: Deal, cards: Cards) -> Finding | None:
    """T7: a card that a run has no second place for."""
    room = Counter(game.ladder if len(cards) >= len(game.ladder) else game.pack.ranks)  # both aces only from end to end
    places = []
    for place, card in enumerate(cards):
        if not is_wild(deal, card):
            room[card.rank] -= 1
            places += [place] if room[card.rank] < 0 else []
    if not places:
        return None
    reason = Text(N_("no run: {cards} would lie in it twice"), cards=Listed(cards[place] for place in places))
    return game.finding("T7", reason, places)


def too_long(game: Game, deal: Deal, cards: Cards) -> Finding | None:
    """T10: wild cards beyond both ends of the ladder."""
    if len(cards) <= len(game.ladder):
        return None
    message = N_("a run has {most} cards at most, from {low} to {high}; no wild card stands beyond its ends")
    reason = Text(message, most=len(game.ladder), low=game.ladder[0], high=game.ladder[-1])
    return game.finding("T10", reason, [place for place, card in enumerate(cards) if is_wild(deal, card)])


def apart(game: Game, deal: Deal, cards: Cards) -> Finding:
    """T7, T9: a gap that the wild cards do not fill, or a run that goes round the corner."""
    naturals = natural(deal, cards)
    places = [place for place, card in enumerate(cards) if card in naturals]
    if goes_round(game, naturals, len(cards)):
        aces = [place for place in places if cards[place].rank == "A"] or places
        high = game.ladder[-1] == "A"
        reason = (
            N_("an ace is never in the middle of a run") if high else N_("nothing comes above the king; the ace is low")
        )
        return game.finding("T9", Text(reason), aces)
    gaps, wild = missing(game, naturals), len(cards) - len(naturals)
    if len(gaps) > wild + 3:
        return game.finding("T7", Text(N_("no run: the cards lie too far apart")), places)
    message = N_("no run: {cards} missing, and too few wild cards ({wild})") if wild else N_("no run: {cards} missing")
    return game.finding("T7", Text(message, cards=Listed(gaps), wild=wild), places)


def goes_round(game: Game, naturals: list[Card], size: int) -> bool:
    """T9: whether the cards would be a run if the ace followed the king in a circle."""
    circle = game.pack.ranks * 2
    ranks = {card.rank for card in naturals}
    return any(ranks <= set(circle[start : start + size]) for start in range(len(game.pack.ranks)))


def missing(game: Game, naturals: list[Card]) -> list[Card]:
    """The cards between the lowest and the highest of these, where they lie closest."""
    ranks = [card.rank for card in naturals]
    spans = [[game.ladder.index(rank) for rank in ranks]]
    if game.ladder[-1] == "A":
        spans.append([len(game.ladder) - 1 if rank == "A" else game.ladder.index(rank) for rank in ranks])
    places = min(spans, key=lambda places: max(places) - min(places))
    between = game.ladder[min(places) : max(places)]
    return [Card(rank, naturals[0].suit) for rank in between if rank not in ranks]


def remedy(game: Game, deal: Deal, cards: Cards) -> dict[str, Any]:
    """The fix of a combination and the cards as they would then be, where one card more or less is enough."""
    if len(cards) > len(game.ladder) + 1 or not natural(deal, cards):
        return {}
    for text, changed in changes(game, deal, cards):
        if not objections(game, deal, changed):
            return {"fix": text, "fixed": changed}
    return {}


def changes(game: Game, deal: Deal, cards: Cards) -> Iterator[tuple[Text, Cards]]:
    """What one might do about it: leave a card out, add one, or take another in its place."""
    for place in range(len(cards) if len(cards) > game.group_size else 0):
        yield Text(N_("Leave out {card}."), card=cards[place]), cards[:place] + cards[place + 1 :]
    for card in wanted(game, natural(deal, cards)):
        yield Text(N_("Add {card}."), card=card), (*cards, card)
    suit, _ = Counter(card.suit for card in natural(deal, cards)).most_common(1)[0]
    rank, _ = Counter(card.rank for card in natural(deal, cards)).most_common(1)[0]
    for place, card in enumerate(cards):
        nearest = () if is_wild(deal, card) else (Card(card.rank, suit), Card(rank, card.suit))
        for other in nearest:
            if other not in cards:
                text = Text(N_("Take {other} in place of {card}."), other=other, card=card)
                yield text, (*cards[:place], other, *cards[place + 1 :])


def wanted(game: Game, naturals: list[Card]) -> list[Card]:
    """The cards that bring these nearer to a run or a group: what is missing, the neighbours, the other suits."""
    ranks, suits = [card.rank for card in naturals], [card.suit for card in naturals]
    found = []
    if len(set(suits)) == 1:
        ends = [game.pack.ranks.index(rank) for rank in ranks]
        neighbours = [*game.pack.ranks[max(ends) + 1 :][:1], *game.pack.ranks[: min(ends)][-1:]]
        found = missing(game, naturals)[:1] or [Card(rank, suits[0]) for rank in neighbours]
    if len(set(ranks)) == 1:
        found += [Card(ranks[0], suit) for suit in game.pack.suits if suit not in suits]
    return found
