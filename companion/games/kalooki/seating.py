"""K1, K3–K5: number of players and packs, dealer, and contract of a deal."""

from companion.games.kalooki.table import MORE_PACKS, Kalooki
from companion.rules.cards import Unreadable
from companion.rules.deals import Deal
from companion.rules.game import out_of_range
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text


def set_up(game: Kalooki, players: int) -> Ruling:
    """K1, K5: rule on whether this number of players can play a match with the packs chosen."""
    if players not in game.players:
        return game.ruling([game.finding("K1", out_of_range(game, players))], ["K1"])
    answer = {"packs": game.pack.copies, "jokers": game.pack.jokers, "cards": game.pack.size}
    by_default = players >= MORE_PACKS and not {"packs", "jokers"} <= game.chosen_rules.keys()
    return game.ruling(game.setup_problems(players), ["K1", "K5"], ["K1"] if by_default else [], answer=answer)


def schedule(game: Kalooki, deal: Deal, players: int, first_dealer: int) -> Ruling:
    """K3, K4: rule on the cards and the contract of a deal, its dealer and its first player.

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
    return game.ruling(rules=["K3", "K4"], answer=answer)
