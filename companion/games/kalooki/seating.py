"""K1, K3–K5: who may sit down with which packs, who deals, and what the deal asks for."""

from collections.abc import Iterator

from companion.rules.cards import Unreadable
from companion.rules.game import Deal, Game, short_of_cards
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Text


def unfit(game: Game, players: int) -> Iterator[Finding]:
    """K1, K5: what stands against a match of so many with the packs chosen."""
    if players >= 7 and (game.pack.copies or 0) < 3:
        yield game.finding("K1", Text(N_("seven or more players need three packs or more")))
    if short := short_of_cards(game, players):
        yield game.finding("K5", short)


def set_up(game: Game, players: int) -> Ruling:
    """K1, K5: whether so many players can play a match with the packs chosen."""
    answer = {"packs": game.pack.copies, "jokers": game.pack.jokers, "cards": game.pack.size}
    return game.ruling(unfit(game, players), ["K1", "K5"], answer=answer)


def schedule(game: Game, deal: Deal, players: int, first_dealer: int) -> Ruling:
    """K3, K4: the cards and the contract of a deal, who deals it and who plays first."""
    if first_dealer >= players:
        message = N_("{value} is not from {low} to {high}")
        raise Unreadable(Text(message, value=first_dealer, low=0, high=players - 1), "first_dealer", first_dealer)
    dealer = game.dealer(deal.number, players, first_dealer)
    answer = {
        "cards": deal.cards,
        "contract": deal.short,
        "dealer": dealer,
        "first_player": (dealer + 1) % players,
    }
    return game.ruling(rules=["K3", "K4"], answer=answer)
