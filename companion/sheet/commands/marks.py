"""Marks made during a deal: calls, lay-downs, and counted hands confirmed as right."""

from companion.rules.deals import Deal
from companion.rules.text import N_, Text
from companion.sheet.commands.booking import open_deal, seated
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet

CALLS = (N_("no {calls}"), N_("one {call}"), N_("two {calls}"), N_("three {calls}"))
ACTS = {
    "call": (EntryKind.CALL, Action.MADE),
    "undo-call": (EntryKind.CALL, Action.UNDONE),
    "lay-down": (EntryKind.DOWN, Action.LAID),
    "undo-lay-down": (EntryKind.DOWN, Action.UNDONE),
}


def mark(act: str, sheet: Sheet, number: int, seat: int) -> list[Entry]:
    """Make or take back a mark of a player; returns no entries if a lay-down is marked, or not marked, already.

    Raises: Refused: if the game has no calls, if a rule forbids this call, or if the player has made no call to undo.
    """
    seated(sheet, open_deal(sheet, number), seat)
    kind, how = ACTS[act]
    if not sheet.game.calls:
        raise Refused("calls", sheet.game.text(N_("There are no {calls} at this table.")))
    if act == "call" and (against := against_call(sheet, number, seat)):
        raise Refused("seat", against)
    if act == "undo-call" and not sheet.calls(number, seat):
        raise Refused("seat", sheet.game.text(N_("{name} has no {call} to take back."), name=sheet.names[seat]))
    is_marked = kind == EntryKind.DOWN and sheet.laid_down(number, seat) == (how == Action.LAID)
    return [] if is_marked else [sheet.next_entry(kind, number, seat, how)]


def mark_right(sheet: Sheet, number: int, seat: int, hand: int) -> list[Entry]:
    """Mark that a player confirms a hand, which the player saw as the entry of that id.

    Raises: Refused: if the hand was counted again since, or the player went out.
    """
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
