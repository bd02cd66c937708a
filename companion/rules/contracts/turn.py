"""Rule on a turn: drawing, laying down and off, discarding, the end of the stock and of the deal."""

from companion.rules import clauses
from companion.rules.cards import Card, Unreadable, too_many
from companion.rules.contracts.game import ContractRummy
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


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
        raise Unreadable(too_many(*over[0]), "card", card)
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
