"""Whole hands: an arrangement that is shown, the best one, going out, and what the cards left over cost."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from companion.games.three_thirteen import readings
from companion.games.three_thirteen.melds import objections
from companion.games.three_thirteen.prices import doubt, pricing
from companion.games.three_thirteen.readings import Cards
from companion.rules import arrange
from companion.rules.arrange import Arrangement
from companion.rules.cards import Card, Unreadable, check_most
from companion.rules.game import Deal, Game
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Listed, Text
from companion.rules.totals import some_arrangement_leaves

MOST = 16  # cards of one hand that are arranged, whatever the round; none deals more than fourteen


def penalty(game: Game, deal: Deal, cards: Cards) -> Ruling:
    """T17–T20: what these cards left over cost."""
    check_held(cards, "cards")
    return game.ruling((), pricing(game, cards), answer={"points": game.points(cards)})


def arrangement(game: Game, deal: Deal, hand: Cards, melds: Sequence[Cards]) -> Ruling:
    """T8: whether these combinations stand and come out of the hand, and what is left over.

    Positions count through all the combinations, one after another.
    """
    check_held(hand, "hand")
    findings = [*not_in_hand(game, hand, melds)]
    stands_for: dict[int, Card] = {}
    first = 0
    for number, meld in enumerate(melds, start=1):
        findings += in_place(first, number, objections(game, deal, meld))
        wilds = readings.wilds_in(deal, meld, readings.run_reading(game, deal, meld))
        stands_for |= {first + place: card for place, card in wilds.items()}
        first += len(meld)
    rules = unique("T8", *(number for meld in melds for number in readings.grounds(game, deal, meld)))
    if findings:
        return game.ruling(findings, rules)
    left = tuple((Counter(hand) - Counter(card for meld in melds for card in meld)).elements())
    answer = {"points": game.points(left), "left": left}
    open = readings.open_points(game, deal, melds)
    rules, stands = unique(*rules, *pricing(game, left)), counted(game, deal, melds)
    return game.ruling((), rules, open, answer=answer, stands_for=stands_for, stands=stands)


def counted(game: Game, deal: Deal, melds: Sequence[Cards]) -> Text | None:
    """The combinations counted in words: what may be a group is called one."""
    runs = [readings.kind(game, deal, meld) for meld in melds].count("run")
    groups = len(melds) - runs
    said = [Text(N_("{count} group"), N_("{count} groups"), count=groups)] if groups else []
    said += [Text(N_("{count} run"), N_("{count} runs"), count=runs)] if runs else []
    return Text("{melds}", melds=Listed(said)) if said else None


def in_place(first: int, number: int, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Objections to one combination, told of it by number, its cards counted from the first of all."""
    for found in findings:
        reason = Text(N_("combination {n}: {reason}"), n=number, reason=found.reason)
        yield Finding(found.rule, reason, tuple(first + place for place in found.cards))


def not_in_hand(game: Game, hand: Cards, melds: Sequence[Cards]) -> list[Finding]:
    """T8: cards used oftener than the hand holds them; positions count through all the combinations."""
    held, seen, findings = Counter(hand), Counter[Card](), []
    for place, card in enumerate(card for meld in melds for card in meld):
        seen[card] += 1
        if seen[card] > held[card]:
            twice = N_("{card} is used twice, and the hand has no second one")
            message = twice if held[card] else N_("{card} is not in the hand")
            findings.append(game.finding("T8", Text(message, card=card), [place]))
    return findings


def best_arrangement(game: Game, deal: Deal, hand: Cards) -> Ruling:
    """T17: the arrangement that leaves the fewest points."""
    best = arranged(game, deal, hand)
    melds = [picked(hand, meld) for meld in best.melds]
    left = picked(hand, best.left)
    rules = [number for meld in melds for number in readings.grounds(game, deal, meld)]
    in_runs = {place for meld in best.melds if not readings.is_group(game, deal, picked(hand, meld)) for place in meld}
    stands_for = {place: card for place, card in best.stands_for.items() if place in in_runs}
    answer = {"points": best.points, "melds": melds, "left": left}
    rules, open = unique("T17", *rules, *pricing(game, left)), readings.open_points(game, deal, melds)
    stands = counted(game, deal, melds)
    return game.ruling((), rules, open, answer=answer, stands_for=stands_for, stands=stands)


