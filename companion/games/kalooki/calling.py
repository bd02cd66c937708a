"""K27–K33: calling for a card out of turn."""

from companion.games.kalooki.table import Kalooki
from companion.rules.cards import Unreadable
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text

NO_CALL = N_("the next player in turn takes the card by drawing, not by a call")


def may_call(
    game: Kalooki, laid_down: bool, calls_made: int, next_in_turn: bool, first_card: bool, called: bool
) -> Ruling:
    """K19, K27, K31–K33: rule on a call for the card on the discard pile."""
    findings = [*game.against_call(calls_made, laid_down)]
    if next_in_turn:
        findings.append(game.finding("K27", Text(NO_CALL)))
    if called:
        reason = Text(N_("the card above it was called, so it is dead; nobody may call it"))
        findings.append(game.finding("K31", reason))
    # The house rule decides nothing where the call is refused for another reason.
    open_point = ["K33"] if first_card and not findings else []
    if first_card and not game.chosen_rules.get("call_first_card"):
        reason = Text(N_("nobody may call the first card turned up before anybody has played"))
        findings.append(game.finding("K33", reason))
    return game.ruling(findings, ["K27", *(["K33"] if first_card else [])], open_point)


def calls_left(game: Kalooki, successful: int, refused: int) -> Ruling:
    """K32: only successful calls count."""
    return game.ruling(rules=["K32"], answer={"left": max(game.calls - successful, 0)})


def who_gets_card(game: Kalooki, callers: tuple[int, ...], next_takes: int | None) -> Ruling:
    """K28, K29: the first caller gets the card, unless the next player in turn takes it, who needs no call (K27)."""
    if next_takes in callers:
        raise Unreadable(Text(NO_CALL), "callers", callers)
    if next_takes is not None:
        return game.ruling(rules=["K28", "K29"], answer={"gets": next_takes})
    return game.ruling(rules=["K28"], answer={"gets": callers[0] if callers else None})


def may_refuse_call(game: Kalooki, laid_down: bool, takes_discard: bool) -> Ruling:
    """K29: the next player refuses a call by taking the discard, which a player who has laid down may not do."""
    findings = []
    if laid_down:
        reason = Text(N_("a player who has laid down may not take the discard, so may not refuse a call"))
        findings.append(game.finding("K29", reason))
    if not takes_discard:
        findings.append(game.finding("K29", Text(N_("you can refuse a call only by taking the card yourself"))))
    return game.ruling(findings, ["K29"])


def after_call(game: Kalooki, calls: int) -> Ruling:
    """K30, K31: a call brings the card and the top of the stock; the next player draws from the stock."""
    if calls > game.calls:
        raise Unreadable(game.no_calls_left(calls), "calls", calls)
    answer = {"more_cards": 2 * calls, "discards": 0, "next_draws_from": "stock" if calls else "either"}
    return game.ruling(rules=["K30", "K31"], answer=answer)
