"""What may be marked while a deal is played: calls, who laid down, and that a counted hand is right."""

from companion.rules.text import N_, Text
from companion.sheet.commands.booking import open_deal, seated
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet

CALLS = (N_("no calls"), N_("one call"), N_("two calls"), N_("three calls"))


def call(sheet: Sheet, number: int, seat: int, by: str = "") -> list[Entry]:
    """One more successful call of a player; Refused where the law says no."""
    at_play(sheet, number, seat)
    if against := against_call(sheet, number, seat):
        raise Refused("seat", against)
    return [sheet.next_entry(EntryKind.CALL, number, seat, Action.MADE, by=by)]


def undo_call(sheet: Sheet, number: int, seat: int, by: str = "") -> list[Entry]:
    """The last call of a player taken back."""
    at_play(sheet, number, seat)
    if not sheet.calls(number, seat):
        raise Refused("seat", Text(N_("{name} has no call to take back."), name=sheet.names[seat]))
    return [sheet.next_entry(EntryKind.CALL, number, seat, Action.UNDONE, by=by)]


def lay_down(sheet: Sheet, number: int, seat: int, by: str = "") -> list[Entry]:
    """A player has laid down; nothing more where that is marked already."""
    at_play(sheet, number, seat)
    if sheet.laid_down(number, seat):
        return []
    return [sheet.next_entry(EntryKind.DOWN, number, seat, Action.LAID, by=by)]


def undo_lay_down(sheet: Sheet, number: int, seat: int, by: str = "") -> list[Entry]:
    """A player has not laid down after all; nothing more where no mark says so."""
    at_play(sheet, number, seat)
    if not sheet.laid_down(number, seat):
        return []
    return [sheet.next_entry(EntryKind.DOWN, number, seat, Action.UNDONE, by=by)]


def mark_right(sheet: Sheet, number: int, seat: int, hand: int, by: str = "") -> list[Entry]:
    """A player says of a hand, seen as the entry of that id, that it is right."""
    standing = sheet.latest(EntryKind.HAND, number, seated(sheet, open_deal(sheet, number), seat))
    if standing is None or standing.id != hand or sheet.out(number) == seat:
        reason = Text(N_("{name} has been counted again meanwhile. Look at the new figure."), name=sheet.names[seat])
        raise Refused("hand", reason)
    if sheet.is_right(number, seat):
        return []
    return [sheet.next_entry(EntryKind.RIGHT, number, seat, Action.RIGHT, by=by, body={"entry": hand})]


def undo_right(sheet: Sheet, number: int, seat: int, hand: int, by: str = "") -> list[Entry]:
    """The player takes that back; nothing more where nobody said so of that hand."""
    seated(sheet, open_deal(sheet, number), seat)
    if not sheet.is_right(number, seat):
        return []
    return [sheet.next_entry(EntryKind.RIGHT, number, seat, Action.UNDONE, by=by, body={"entry": hand})]


def against_call(sheet: Sheet, number: int, seat: int) -> Text | None:
    """What stands against one more call of a player, as far as the marks of the deal tell; None where nothing does."""
    game, name, made = sheet.game, sheet.names[seat], sheet.calls(number, seat)
    for finding in game.against_call(made, sheet.laid_down(number, seat)):
        message = N_("{name} cannot call: {reason} ({rule}).")
        return Text(message, name=name, reason=finding.reason, rule=finding.rule.id)
    return Text(N_("{name} has no call left."), name=name) if made >= game.calls else None


def summary(sheet: Sheet, number: int, seat: int) -> list[Text]:
    """What is marked of a player in a deal, what decides the count first: "not laid down", "one call"."""
    made, down = sheet.marks.known(number, seat)
    told = [Text(N_("laid down"))] if down else []
    if not down and any(sheet.laid_down(number, other) for other in sheet.seats):
        told = [Text(N_("not laid down"))]
    if made or (made == 0 and not down):
        told.append(Text(CALLS[made]) if made < len(CALLS) else Text(N_("{n} calls"), n=made))
    return told


def at_play(sheet: Sheet, number: int, seat: int) -> None:
    """Refused unless the deal is on the table, the seat plays it, and the game has calls."""
    seated(sheet, open_deal(sheet, number), seat)
    if not sheet.game.calls:
        raise Refused("calls", Text(N_("There are no calls at this table.")))
