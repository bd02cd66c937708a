"""Judge shown cards as a group or run, and find a short fix for an illegal one."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.rules import clauses
from companion.rules.cards import JOKER, Card
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.melds.objections import gap_cards, objections, stands
from companion.rules.melds.run_reading import Cards, grounds, is_wild, kind, natural, open_kind, stands_for
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


def meld(game: Game, deal: Deal, cards: Cards) -> Ruling:
    """Rule on whether these cards are a group, a run or either, with all objections."""
    findings = objections(game, deal, cards)
    if findings:
        return game.ruling(findings, **remedy(game, deal, cards))
    answer = {"kind": kind(game, deal, cards)}
    twins = [clauses.COPIES] if game.pack.copies and len(set(cards)) < len(cards) else []
    rules, open = [*grounds(game, deal, cards), *twins], open_kind(game, deal, cards)
    return game.ruling((), rules, open, answer=answer, stands_for=stands_for(game, deal, cards))


def remedy(game: Game, deal: Deal, cards: Cards) -> dict[str, Any]:
    """Return the fix of a combination and the cards after it, if adding, removing or replacing one card is enough."""
    if len(cards) > len(game.ladder) + 1 or not natural(deal, cards):
        return {}
    for text, changed in changes(game, deal, cards):
        if stands(game, deal, changed):
            return {"fix": text, "fixed": changed}
    return {}


def changes(game: Game, deal: Deal, cards: Cards) -> Iterator[tuple[Text, Cards]]:
    """Yield possible fixes: leave a card out, add one, or replace one."""
    for place in range(len(cards) if len(cards) > game.group.size else 0):
        named = N_("Leave out the joker.") if cards[place] == JOKER else N_("Leave out {card}.")
        yield Text(named, card=cards[place]), cards[:place] + cards[place + 1 :]
    for card in wanted(game, deal, cards):
        yield Text(N_("Add {card}."), card=card), (*cards, card)
    suit, _ = Counter(card.suit for card in natural(deal, cards)).most_common(1)[0]
    rank, _ = Counter(card.rank for card in natural(deal, cards)).most_common(1)[0]
    for place, card in enumerate(cards):
        nearest = () if is_wild(deal, card) else (Card(card.rank, suit), Card(rank, card.suit))
        for other in nearest:
            if other not in cards:
                text = Text(N_("Take {other} in place of {card}."), other=other, card=card)
                yield text, (*cards[:place], other, *cards[place + 1 :])


def wanted(game: Game, deal: Deal, cards: Cards) -> list[Card]:
    """Return the cards worth adding: a missing card or the neighbours of a run, the other suits of a group."""
    naturals = natural(deal, cards)
    ranks, suits = [card.rank for card in naturals], [card.suit for card in naturals]
    found = []
    if len(set(suits)) == 1:
        ends = [game.pack.ranks.index(rank) for rank in ranks]
        neighbours = [*game.pack.ranks[max(ends) + 1 :][:1], *game.pack.ranks[: min(ends)][-1:]]
        found = gap_cards(game, deal, cards)[:1] or [Card(rank, suits[0]) for rank in neighbours]
    if len(set(ranks)) == 1:
        found += [Card(ranks[0], suit) for suit in game.pack.suits if suit not in suits]
    return found
