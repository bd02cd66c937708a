"""Rule on calls: asking for the card on the discard pile out of turn."""

from companion.rules import clauses
from companion.rules.cards import Unreadable
from companion.rules.contracts.game import ContractRummy
from companion.rules.fields import IN_TURN, beyond
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text

FEWEST_CALLS = 2  # lowest limit of calls in a deal that a source gives
NO_CALL = N_("the next player takes the card by drawing it, not by a {call}")


def may_call(
    game: ContractRummy, laid_down: bool, calls_made: int, next_in_turn: bool, first_card: bool, called: bool
) -> Ruling:
    """Rule on a call for the card on the discard pile."""
    findings = [*game.against_call(calls_made, laid_down)]
    if next_in_turn:
        findings.append(game.finding(clauses.CALL, game.text(NO_CALL)))
    if called:
        reason = game.text(N_("the card above it was {called}, so it is dead; nobody may {call} it"))
        findings.append(game.finding(clauses.DEAD_CARD, reason))
    # The limit is not cited as open if the call is refused for another reason.
    open_point = [clauses.FIRST_CARD] if first_card and not findings else []
    sources_differ = calls_made >= FEWEST_CALLS and "calls" not in game.chosen_rules
    if sources_differ and all(found.rule == game.rulebook[clauses.CALLS_ALLOWED] for found in findings):
        open_point.append(clauses.CALLS_ALLOWED)
    if first_card and not game.call_first_card:
        reason = game.text(N_("nobody may {call} the first turned-up card before anyone has played"))
        findings.append(game.finding(clauses.FIRST_CARD, reason))
    rests = [
        *([clauses.FIRST_CARD] if first_card else []),
        *([clauses.AFTER_LAYING_DOWN] if laid_down and not game.down_draws_stock else []),
    ]
    brings = Text(N_("you get it and the top card of the stock"))
    return game.ruling(findings, [clauses.CALL, *rests], open_point, reason=None if findings else brings)


def calls_left(game: ContractRummy, successful: int, refused: int) -> Ruling:
    """Rule on the calls that are left to a player; only successful ones count."""
    open = [] if "calls" in game.chosen_rules else [clauses.CALLS_ALLOWED]
    return game.ruling(rules=[clauses.CALLS_ALLOWED], open=open, answer={"left": max(game.calls - successful, 0)})


def who_gets_card(
    game: ContractRummy,
    callers: tuple[int, ...],
    next_takes: int | None,
    players: int | None = None,
    turn: int | None = None,
) -> Ruling:
    """Rule on several callers: one gets the card, unless the next player in turn takes it, who needs no call.

    It is the first to call, or the nearest after the player in `turn`.

    Raises: Unreadable: if the player in turn is among the callers, or takes the card and is not given, if the card is
    taken by another player than the one in turn, or for a seat that is not at the table.
    """
    if next_takes in callers or turn in callers:
        raise Unreadable(game.text(NO_CALL), "callers")
    for name, seats in {"callers": callers, "turn": (turn or 0,), "next_takes": (next_takes or 0,)}.items():
        if players is not None and max(seats, default=0) >= players:
            raise beyond(0, players - 1, max(seats), name)
    if next_takes == IN_TURN and turn is None:
        raise Unreadable(Text(N_("this is missing")), "turn")
    if next_takes == IN_TURN:
        next_takes = turn
    if next_takes is not None:
        if turn not in (None, next_takes):
            raise Unreadable(Text(N_("only the player whose turn it is takes the card by drawing it")), "next_takes")
        return game.ruling(rules=[clauses.FIRST_CALLER, clauses.REFUSED_CALL], answer={"gets": next_takes})
    gets = callers[0] if callers else None
    if players and turn is not None and callers:
        gets = min(callers, key=lambda seat: (seat - turn) % players)
    open = [clauses.FIRST_CALLER] if callers and gets != callers[0] else []
    return game.ruling(rules=[clauses.FIRST_CALLER], open=open, answer={"gets": gets})


def may_refuse_call(game: ContractRummy, laid_down: bool, takes_discard: bool) -> Ruling:
    """Rule on refusing a call by taking the discard, which the next player must be allowed to take."""
    findings = []
    if laid_down and game.down_draws_stock:
        reason = game.text(N_("a player who has laid down may not take the discard, so may not refuse a {call}"))
        findings.append(game.finding(clauses.REFUSED_CALL, reason))
    if not takes_discard:
        reason = game.text(N_("you can refuse a {call} only by taking the card yourself"))
        findings.append(game.finding(clauses.REFUSED_CALL, reason))
    first = Text(N_("the next player comes first, and takes the card"))
    return game.ruling(findings, [clauses.REFUSED_CALL], reason=None if findings else first)


def after_call(game: ContractRummy, calls: int) -> Ruling:
    """Rule on the cards that calls bring, and on where the next player draws.

    Raises: Unreadable: for more calls than the game allows.
    """
    if calls > game.calls:
        raise Unreadable(game.no_calls_left(calls), "calls")
    answer = {"more_cards": 2 * calls, "discards": 0, "next_draws_from": "stock" if calls else "either"}
    return game.ruling(rules=[clauses.CALL_DRAWS, clauses.DEAD_CARD], answer=answer)
