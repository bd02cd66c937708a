"""Changes at the table: a player joins a running match, leaves it, returns, changes places or is renamed."""

from companion.names import clean, fault, same
from companion.rules.text import N_, Text
from companion.sheet.ledger import WHOLE, Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet

STARTS = {  # start score of a latecomer, chosen by the table
    "zero": N_("0 points"),
    "average": N_("average, {points}"),
    "highest": N_("highest, {points}"),
}
BESIDE_PLAY = (EntryKind.SEATING, EntryKind.ADJUST)  # entries of a deal that do not begin it


def from_deal(sheet: Sheet) -> int:
    """Return the deal from which a change takes effect: the current one, or the first without entries.

    Raises: Refused: if no deal is left to begin.
    """
    deal = sheet.current
    if deal is None or deal.bonus:
        raise Refused("deal", N_("The match is over. Players can be added in a rematch."))
    # A deal under way or over keeps its dealer and players.
    started = max((entry.deal for entry in sheet.entries if entry.kind not in BESIDE_PLAY), default=0)
    number = max(deal.number, started + 1)
    if number > len(sheet.game.deals):
        raise Refused("deal", N_("{deal} is the last one, and it has already started."), deal=sheet.title(number - 1))
    return number


def join(sheet: Sheet, name: str, start: str) -> list[Entry]:
    """Seat a latecomer between the last seat and the first, with the start score chosen by the table.

    Raises: Refused: if no deal is left to begin, or for a name, a start or a number of players that is not allowed.
    """
    deal, name = from_deal(sheet), clean(name)
    if not name:
        raise Refused("name", N_("Enter the name of the new player."))
    if known := [seat for seat in sheet.left if same(name, sheet.names[seat])]:
        message = N_("{name} played here before and can come back with the same points.")
        raise Refused("name", message, name=sheet.names[known[0]])
    if wrong := fault(name, sheet.names):
        raise Refused("name", wrong)
    if start not in STARTS:
        raise Refused("start", N_("Choose with how many points the latecomer starts."))
    fits(sheet, deal, len(sheet.seating(deal)) + 1)
    body = {"seat": sheet.players, "name": name, "start": start}
    points = start_points(sheet, start)
    return [sheet.next_entry(EntryKind.SEATING, deal, how=Action.JOINS, body=body, points=points)]


def choices(sheet: Sheet) -> dict[str, Text]:
    """Return the start scores a latecomer may have, each with its present points."""
    return {start: Text(words, points=start_points(sheet, start)) for start, words in STARTS.items()}


def start_points(sheet: Sheet, start: str) -> int:
    """Return the points of a latecomer's start score."""
    totals = [total for seat, total in enumerate(sheet.totals) if sheet.at_table(seat)]
    return {"zero": 0, "average": round(sum(totals) / len(totals)), "highest": max(totals)}[start]


def fits(sheet: Sheet, deal: int, players: int) -> None:
    """Check that this number of players suits the game and the packs suffice for the remaining deals (K5).

    Raises: Refused: if not.
    """
    game = sheet.game
    if players not in game.players:
        message = N_("{game} is for {low} to {high} players.")
        raise Refused("players", message, game=Text(game.name), low=game.players[0], high=game.players[-1])
    most = max(each.cards for each in game.deals[deal - 1 :])
    if players * most + 1 > game.pack.size:
        message = N_("The packs hold {have} cards; {players} players would need {need}.")
        raise Refused("players", message, have=game.pack.size, players=players, need=players * most + 1)


def leave(sheet: Sheet, seat: int, has_phone: bool = False) -> list[Entry]:
    """Let a player leave: booked points stay, and the player cannot win.

    A latecomer without a phone who leaves before the first deal was added by mistake, and is taken off the sheet.

    Raises: Refused: if no deal is left to begin, nobody plays at that seat, or too few would stay.
    """
    deal = from_deal(sheet)
    if seat not in sheet.seating(deal):
        raise Refused("seat", N_("{deal}: nobody plays at that seat."), deal=sheet.title(deal))
    fits(sheet, deal, len(sheet.seating(deal)) - 1)
    if not has_phone and added_by_mistake(sheet, seat, deal):
        body = {"seat": seat, "name": sheet.names[seat]}
        return [sheet.next_entry(EntryKind.SEATING, deal, how=Action.UNDONE, body=body)]
    return [sheet.next_entry(EntryKind.SEATING, deal, how=Action.LEAVES, body={"seat": seat})]


def added_by_mistake(sheet: Sheet, seat: int, deal: int) -> bool:
    """Return whether a latecomer who leaves before that deal has played none, and has nothing on the sheet."""
    joined = sheet.start(seat)
    return joined is not None and joined.deal >= deal and sheet.is_unplayed(seat)


def come_back(sheet: Sheet, seat: int) -> list[Entry]:
    """Let a player who left return to the old chair with the old points.

    Raises: Refused: if no deal is left to begin, nobody left that seat, or the table is full.
    """
    deal = from_deal(sheet)
    if seat not in sheet.seats or seat in sheet.seating(deal):
        raise Refused("seat", N_("Nobody has left that seat."))
    fits(sheet, deal, len(sheet.seating(deal)) + 1)
    return [sheet.next_entry(EntryKind.SEATING, deal, how=Action.RETURNS, body={"seat": seat})]


def swap(sheet: Sheet, one: int, other: int) -> list[Entry]:
    """Let two players change places; their points go with them.

    Raises: Refused: if no deal is left to begin, or one of the two does not play.
    """
    deal = from_deal(sheet)
    order = list(sheet.seating(deal))
    if one not in order or other not in order or one == other:
        raise Refused("seat", N_("{deal}: nobody plays at that seat."), deal=sheet.title(deal))
    here, there = order.index(one), order.index(other)
    order[here], order[there] = other, one
    return [sheet.next_entry(EntryKind.SEATING, deal, how=Action.SWAPPED, body={"order": order})]


def rename(sheet: Sheet, seat: int, name: str) -> list[Entry]:
    """Correct a name, at any time, also after the last deal; the old name stays readable.

    Raises: Refused: without a name, or if another player has it.
    """
    name = clean(name)
    if seat not in sheet.seats or not name:
        raise Refused("rename", N_("Enter the correct name."))
    if wrong := fault(name, [other for at, other in enumerate(sheet.names) if at != seat]):
        raise Refused("rename", wrong)
    if name == sheet.names[seat]:
        return []
    body = {"seat": seat, "name": name, "was": sheet.names[seat]}
    return [sheet.next_entry(EntryKind.SEATING, WHOLE, how=Action.RENAMED, body=body)]
