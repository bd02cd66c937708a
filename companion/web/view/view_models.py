"""Values for templates: remarks on players, cards of the grid, inks, and what can be done with a match."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from flask import g

from companion.rules.cards import Card
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.commands.booking import against_undo
from companion.sheet.ledger import Action, Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.storage.players.inks import Inks, inks_of
from companion.web.forms.posting import store
from companion.web.guard.permissions import limits
from companion.web.view.language import signed

NOTICE = timedelta(days=7)  # its players are told this long before an idle table is archived


def remark(sheet: Sheet, deal: Deal, seat: int) -> tuple[str, Text | None]:
    """Return the most important remark on a player: "away", "down", "last" for the last deal or "", and its words."""
    if seat not in sheet.seats_in(deal):
        return "away", Text(N_("does not play this one") if sheet.at_table(seat) else N_("has left"))
    if sheet.laid_down(deal.number, seat):
        return "down", Text(N_("laid down"))
    last = last_hand(sheet, seat)
    if last is None:
        return "", Text(N_("no place")) if sheet.numbered_places and seat not in sheet.contenders else None
    if sheet.out(last.number) == seat:
        return "last", Text(sheet.game.words.out_last_deal)
    return "last", Text(sheet.game.words.last_deal, points=signed(sheet.hand_points(last.number, seat)))


def last_hand(sheet: Sheet, seat: int) -> Deal | None:
    """Return the last booked deal, if this seat played it and no deal was closed since."""
    last = sheet.last_closed
    return last if last and sheet.closed(last.number) == Action.BOOKED and seat in sheet.seats_in(last) else None


def card_grid(game: Game) -> list[list[Card]]:
    """Return the cards of a game for the card grid in two halves, rank by rank, and suit by suit within a rank.

    The second half leaves room for one more column: the joker, and the key that takes a card back."""
    ranks, half = game.pack.ranks, len(game.pack.ranks) // 2 + 1
    return [[Card(rank, suit) for rank in part for suit in game.pack.suits] for part in (ranks[:half], ranks[half:])]


def more_of(hand: Entry, other: Entry) -> list[str]:
    """Return the keys of the cards that a counted hand has more of than another count, one for each card."""
    held, beside = ({code: number for code, number, _ in each.body.get("working", ())} for each in (hand, other))
    return list((Counter(held) - Counter(beside)).elements()) if Action.TOTAL not in (hand.how, other.how) else []


def set_aside_on(match: Match) -> datetime | None:
    """Return when an idle table will be archived; None if that is not soon, or never."""
    house = limits()
    if house is None or match.finished_at or match.idle_since:
        return None
    due = match.touched_at + timedelta(days=house.idle_days)
    return due if due - datetime.now(UTC) < NOTICE else None


def known_inks() -> Inks:
    """Return the inks of all players, once a request."""
    if "inks" not in g:
        g.inks = inks_of(store())
    found: Inks = g.inks
    return found


def ink(name: str) -> int:
    """Return the number of a person's ink."""
    return known_inks().of(name)


def inks(names: Sequence[str], match: int = 0, first: int | None = None) -> dict[str, int]:
    """Return the numbers of inks by name at a table, of that match if it is given."""
    found = known_inks()
    return dict(zip(names, found.tables.get(match) or found.at_table(names, first), strict=False))


def inks_of_evening(matches: Iterable[Match]) -> dict[str, int]:
    """Return the numbers of inks by name, each as in the last of these matches."""
    return {name: ink for match in matches for name, ink in inks(match.sheet.names, match.id).items()}


def can_reopen(sheet: Sheet, number: int) -> bool:
    """Return whether a deal can be reopened now."""
    return against_undo(sheet, number, datetime.now(UTC)) is None
