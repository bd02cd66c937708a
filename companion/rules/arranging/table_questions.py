"""Judges of the questions between the melds: setting up, turns, the stock, and the winner."""

from companion.rules import clauses
from companion.rules.arranging.game import GroupsAndRuns
from companion.rules.bookkeeping import lowest, opening
from companion.rules.deals import Deal
from companion.rules.fields import beyond
from companion.rules.game import out_of_range, range_of_players
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


def set_up(game: GroupsAndRuns, players: int) -> Ruling:
    """Rule on the packs for this number of players, and on whether the largest deal fits them."""
    rules = [clauses.SET_UP, *game.preset_clauses]
    if players not in game.players:
        refused = game.finding(game.players_clause, out_of_range(game, players))
        return game.ruling([refused], rules, game.preset_clauses)
    answer = {
        "packs": game.pack.copies,
        "jokers": game.pack.jokers,
        "cards": game.pack.size,
        "caller": game.simultaneous_play,
    }
    problems = [*game.setup_problems(players)]
    reason = None if problems else range_of_players(game)
    return game.ruling(problems, rules, game.preset_clauses, answer=answer, reason=reason)


def schedule(game: GroupsAndRuns, deal: Deal, players: int, first_dealer: int) -> Ruling:
    """Rule on the dealer, the first player, the number of cards and the wild rank of a deal.

    Raises: Unreadable: for a seat that is not at the table, or for a match with too few cards.
    """
    wild = {"wild": " ".join(rank for rank in game.pack.ranks if rank in deal.wild)} if deal.wild else {}
    answer = {"cards": deal.cards, **wild, **opening(game, deal, players, first_dealer)}
    dealt = clauses.BONUS if deal.bonus else clauses.CARDS_DEALT
    rules = [clauses.DEALER, dealt, clauses.WILD_RANK, *game.preset_clauses]
    open = [*([clauses.GUESSED_RANK] if deal.guessed else []), *([clauses.BONUS] if deal.bonus else [])]
    return game.ruling((), rules, open, answer=answer)


def stock(game: GroupsAndRuns, deal: Deal, players: int) -> Ruling:
    """Rule on the number of cards in the stock after the deal, one card turned up."""
    left = game.stock(deal, players)
    if left < 0:
        refused = game.finding(clauses.SET_UP, Text(N_("there are too few cards for this deal")))
        return game.ruling([refused], [clauses.SET_UP, clauses.FIRST_DISCARD])
    return game.ruling((), [clauses.FIRST_DISCARD], answer={"stock": left, "turned_up": 1})


def turn(game: GroupsAndRuns, pile: str, above: int, discarded: int) -> Ruling:
    """Rule on a turn: one card from the top of the stock or of the discards, then one discard."""
    findings = []
    if above:
        where = N_("only the top discard may be drawn") if pile == "discards" else N_("only the top card may be drawn")
        findings.append(game.finding(clauses.TURN, Text(where)))
    if discarded != 1:
        findings.append(game.finding(clauses.TURN, Text(N_("a turn ends with one discard, not {n}"), n=discarded)))
    reason = None if findings else Text(N_("one card was drawn from the top, and one was discarded"))
    return game.ruling(findings, [clauses.TURN], reason=reason)


def last_turns(game: GroupsAndRuns, players: int, seat: int) -> Ruling:
    """Rule on the players who still have a turn after the player in that seat has gone out, in order.

    Raises: Unreadable: for a seat that is not at the table.
    """
    if seat >= players:
        raise beyond(0, players - 1, seat, "seat")
    turns = [(seat + step) % players for step in range(1, players)]
    return game.ruling((), [clauses.GOING_OUT], answer={"turns": turns})


def lay_off(game: GroupsAndRuns, whose: str) -> Ruling:
    """Rule on laying off: cards may be added to one's own melds only."""
    if whose == "another":
        refused = game.finding(clauses.LAY_OFF, Text(N_("these are another player’s melds")))
        return game.ruling([refused], [clauses.LAY_OFF])
    return game.ruling((), [clauses.LAY_OFF], reason=Text(N_("these are your own melds")))


def stock_empty(game: GroupsAndRuns, discards: int) -> Ruling:
    """Rule on the number of cards in the new stock; without any the deal is over."""
    again = max(discards - 1, 0)
    answer = {"new_stock": again, "round_over": not again}
    return game.ruling((), [clauses.EMPTY_STOCK], [clauses.EMPTY_STOCK], answer=answer)


def winner(game: GroupsAndRuns, totals: tuple[int, ...]) -> Ruling:
    """Rule on the winners, the seats with the lowest total, and on whether they play a bonus deal."""
    winners = lowest(game, totals)
    bonus = game.bonus is not None and len(winners) > 1
    shared = [clauses.SHARED_WIN] if len(winners) > 1 else []
    rules = [clauses.WINNER, *shared, *game.preset_clauses]
    return game.ruling((), rules, shared, answer={"winners": winners, "bonus_round": bonus})
