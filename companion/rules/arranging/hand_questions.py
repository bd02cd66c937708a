"""Whole hands: judge a given arrangement, find the best one, going out, and the points of the cards left over."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from companion.rules import clauses
from companion.rules.arranging.best_arrangement import discards_going_out
from companion.rules.arranging.game import LARGEST_HAND, GroupsAndRuns
from companion.rules.arranging.open_points import decisive, strict_arrangement
from companion.rules.cards import JOKER, Card, Unreadable, check_hand_size
from companion.rules.deals import Arrangement, Deal
from companion.rules.melds import unordered_reading as reading
from companion.rules.melds.unordered_meld import objections
from companion.rules.melds.unordered_reading import Cards
from companion.rules.rulings import Finding, Ruling, in_meld
from companion.rules.text import N_, Listed, Text


def penalty(game: GroupsAndRuns, deal: Deal, cards: Cards) -> Ruling:
    """Rule on the points of these cards left over."""
    check_hand_size(len(cards), LARGEST_HAND, "cards")
    return game.ruling((), game.price_clauses(cards), answer={"points": game.points(deal, cards)})


def arrangement(game: GroupsAndRuns, deal: Deal, hand: Cards, melds: Sequence[Cards]) -> Ruling:
    """Rule on whether these melds are valid and come out of the hand, and on the cards left over.

    Positions count through all the melds, one after another.
    """
    check_hand_size(len(hand), LARGEST_HAND, "hand")
    findings = [*not_in_hand(game, hand, melds)]
    stands_for: dict[int, Card] = {}
    first = 0
    for number, meld in enumerate(melds, start=1):
        findings += in_meld(number, first, objections(game, deal, meld))
        named = reading.stands_for(game, deal, meld)
        stands_for |= {first + place: card for place, card in named.items()}
        first += len(meld)
    rules = [clauses.ONE_MELD, *(number for meld in melds for number in reading.grounds(game, deal, meld))]
    if findings:
        return game.ruling(findings, rules)
    left = tuple((Counter(hand) - Counter(card for meld in melds for card in meld)).elements())
    answer = {"points": game.points(deal, left), "left": left}
    open = reading.open_points(game, deal, melds)
    rules, reason = [*rules, *game.price_clauses(left)], melds_in_words(game, deal, melds)
    return game.ruling((), rules, open, answer=answer, stands_for=stands_for, reason=reason)


def melds_in_words(game: GroupsAndRuns, deal: Deal, melds: Sequence[Cards]) -> Text | None:
    """Return the valid melds counted in words; one that may be either counts as a group."""
    runs = sum(not reading.is_group(game, deal, meld) for meld in melds)
    return Text("{melds}", melds=game.words.counted(len(melds) - runs, runs)) if melds else None


def not_in_hand(game: GroupsAndRuns, hand: Cards, melds: Sequence[Cards]) -> list[Finding]:
    """Return objections to cards used more often than the hand holds them; positions count through all melds."""
    held, used = Counter(hand), defaultdict[Card, list[int]](list)
    for place, card in enumerate(card for meld in melds for card in meld):
        used[card].append(place)
    return [
        game.finding(clauses.ONE_MELD, too_often(card, held[card], len(places)), places[held[card] :])
        for card, places in used.items()
        if len(places) > held[card]
    ]


def too_often(card: Card, held: int, used: int) -> Text:
    """Return the message about a card that the melds use more often than the hand holds it."""
    if not held:
        return Text(N_("{card} is not in the hand"), card=card)
    if (held, used) == (1, 2):
        return Text(N_("{card} is used twice, but the hand has only one"), card=card)
    return Text(N_("{card} is used {used} times, but the hand has only {held}"), card=card, used=used, held=held)


def best_arrangement(game: GroupsAndRuns, deal: Deal, hand: Cards) -> Ruling:
    """Rule on the arrangement that leaves the fewest points."""
    best, open = stable_arrangement(game, deal, hand)
    melds = [picked(hand, meld) for meld in best.melds]
    left = picked(hand, best.left)
    rules = [number for meld in melds for number in reading.grounds(game, deal, meld)]
    in_runs = {place for meld in best.melds if not reading.is_group(game, deal, picked(hand, meld)) for place in meld}
    stands_for = {place: card for place, card in best.stands_for.items() if place in in_runs}
    answer = {"points": best.points, "melds": melds, "left": left}
    rules, reason = [clauses.LEFT_OVER, *rules, *game.price_clauses(left)], melds_in_words(game, deal, melds)
    return game.ruling((), rules, open, answer=answer, stands_for=stands_for, reason=reason)


def stable_arrangement(game: GroupsAndRuns, deal: Deal, hand: Cards) -> tuple[Arrangement, list[str]]:
    """Return a best arrangement that does not depend on the order of the hand, and the open points that decide.

    If none decides, prefer an arrangement that rests on no open point, if one is found.
    """
    order = sorted(range(len(hand)), key=hand.__getitem__)
    cards = picked(hand, order)
    best = game.arrange(deal, cards)
    open = decisive(game, deal, hand, best.points)
    if not open and rests_on_open(game, deal, cards, best):
        other = strict_arrangement(game, deal, cards)
        valid = all(reading.kind(game, deal, picked(cards, meld)) for meld in other.melds)
        if valid and other.points == best.points and not rests_on_open(game, deal, cards, other):
            best = other
    melds = tuple(tuple(order[place] for place in meld) for meld in best.melds)
    stands_for = {order[place]: card for place, card in best.stands_for.items()}
    return Arrangement(best.points, melds, tuple(sorted(order[place] for place in best.left)), stands_for), open


def rests_on_open(game: GroupsAndRuns, deal: Deal, hand: Cards, best: Arrangement) -> bool:
    """Return whether the melds need an open point, however their wild cards are exchanged."""
    melds = [meld for meld in best.melds if reading.natural(deal, picked(hand, meld))]
    if len(melds) < len(best.melds) and game.rulebook[clauses.WILD_CARDS_ALONE].open:
        return True
    wilds = Counter(hand[place] for meld in melds for place in meld if reading.is_wild(deal, hand[place]))
    runs = [meld for meld in melds if not reading.is_group(game, deal, picked(hand, meld))]
    places = Counter(best.stands_for[place] for meld in runs for place in meld if place in best.stands_for)
    return any(wilds[card] + count > wilds.total() for card, count in places.items())


def go_out(game: GroupsAndRuns, deal: Deal, hand: Cards) -> Ruling:
    """Rule on whether the player can go out, with the discards: those resting on no open point first, then the dearest.

    Raises: Unreadable: if the hand does not have one card more than the deal.
    """
    if len(hand) != deal.cards + 1:
        message = N_("after drawing, a hand has {count} cards in this round, not {held}")
        raise Unreadable(Text(message, count=deal.cards + 1, held=len(hand)), "hand")
    places = discards_going_out(hand, game.ladder, deal.wild, game.sizes)
    counted = replace(game, prices=dict.fromkeys(game.prices, 1))  # no card may be left, whatever it costs
    open_with = {hand[at]: decisive(counted, deal, (*hand[:at], *hand[at + 1 :]), points=0) for at in places}
    if not open_with:
        return game.ruling([cannot_go_out(game, deal, hand)], [clauses.GOING_OUT], answer={"possible": False})
    discards = sorted(open_with, key=lambda card: (len(open_with[card]), -game.price(deal, card)))
    answer = {"possible": True, "discard": discards[0], "discards": discards}
    # A list, in the order of `decisive`, which is that of the rules.
    open = [clause for clause in open_with[discards[0]] if all(clause in each for each in open_with.values())]
    return game.ruling((), [clauses.GOING_OUT, *open], open, answer=answer)


def cannot_go_out(game: GroupsAndRuns, deal: Deal, hand: Cards) -> Finding:
    """Return the reason why the player cannot go out."""
    left = game.arrange(deal, hand).left
    if not left:
        return game.finding(clauses.GOING_OUT, Text(N_("every card is needed in a meld, so none is left to discard")))
    reason = Text(N_("even the best arrangement leaves {cards}"), cards=Listed(picked(hand, left)))
    return game.finding(clauses.GOING_OUT, reason, left)


def total(game: GroupsAndRuns, deal: Deal, points: int) -> Ruling:
    """Rule on whether some hand of the round, in its best arrangement, leaves this number of points."""
    possible, rules = game.is_possible_total(deal, points), [clauses.POSSIBLE_TOTAL, "B1", clauses.LEFT_OVER]
    guess = deal.guessed and possible != game.is_possible_total(reading.without_wild_ranks(deal), points)
    alone = not possible and points in wild_sums(game, deal)
    open = [*([clauses.GUESSED_RANK] if guess else []), *([clauses.WILD_CARDS_ALONE] if alone else [])]
    if possible:
        reason = Text(N_("a hand can leave {points} in its best arrangement"), points=points)
        if game.has_negative_prices:
            reason = Text(N_("the cards left over can cost {points}"), points=points)
        return game.ruling((), rules, open, answer={"possible": True}, reason=reason)
    message = N_("no hand of {dealt} cards leaves exactly {points} in its best arrangement")
    reason = Text(message, dealt=deal.cards, points=points)
    return game.ruling([game.finding(clauses.POSSIBLE_TOTAL, reason)], rules, open, answer={"possible": False})


def wild_sums(game: GroupsAndRuns, deal: Deal) -> set[int]:
    """Return the points that hands of wild cards alone would leave if they were not a meld."""
    cards, pack = deal.cards, game.pack
    prices = {game.price(deal, Card(rank, pack.suits[0])) for rank in deal.wild} or {0}
    most = cards if pack.copies is None else pack.copies * len(pack.suits) * len(deal.wild)
    least = 0 if pack.jokers is None else cards - pack.jokers
    suited = range(max(least, 0), min(most, cards) + 1)
    return {price * many + game.price(deal, JOKER) * (cards - many) for price in prices for many in suited}


def count(game: GroupsAndRuns, deal: Deal, cards_left: int) -> Ruling:
    """Rule on whether this number of cards can be left over."""
    if warning := game.count_warning(deal, cards_left):
        return game.ruling([game.finding(clauses.LEFT_OVER, warning)], [clauses.LEFT_OVER])
    reason = (
        Text(N_("a hand can have no meld at all")) if cards_left == deal.cards else Text(N_("the rest can be melds"))
    )
    if not cards_left:
        reason = Text(N_("the whole hand can be melds"))
    return game.ruling((), [clauses.LEFT_OVER], reason=reason)


def picked(hand: Cards, places: Sequence[int]) -> Cards:
    """Return the cards in those places."""
    return tuple(hand[place] for place in places)
