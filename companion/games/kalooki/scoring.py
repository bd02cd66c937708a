"""K35, K35a and K37 as questions: the price of a hand, the number of its cards, and adjustments."""

from companion.games.kalooki.table import Kalooki, cost
from companion.rules.cards import Card
from companion.rules.deals import Deal
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


def penalty(game: Kalooki, cards: tuple[Card, ...]) -> Ruling:
    """K35: the penalty points for the cards left in a hand."""
    game.check_held(cards, "cards")
    return game.ruling(rules=["K35"], answer={"points": sum(map(cost, cards))})


def total(game: Kalooki, points: int, cards_at_most: int) -> Ruling:
    """K35: rule on whether a hand of at most this number of cards costs exactly these points."""
    sizes = range(min(cards_at_most, game.pack.size) + 1)
    return game.ruling(rules=["K35"], answer={"possible": game.some_hand_costs(points, sizes)})


def count(game: Kalooki, deal: Deal, cards_held: int, calls: int | None) -> Ruling:
    """K35a: rule on whether a player can hold this number of cards at the end; by K15, jokers alone may be stuck."""
    reason = game.count_warning(deal, cards_held, calls)
    findings = [game.finding("K32", game.no_calls_left(calls))] if calls is not None and calls > game.calls else []
    if reason and not findings and game.may_be_jokers_alone(deal, cards_held):
        return game.ruling(rules=["K35a", "K15"], open=["K15"], notes=(Text(N_("only as jokers that can go nowhere")),))
    findings += [game.finding("K35a", reason)] if reason else []
    return game.ruling(findings, ["K35a"])


def adjustment(game: Kalooki, points: int, reason_given: bool, among_cards: bool) -> Ruling:
    """K37: an adjustment needs a reason and is booked separately from the penalty for cards."""
    findings = []
    if not reason_given:
        findings.append(game.finding("K37", Text(N_("an adjustment needs a reason"))))
    if among_cards:
        findings.append(game.finding("K37", Text(N_("an adjustment is kept apart from the penalty for cards"))))
    if not points:
        findings.append(game.finding("K37", Text(N_("an adjustment of 0 changes nothing"))))
    return game.ruling(findings, ["K37"])
