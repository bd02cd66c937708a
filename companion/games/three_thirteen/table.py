"""What is asked between the melds: setting up, whose turn, the stock, and who has won."""

from collections.abc import Iterator

from companion.games.three_thirteen.readings import fourteen
from companion.rules.bookkeeping import lowest
from companion.rules.cards import Card, Unreadable
from companion.rules.game import Deal, Game, short_of_cards
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Text

CROWNS = {"J": 11, "Q": 12, "K": 13, "JK": 50}


def unfit(game: Game, players: int) -> Iterator[Finding]:
    """T1: what stands against a match of so many: the largest round does not fit the packs."""
    if short := short_of_cards(game, players):
        yield game.finding("T1", short)


def set_up(game: Game, players: int) -> Ruling:
    """T1, T22, T23: the packs for so many players, and whether the largest round fits them."""
    rules = ["T1", *preset_rules(game)]
    answer = {"packs": game.pack.copies, "jokers": game.pack.jokers, "cards": game.pack.size, "caller": game.caller}
    return game.ruling(unfit(game, players), rules, answer=answer)


def schedule(game: Game, deal: Deal, players: int, first_dealer: int) -> Ruling:
    """T2–T4, T21: who deals a round and who plays first, how many cards, and which rank is wild."""
    if first_dealer >= players:
        raise no_seat("first_dealer", first_dealer, players)
    dealer = game.dealer(deal.number, players, first_dealer)
    answer = {"cards": deal.cards, "wild": deal.short, "dealer": dealer, "first_player": (dealer + 1) % players}
    rules = ["T2", "T21" if deal.bonus else "T3", "T4", *preset_rules(game)]
    open = ["T22"] if fourteen(game, deal) else []
    return game.ruling((), rules, open, answer=answer)


def preset_rules(game: Game) -> list[str]:
    """T22, T23: the paragraph of the preset that is played, if one is."""
    return {"deuces": ["T22"], "speed": ["T23"]}.get(game.house.get("preset", ""), [])


def stock(game: Game, deal: Deal, players: int) -> Ruling:
    """T5: the cards in the stock once all are dealt and its top card is turned up."""
    left = game.stock(deal, players)
    if left < 0:
        return game.ruling([game.finding("T1", Text(N_("there are too few cards for this deal")))], ["T1", "T5"])
    return game.ruling((), ["T5"], answer={"stock": left, "turned_up": 1})


def turn(game: Game, pile: str, above: int, discarded: int) -> Ruling:
    """T13: a turn is one card from the top of the stock or of the discards, and one discard."""
    findings = []
    if above:
        where = N_("only the top discard may be drawn") if pile == "discards" else N_("only the top card may be drawn")
        findings.append(game.finding("T13", Text(where)))
    if discarded != 1:
        findings.append(game.finding("T13", Text(N_("a turn ends with one discard, not {n}"), n=discarded)))
    return game.ruling(findings, ["T13"])


def last_turns(game: Game, players: int, seat: int) -> Ruling:
    """T14: who still has a turn when the player in that seat has gone out, in order."""
    if seat >= players:
        raise no_seat("seat", seat, players)
    return game.ruling((), ["T14"], answer={"turns": [(seat + step) % players for step in range(1, players)]})


def no_seat(field: str, seat: int, players: int) -> Unreadable:
    """What is said of a seat that nobody has."""
    message = N_("{value} is not from {low} to {high}")
    return Unreadable(Text(message, value=seat, low=0, high=players - 1), field, seat)


def lay_off(game: Game, whose: str) -> Ruling:
    """T15: cards are added to one's own combinations only."""
    reason = Text(N_("these are another player’s combinations"))
    return game.ruling([game.finding("T15", reason)] if whose == "another" else (), ["T15"])


def stock_empty(game: Game, discards: int) -> Ruling:
    """T16: how many cards make the new stock; without any the round is over."""
    again = max(discards - 1, 0)
    return game.ruling((), ["T16"], ["T16"], answer={"new_stock": again, "round_over": not again})


def winner(game: Game, totals: tuple[int, ...]) -> Ruling:
    """T21: the seats with the lowest total, and whether they play a bonus round."""
    winners = lowest(totals)
    bonus = game.bonus is not None and len(winners) > 1
    return game.ruling((), ["T21", *preset_rules(game)], answer={"winners": winners, "bonus_round": bonus})


def five_crowns(game: Game, deal: Deal, cards: tuple[Card, ...]) -> Ruling:
    """T24: what these cards left over would cost in Five Crowns."""
    low = [place for place, card in enumerate(cards) if card.rank in ("A", "2")]
    if low:
        reason = Text(N_("the packs of Five Crowns have no aces and no twos"))
        return game.ruling([game.finding("T24", reason, low)], ["T24"])
    points = sum(20 if card.rank == deal.short else CROWNS.get(card.rank) or int(card.rank) for card in cards)
    return game.ruling((), ["T24"], answer={"points": points})
