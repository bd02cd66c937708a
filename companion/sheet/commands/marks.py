"""Marks made during a deal: calls, lay-downs, and counted hands confirmed as right."""

from companion.rules.deals import Deal
from companion.rules.text import N_, Text
from companion.sheet.commands.booking import open_deal, seated
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet

CALLS = (N_("no {calls}"), N_("one {call}"), N_("two {calls}"), N_("three {calls}"))


def call(sheet: Sheet, number: int, seat: int) -> list[Entry]:
    """Mark one more successful call of a player.

    Raises: Refused: if the law forbids it.
    """
    at_play(sheet, number, seat)
    if against := against_call(sheet, number, seat):
        raise Refused("seat", against)
    return [sheet.next_entry(EntryKind.CALL, number, seat, Action.MADE)]


def undo_call(sheet: Sheet, number: int, seat: int) -> list[Entry]:
    """Take back the last call of a player."""
    at_play(sheet, number, seat)
    if not sheet.calls(number, seat):
        raise Refused("seat", sheet.game.text(N_("{name} has no {call} to take back."), name=sheet.names[seat]))
    return [sheet.next_entry(EntryKind.CALL, number, seat, Action.UNDONE)]


def lay_down(sheet: Sheet, number: int, seat: int) -> list[Entry]:
    """Mark a player as laid down; returns no entries if that is already marked."""
    at_play(sheet, number, seat)
    if sheet.laid_down(number, seat):
        return []
    return [sheet.next_entry(EntryKind.DOWN, number, seat, Action.LAID)]


def undo_lay_down(sheet: Sheet, number: int, seat: int) -> list[Entry]:
    """Take back a player's lay-down; returns no entries if there is no mark."""
    at_play(sheet, number, seat)
    if not sheet.laid_down(number, seat):
        return []
    return [sheet.next_entry(EntryKind.DOWN, number, seat, Action.UNDONE)]


def mark_right(sheet: Sheet, number: int, seat: int, hand: int) -> list[Entry]:
    """Mark that a player confirms a hand, which the player saw as the entry of that id."""
    standing = sheet.latest(EntryKind.HAND, number, seated(sheet, open_deal(sheet, number), seat))
    if standing is None or standing.id != hand or sheet.out(number) == seat:
        reason = Text(
            N_("{name}’s hand was counted again in the meantime. Check the new figure."), name=sheet.names[seat]
        )
        raise Refused("hand", reason)
    if sheet.is_right(number, seat):
        return []
    return [sheet.next_entry(EntryKind.RIGHT, number, seat, Action.RIGHT, body={"entry": sheet.place(standing)})]


def undo_right(sheet: Sheet, number: int, seat: int) -> list[Entry]:
    """Take back a player's confirmation of a hand; return no entries if the hand is not confirmed."""
    seated(sheet, open_deal(sheet, number), seat)
    mark = sheet.latest(EntryKind.RIGHT, number, seat)
    if mark is None or not sheet.is_right(number, seat):
        return []
    return [sheet.next_entry(EntryKind.RIGHT, number, seat, Action.UNDONE, body=mark.body)]


def against_call(sheet: Sheet, number: int, seat: int) -> Text | None:
    """Return an objection to one more call of a player, given the marks of the deal; None if it is allowed."""
    game, name, made = sheet.game, sheet.names[seat], sheet.calls(number, seat)
    for finding in game.against_call(made, sheet.laid_down(number, seat)):
        message = N_("{name} cannot {call}: {reason} ({rule}).")
        return game.text(message, name=name, reason=finding.reason, rule=finding.rule.id)
    return game.text(N_("{name} has no {call} left."), name=name) if made >= game.calls else None


def missed_mark(sheet: Sheet, deal: Deal, seat: int, count: int) -> str:
    """Return the only change of a player's marks that makes this number of cards right, as its act; empty if none."""
    number, calls, down = deal.number, sheet.calls(deal.number, seat), sheet.laid_down(deal.number, seat)
    if not sheet.game.calls or not sheet.doubt(deal, seat, count):
        return ""
    changed: dict[str, tuple[int | None, bool | None]] = {}
    if not against_call(sheet, number, seat):
        changed["call"] = calls + 1, down or None
    if calls:
        changed["undo-call"] = calls - 1, down or None
    known = sheet.known_marks(number, seat)[0]
    changed["undo-lay-down" if down else "lay-down"] = (known, None if down else True)
    right = [act for act, marks in changed.items() if not sheet.game.count_warning(deal, count, *marks)]
    return right[0] if len(right) == 1 else ""


def summary(sheet: Sheet, number: int, seat: int) -> list[Text]:
    """Return the marks of a player in a deal in words, the decisive one first: "not laid down", "one call"."""
    made, down = sheet.known_marks(number, seat)
    told = [Text(N_("laid down"))] if down else []
    if not down and any(sheet.laid_down(number, other) for other in sheet.seats):
        told = [Text(N_("not laid down"))]
    if made or (made == 0 and not down):
        text = sheet.game.text
        told.append(text(CALLS[made]) if made < len(CALLS) else text(N_("{n} {calls}"), n=made))
    return told


def at_play(sheet: Sheet, number: int, seat: int) -> None:
    """Check that the deal is the current one, the seat plays it, and the game has calls.

    Raises: Refused: if one of these fails.
    """
    seated(sheet, open_deal(sheet, number), seat)
    if not sheet.game.calls:
        raise Refused("calls", sheet.game.text(N_("There are no {calls} at this table.")))
