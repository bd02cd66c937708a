"""Rule on the table and the score: players and packs, the schedule, prices, counts and adjustments."""

from companion.rules import clauses
from companion.rules.cards import Card, Unreadable
from companion.rules.contracts.calling import FEWEST_CALLS
from companion.rules.contracts.game import ContractRummy
from companion.rules.deals import Deal
from companion.rules.game import out_of_range, range_of_players
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


def set_up(game: ContractRummy, players: int) -> Ruling:
    """Rule on whether this number of players can play a match with the packs chosen."""
    if players not in game.players:
        return game.ruling([game.finding(clauses.SET_UP, out_of_range(game, players))], [clauses.SET_UP])
    answer = {"packs": game.pack.copies, "jokers": game.pack.jokers, "cards": game.pack.size}
    open_point = [clauses.SET_UP] if game.packs_by_default(players) else []
    problems, rules = [*game.setup_problems(players)], [clauses.SET_UP, clauses.ENOUGH_CARDS]
    reason = None if problems else range_of_players(game)
    return game.ruling(problems, rules, open_point, answer=answer, reason=reason)


def schedule(game: ContractRummy, deal: Deal, players: int, first_dealer: int) -> Ruling:
    """Rule on the cards and the contract of a deal, its dealer and its first player.

    Raises: Unreadable: for a seat that is not at the table, or for a match that the packs do not allow.
    """
    if first_dealer >= players:
        message = N_("it must be from {low} to {high}, not {value}")
        raise Unreadable(Text(message, value=first_dealer, low=0, high=players - 1), "first_dealer", first_dealer)
    if problems := [*game.setup_problems(players)]:
        raise Unreadable(problems[0].reason, "players", players)
    dealer = game.dealer(deal.number, players, first_dealer)
    answer = {
        "cards": deal.cards,
        "contract": deal.label,
        "dealer": dealer,
        "first_player": (dealer + 1) % players,
    }
    preset = [each.rule for each in game.presets if each.rule and each.name == game.chosen_rules.get("preset")]
    return game.ruling(rules=[clauses.DEALER, clauses.CARDS_DEALT, *preset], answer=answer)


def penalty(game: ContractRummy, cards: tuple[Card, ...]) -> Ruling:
    """Rule on the penalty points for the cards left in a hand."""
    game.check_held(cards, "cards")
    open = [clauses.LEFT_OVER] if any(map(game.open_price, cards)) else []
    return game.ruling(rules=[clauses.LEFT_OVER], open=open, answer={"points": game.points(game.deals[0], cards)})


def total(game: ContractRummy, points: int, cards_at_most: int) -> Ruling:
    """Rule on whether a hand of at most this number of cards costs exactly these points."""
    sizes = range(min(cards_at_most, game.pack.size) + 1)
    possible = game.some_hand_costs(points, sizes)
    known = {"count": cards_at_most, "points": points}
    reason = Text(N_("no single card comes to {points}"), N_("no {count} cards or fewer come to {points}"), **known)
    if possible:
        reason = Text(N_("one card can come to {points}"), N_("{count} cards or fewer can come to {points}"), **known)
    return game.ruling(rules=[clauses.LEFT_OVER], answer={"possible": possible}, reason=reason)


def count(game: ContractRummy, deal: Deal, cards_held: int, calls: int | None) -> Ruling:
    """Rule on whether a player can hold this number of cards at the end; wild cards alone may be stuck."""
    reason = game.count_warning(deal, cards_held, calls)
    over = calls is not None and calls > game.calls
    findings = [game.finding(clauses.CALLS_ALLOWED, game.no_calls_left(calls or 0))] if over else []
    if reason and not findings and game.may_be_wilds_alone(deal, cards_held):
        notes = (game.text(N_("only if they are all {wilds} that cannot be {laid_off}")),)
        return game.ruling(rules=[clauses.CARD_COUNT, clauses.DISCARD], open=[clauses.DISCARD], notes=notes)
    sources_differ = calls is not None and calls > FEWEST_CALLS and "calls" not in game.chosen_rules and not reason
    findings += [game.finding(clauses.CARD_COUNT, reason)] if reason else []
    open = [clauses.CALLS_ALLOWED] if sources_differ else []
    why = None if findings else why_held(game, deal, cards_held, calls)
    return game.ruling(findings, [clauses.CARD_COUNT], open, reason=why)


def why_held(game: ContractRummy, deal: Deal, cards_held: int, calls: int | None) -> Text:
    """Return the message on how a player comes to hold this number of cards at the end."""
    if cards_held <= game.most_left(deal, game.calls if calls is None else calls):
        return Text(N_("a player who has laid down can have that many left"))
    if cards_held == deal.cards:
        return Text(N_("{dealt} cards are dealt"), dealt=deal.cards)
    return game.text(N_("{dealt} cards are dealt, and each {call} brings 2"), dealt=deal.cards)


def adjustment(game: ContractRummy, points: int, reason_given: bool, among_cards: bool) -> Ruling:
    """Rule on an adjustment, which needs a reason and is booked separately from the penalty for cards."""
    findings = []
    if not reason_given:
        findings.append(game.finding(clauses.ADJUSTMENT, Text(N_("a bonus or fine needs a reason"))))
    if among_cards:
        reason = Text(N_("a bonus or fine is recorded apart from the penalty for cards"))
        findings.append(game.finding(clauses.ADJUSTMENT, reason))
    if not points:
        findings.append(game.finding(clauses.ADJUSTMENT, Text(N_("a bonus or fine of 0 changes nothing"))))
    right = Text(N_("it has a reason, and is recorded apart from the penalty for cards"))
    return game.ruling(findings, [clauses.ADJUSTMENT], reason=None if findings else right)
