"""Rule on everything but melds: set-up, schedule, turns, the end of a deal, and counts."""

from companion.rules import clauses
from companion.rules.bookkeeping import lowest, opening
from companion.rules.cards import Card, Unreadable, too_many
from companion.rules.contracts.calling import FEWEST_CALLS
from companion.rules.contracts.game import ContractRummy
from companion.rules.counting_pad import some_hand
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
    answer = {"cards": deal.cards, "contract": deal.label, **opening(game, deal, players, first_dealer)}
    preset = [each.rule for each in game.presets if each.rule and each.name == game.chosen_rules.get("preset")]
    return game.ruling(rules=[clauses.DEALER, clauses.CARDS_DEALT, *preset], answer=answer)


def may_take_discard(game: ContractRummy, laid_down: bool, called: bool) -> Ruling:
    """Rule on taking the top discard instead of drawing from the stock."""
    findings = []
    if laid_down and game.down_draws_stock:
        reason = Text(N_("a player who has laid down may not take the discard"))
        findings.append(game.finding(clauses.AFTER_LAYING_DOWN, reason))
    if called:
        reason = game.text(N_("the card above it was {called}, so it is dead; draw from the stock"))
        findings.append(game.finding(clauses.DEAD_CARD, reason))
    rules = [clauses.DRAW, *([clauses.AFTER_LAYING_DOWN] if laid_down else [])]
    instead = Text(N_("you take it instead of a card from the stock"))
    return game.ruling(findings, rules, reason=None if findings else instead)


def may_play(game: ContractRummy, play: str, laid_down: bool, drawn: bool, just_called: bool) -> Ruling:
    """Rule on laying down or laying off at this moment."""
    findings = []
    if just_called:
        reason = game.text(N_("after a {call} the player waits for the next turn before laying down or {laying_off}"))
        findings.append(game.finding(clauses.CALL_DRAWS, reason))
    elif not drawn:
        findings.append(game.finding(clauses.PLAY, Text(N_("draw a card first"))))
    lays_off = play != "lay-down"
    if laid_down and not lays_off and not game.more_melds:
        findings.append(game.finding(clauses.CONTRACT, Text(N_("no further melds are laid down after the contract"))))
    if lays_off and not laid_down:
        reason = game.text(N_("only a player who has laid down may {lay_off}"))
        findings.append(game.finding(clauses.LAY_OFF, reason))
    ready = N_("you have laid down and drawn a card") if lays_off else N_("you have drawn a card")
    rules = [clauses.PLAY, *([clauses.AFTER_LAYING_DOWN, clauses.LAY_OFF] if lays_off else [])]
    return game.ruling(findings, rules, reason=None if findings else Text(ready))


def discard(game: ContractRummy, card: Card, only_jokers_left: bool) -> Ruling:
    """Rule on a discard: any card, but a wild one only where the game allows it.

    Raises: Unreadable: for a card that is not in play.
    """
    if over := game.pack.too_many([card]):
        raise Unreadable(too_many(*over[0]), "card")
    if game.wilds_discarded or not game.is_wild(card):
        may = N_("a {wild} may be discarded too") if game.is_wild(card) else N_("only a {wild} may not be discarded")
        if game.wilds_discarded and not game.is_wild(card):
            may = N_("any card may be discarded")
        open = [clauses.DISCARD] if game.is_wild(card) else []
        return game.ruling(rules=[clauses.DISCARD], open=open, reason=game.text(may))
    if not only_jokers_left:
        reason = game.text(N_("a {wild} may never be discarded"))
        return game.ruling([game.finding(clauses.DISCARD, reason, [0])], [clauses.DISCARD])
    message = N_("a {wild} may never be discarded; with nothing else in hand the turn ends without a discard")
    found = game.finding(clauses.DISCARD, game.text(message), [0])
    return game.ruling([found], [clauses.DISCARD], [clauses.DISCARD])


def stock_empty(game: ContractRummy, discards: int) -> Ruling:
    """Rule on the new stock from the discards under the top one; without any the deal ends."""
    answer = {"new_stock": max(discards - 1, 0), "deal_over": discards < 2}
    return game.ruling(rules=[clauses.EMPTY_STOCK], open=[clauses.EMPTY_STOCK], answer=answer)


def deal_over(game: ContractRummy, cards_left: int) -> Ruling:
    """Rule on the end of a deal: at once when a player has no cards left."""
    reason = (
        N_("it goes on until somebody has no cards") if cards_left else N_("it ends as soon as somebody has no cards")
    )
    return game.ruling(rules=[clauses.GOING_OUT], answer={"over": cards_left == 0}, reason=Text(reason))


def penalty(game: ContractRummy, cards: tuple[Card, ...]) -> Ruling:
    """Rule on the penalty points for the cards left in a hand."""
    game.check_held(cards, "cards")
    open = [clauses.LEFT_OVER] if any(map(game.open_price, cards)) else []
    return game.ruling(rules=[clauses.LEFT_OVER], open=open, answer={"points": game.points(game.deals[0], cards)})


def total(game: ContractRummy, points: int, cards_at_most: int) -> Ruling:
    """Rule on whether a hand of at most this number of cards costs exactly these points."""
    sizes = range(min(cards_at_most, game.pack.size) + 1)
    possible = some_hand(points, sizes, game.price_list.stock)
    known = {"count": cards_at_most, "points": points}
    reason = Text(N_("no single card comes to {points}"), N_("{count} cards or fewer never come to {points}"), **known)
    if possible:
        reason = Text(N_("one card can come to {points}"), N_("{count} cards or fewer can come to {points}"), **known)
    return game.ruling(rules=[clauses.LEFT_OVER], answer={"possible": possible}, reason=reason)


def winner(game: ContractRummy, totals: tuple[int, ...]) -> Ruling:
    """Rule on who has won: the seats with the lowest total share the win."""
    winners = lowest(game, totals)
    open = [clauses.WINNER] if len(winners) > 1 else []
    return game.ruling(rules=[clauses.WINNER], open=open, answer={"winners": winners})


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