def go_out(game: Game, deal: Deal, hand: Cards) -> Ruling:
    """T14: whether the player goes out, and by which discards; the dearest comes first."""
    if len(hand) != deal.cards + 1:
        message = N_("after drawing a hand has {count} cards here, not {held}")
        raise Unreadable(Text(message, count=deal.cards + 1, held=len(hand)), "hand")
    places = arrange.go_out(hand, game.ladder, deal.wild, partial(game.price, game))
    discards = sorted(dict.fromkeys(picked(hand, places)), key=lambda card: -game.price(game, card))
    if not discards:
        return game.ruling([held_back(game, deal, hand)], ["T14"], answer={"possible": False})
    answer = {"possible": True, "discard": discards[0], "discards": discards}
    open = unique(*(number for discard in discards for number in open_without(game, deal, hand, discard)))
    return game.ruling((), ["T14", *open], open, answer=answer)


def open_without(game: Game, deal: Deal, hand: Cards, discard: Card) -> list[str]:
    """T11, T22: the numbers of the open points that the arrangement of the hand without that card rests on."""
    rest = without(hand, discard)
    aces = readings.fourteen(game, deal) and arranged(game, readings.aces_tame(deal), rest).points
    return [*(["T11"] if one_is_itself(game, deal, rest) else []), *(["T22"] if aces else [])]


def one_is_itself(game: Game, deal: Deal, hand: Cards) -> bool:
    """T11: whether, however the wild cards change places, one of them stands for itself in a run."""
    best = arranged(game, deal, hand)
    wilds = [place for meld in best.melds for place in meld if readings.is_wild(deal, hand[place])]
    runs = [meld for meld in best.melds if readings.kind(game, deal, picked(hand, meld)) == "run"]
    wanted = Counter(best.stands_for[place] for meld in runs for place in meld if place in wilds)
    held = Counter(picked(hand, wilds))
    return any(held[card] + count > len(wilds) for card, count in wanted.items())


def held_back(game: Game, deal: Deal, hand: Cards) -> Finding:
    """T14: why the player does not go out."""
    left = arranged(game, deal, hand).left
    if not left:
        return game.finding("T14", Text(N_("all is arranged, but no card can be spared for the discard")))
    reason = Text(N_("the best arrangement leaves {cards}"), cards=Listed(picked(hand, left)))
    return game.finding("T14", reason, left)


def some_hand(game: Game, deal: Deal, points: int) -> bool:
    """B1: whether some hand of the deal, arranged as well as can be, leaves so many points."""
    pack = game.pack
    return some_arrangement_leaves(
        points, deal.cards, game.ladder, deal.wild, partial(game.price, game), pack.copies, pack.jokers, pack.suits
    )


def total(game: Game, deal: Deal, points: int) -> Ruling:
    """B1: whether some hand of the round, arranged as well as can be, leaves so many points."""
    open = ["T22"] if readings.fourteen(game, deal) else []
    if game.some_hand(game, deal, points):
        return game.ruling((), ["B1", "T17"], open, answer={"possible": True})
    message = N_("no hand of {dealt} cards, arranged as well as can be, leaves {points}")
    reason = Text(message, dealt=deal.cards, points=points)
    return game.ruling([game.finding("B1", reason)], ["B1", "T17"], open, answer={"possible": False})


def count(game: Game, deal: Deal, cards_left: int) -> Ruling:
    """T17: whether so many cards can be left over."""
    reason = doubt(game, deal, cards_left)
    return game.ruling([game.finding("T17", reason)] if reason else (), ["T17"])


def arranged(game: Game, deal: Deal, hand: Cards) -> Arrangement:
    """The lightest arrangement of a hand of a size that occurs."""
    check_held(hand, "hand")
    return arrange.best_arrangement(hand, game.ladder, deal.wild, partial(game.price, game))


def check_held(hand: Cards, field: str) -> None:
    """Unreadable if the cards are more than a hand that is arranged may hold."""
    check_most(len(hand), MOST, field)


def without(hand: Cards, card: Card) -> Cards:
    """The hand without one such card."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def picked(hand: Cards, places: Sequence[int]) -> Cards:
    """The cards in those places."""
    return tuple(hand[place] for place in places)


def unique(*numbers: str) -> list[str]:
    """The numbers, each once, in order."""
    return list(dict.fromkeys(numbers))
