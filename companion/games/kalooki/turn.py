"""K13–K16 and K19: drawing, playing and discarding in a turn, and the end of the stock."""

from companion.games.kalooki.table import Kalooki
from companion.rules.cards import JOKER, Card
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


def may_take_discard(game: Kalooki, laid_down: bool, called: bool) -> Ruling:
    """K13, K19, K31: rule on taking the top discard instead of drawing from the stock."""
    findings = []
    if laid_down:
        reason = Text(N_("a player who has laid down may not take the discard"))
        findings.append(game.finding("K19", reason))
    if called:
        reason = Text(N_("the card above it was called, so it is dead; draw from the stock"))
        findings.append(game.finding("K31", reason))
    return game.ruling(findings, ["K13"])


def may_play(game: Kalooki, play: str, laid_down: bool, drawn: bool, just_called: bool) -> Ruling:
    """K14, K20, K30: rule on laying down or tracking on at this moment."""
    findings = []
    if just_called:
        reason = Text(N_("a caller waits for the next turn before laying down or tracking on"))
        findings.append(game.finding("K30", reason))
    elif not drawn:
        findings.append(game.finding("K14", Text(N_("a card is drawn first"))))
    if play == "track-on" and not laid_down:
        findings.append(game.finding("K20", Text(N_("only a player who has laid down may track on"))))
    return game.ruling(findings, ["K14", "K19", "K20"] if play == "track-on" else ["K14"])


def discard(game: Kalooki, card: Card, only_jokers_left: bool) -> Ruling:
    """K15: any card except a joker may be discarded; a player with only jokers discards nothing."""
    if card != JOKER:
        return game.ruling(rules=["K15"])
    if not only_jokers_left:
        return game.ruling([game.finding("K15", Text(N_("a joker may never be discarded")), [0])], ["K15"])
    reason = Text(N_("a joker may never be discarded; with nothing else in hand the turn ends without a discard"))
    return game.ruling([game.finding("K15", reason, [0])], ["K15"], ["K15"])


def stock_empty(game: Kalooki, discards: int) -> Ruling:
    """K16: the discards under the top one become the stock; without any the deal ends."""
    answer = {"new_stock": max(discards - 1, 0), "deal_over": discards < 2}
    return game.ruling(rules=["K16"], open=["K16"], answer=answer)


def deal_over(game: Kalooki, cards_left: int) -> Ruling:
    """K34: a deal ends at once when a player has no cards left."""
    return game.ruling(rules=["K34"], answer={"over": cards_left == 0})
