"""Sentences about a match: its state, its result, and its entries, such as those of two devices in a conflict."""

from collections.abc import Callable, Iterable
from typing import Any
from unicodedata import east_asian_width

from companion.names import clusters
from companion.rules.deals import Deal
from companion.rules.text import N_, Listed, Text, isolated
from companion.sheet.commands.booking import ending
from companion.sheet.last_deal import Chance, chances
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Stale
from companion.sheet.scoresheet import Sheet
from companion.web.view.language import figure, in_turn, inside, joined, say, signed, words

ROOM = 32  # greatest width of the names in the last line of the deal card, in widths of a digit


def running_state(sheet: Sheet) -> str:
    """Return the state of a running match, in one sentence."""
    if not sheet.leaders or len(sheet.leaders) == sheet.players:
        deal = sheet.current or sheet.schedule[0]
        if sheet.played:
            return say(N_("All tied at {points}"), points=figure(sheet.totals[0]))
        return say(N_("{name} deals {count} each"), name=sheet.names[sheet.dealer(deal)], count=deal.cards)
    names = joined(sheet.names[seat] for seat in sheet.leaders)
    if len(sheet.leaders) > 1:
        return say(N_("{names} are tied for the lead"), names=names)
    if len(sheet.contenders) == 1:
        return say(N_("{name} leads with {points}"), name=names, points=figure(sheet.totals[sheet.leaders[0]]))
    return say(N_("{name} leads by {points}"), name=names, points=sheet.margin)


def nearest(sheet: Sheet) -> str:
    """Return what the player behind the leader needs in the last deal; "" if that takes more than a sentence."""
    found = chances(sheet)
    if not found or found[0].seat != sheet.leaders[0] or len(sheet.leaders) > 1:
        return ""
    leader, *others = found
    if not others:
        return condition(sheet, leader)
    second, totals = others[0], [sheet.totals[one.seat] for one in others]
    if not second.alone or totals.count(totals[0]) > 1:
        return ""
    if len(second.gaps) == 1:
        return condition(sheet, second)
    gap, values = second.gaps[0], {"name": sheet.names[second.seat], "other": sheet.names[leader.seat]}
    return say(N_("{name} needs {n} fewer than {other} to win"), n=gap.fewer, **values)


def condition(sheet: Sheet, chance: Chance) -> str:
    """Return the first condition on which a player wins, in one sentence."""
    if not chance.gaps:
        return say(N_("{name} wins, whatever the last hands are"), name=sheet.names[chance.seat])
    gap = chance.gaps[0]
    few, same, more = FIRST if chance.alone else TIES
    message = few if gap.fewer > 0 else more if gap.fewer < 0 else same
    return say(message, name=sheet.names[chance.seat], n=abs(gap.fewer), other=sheet.names[gap.other])


def conditions(sheet: Sheet, chance: Chance) -> list[str]:
    """Return the further conditions on which a player wins, one a line, and what makes a tie."""
    lines = []
    for gap in chance.gaps[1:]:
        message = MORE[0] if gap.fewer > 0 else MORE[2] if gap.fewer < 0 else MORE[1]
        lines.append(say(message, n=abs(gap.fewer), other=sheet.names[gap.other]))
    if chance.alone and len(chance.gaps) == 1 and chance.gaps[0].fewer > 1:
        lines.append(say(TIE_ROUND if sheet.game.bonus else TIE, n=chance.gaps[0].fewer - 1))
    return lines


FIRST = (
    N_("{name} wins with {n} fewer than {other}"),
    N_("{name} wins with no more than {other}"),
    N_("{name} wins with at most {n} more than {other}"),
)
TIES = (
    N_("{name} ties with {n} fewer than {other}"),
    N_("{name} ties with no more than {other}"),
    N_("{name} ties with at most {n} more than {other}"),
)
MORE = (
    N_("and {n} fewer than {other}"),
    N_("and no more than {other}"),
    N_("and at most {n} more than {other}"),
)
TIE, TIE_ROUND = N_("{n} fewer is a tie"), N_("{n} fewer brings a bonus round")


def won(sheet: Sheet) -> str:
    """Return the winners, as the heading of a result."""
    if not sheet.winners:
        return say(N_("Nobody wins"))
    if len(sheet.winners) == 1:
        return words().gettext(N_("%(name)s wins")) % {"name": isolated(sheet.winner_names[0])}
    return words().gettext(N_("A tie: %(names)s")) % {"names": joined(sheet.winner_names)}


def victory(sheet: Sheet) -> str:
    """Return how a finished match was won, in one sentence. Players who cannot win are left out of the comparison."""
    if not sheet.winners:
        ended = N_("Ended before anything was saved")
        return say(ended if sheet.stopped else N_("No deal counts, so the match is not counted"))
    points, margin = sheet.totals[sheet.winners[0]], sheet.margin
    contenders = sheet.contenders
    values: dict[str, Any] = {"count": points, "points": figure(points)}
    text = Text(N_("{points} point"), N_("{points} points"), **values)
    if len(sheet.winners) > 1:
        text = Text(
            N_("{points} point each: the win is shared"), N_("{points} points each: the win is shared"), **values
        )
    elif len(contenders) > 1 and (margin == 0 or any(sheet.totals[seat] < points for seat in contenders)):
        values["how"] = Text(sheet.game.words.bonus_won)
        text = Text(N_("{points} point, {how}"), N_("{points} points, {how}"), **values)
    elif len(contenders) > 1:
        values["margin"] = margin
        values["rivals"] = joined(sheet.names[seat] for seat in contenders if sheet.totals[seat] == points + margin)
        text = Text(
            N_("{points} point, {margin} fewer than {rivals}"),
            N_("{points} points, {margin} fewer than {rivals}"),
            **values,
        )
    return say(text)


def gone(sheet: Sheet) -> str:
    """Return who has left and cannot win, in one sentence; empty if all stayed."""
    left = [sheet.names[seat] for seat in sheet.left]
    if not left:
        return ""
    if len(left) == 1:
        return say(N_("{names} left; those points no longer count."), names=left[0])
    return say(N_("{names} left; their points no longer count."), names=joined(left))


def unplaced(sheet: Sheet) -> str:
    """Return who came too late to have a place (B4), in one sentence; empty if everybody at the table has one."""
    late = [sheet.names[seat] for seat in sheet.staying if seat not in sheet.contenders]
    return say(N_("No place for {names}: joined after the last saved hand."), names=joined(late)) if late else ""


def broken_off(sheet: Sheet) -> str:
    """Return how many deals that count were played of a match that was ended early."""
    played = Text(sheet.game.words.deals_played, n=len(sheet.counted_deals), total=len(sheet.schedule))
    return say(Text(N_("Ended early: {played}"), played=played))


def to_be_counted(sheet: Sheet, deal: Deal) -> str:
    """Return whose hands are missing, in one sentence; their number, if the names need more than two lines."""
    missing = [sheet.names[seat] for seat in sheet.missing(deal)]
    if not missing:
        return say(N_("All hands are counted."))
    if width("".join(missing)) > ROOM:
        count = len(missing)
        return say(
            Text(N_("{n} hand is still to be counted."), N_("{n} hands are still to be counted."), count=count, n=count)
        )
    return say(N_("Still to be counted: {names}"), names=joined(missing))


def result_summary(sheet: Sheet, ended: str) -> str:
    """Return a finished match as text for sharing: game, day, winners, and all totals."""
    how = [victory(sheet), gone(sheet), unplaced(sheet), broken_off(sheet) if sheet.stopped else ""]
    totals = [f"{isolated(sheet.names[seat])} {figure(sheet.totals[seat])}" for seat in sheet.by_rank]
    return "\n".join([f"{say(sheet.game.name)} · {ended}", won(sheet), *filter(None, how), "", *totals])


def short(name: str, longest: int = 7) -> str:
    """Return a name cut to a width, with wide characters counted twice."""
    if width(name) <= longest:
        return name
    letters = clusters(name)
    while width("".join(letters)) >= longest:
        letters.pop()
    return "".join(letters).rstrip() + "…"


def is_long(name: str) -> bool:
    """Return whether a name needs small type to fit in a column of the deal card."""
    return width(name) > 7 or len(name) > 4 and name.isupper()


def width(text: str) -> int:
    """Return the width of a text in digits, with wide characters counted twice."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


Words = Callable[[Sheet, Entry], Text]
CLOSED = {
    Action.BOOKED: N_("{deal} is saved."),
    Action.ABANDONED: N_("{deal} does not count."),
    Action.UNDONE: N_("{deal} is open again."),
}
MARKED = {
    (EntryKind.CALL, Action.MADE): N_("{name} {called} the discard."),
    (EntryKind.CALL, Action.UNDONE): N_("{name}’s {call} was undone."),
    (EntryKind.DOWN, Action.LAID): N_("{name} laid down."),
    (EntryKind.DOWN, Action.UNDONE): N_("{name} has not laid down after all."),
}
SEATED = {
    Action.JOINS: N_("{name} joins, starting with {points}."),
    Action.LEAVES: N_("{name} leaves."),
    Action.RETURNS: N_("{name} comes back."),
    Action.SWAPPED: N_("New seating: {names}."),
    Action.RENAMED: N_("{was} is now called {name}."),
    Action.UNDONE: N_("{name} was removed again."),
}


def hand(sheet: Sheet, entry: Entry) -> Text:
    """Return a hand with its points, or taken back."""
    if entry.how == Action.UNDONE:
        return Text(N_("{name}: to be counted again"), name=sheet.names[entry.seat])
    return Text(N_("{name}: {points}"), name=sheet.names[entry.seat], points=figure(entry.points))


def adjustment(sheet: Sheet, entry: Entry) -> Text:
    """Return a bonus or fine, given or taken back."""
    if entry.how == Action.BACK:
        return Text(N_("{name}: {points} taken back"), name=sheet.names[entry.seat], points=signed(-entry.points))
    message = N_("{name}: {points} ({reason})")
    return Text(message, name=sheet.names[entry.seat], points=signed(entry.points), reason=entry.reason)


def seating(sheet: Sheet, entry: Entry) -> Text:
    """Return a change of the roster: a player joins, leaves, returns, changes places or name."""
    body = entry.body
    name = body["name"] if "name" in body else sheet.names[body["seat"]] if "seat" in body else ""
    names = Listed([sheet.names[seat] for seat in body.get("order", ())])
    return Text(SEATED[entry.how], name=name, names=names, was=body.get("was", ""), points=figure(entry.points))


def note(sheet: Sheet, entry: Entry) -> Text:
    """Return the note and the place of a match."""
    both = [words for words in (entry.body.get("text"), entry.body.get("place")) if words]
    return Text("{words}", words=", ".join(both) or Text(N_("nothing")))


TOLD: dict[EntryKind, Words] = {
    EntryKind.HAND: hand,
    EntryKind.END: lambda sheet, entry: (
        Text(N_("play goes on")) if entry.how == Action.UNDONE else ending(sheet, entry.body.get("out"))
    ),
    EntryKind.CLOSE: lambda sheet, entry: Text(CLOSED[entry.how], deal=sheet.title(entry.deal)),
    EntryKind.ADJUST: adjustment,
    EntryKind.CALL: lambda sheet, entry: sheet.game.text(MARKED[entry.kind, entry.how], name=sheet.names[entry.seat]),
    EntryKind.DOWN: lambda sheet, entry: Text(MARKED[entry.kind, entry.how], name=sheet.names[entry.seat]),
    EntryKind.SEATING: seating,
    EntryKind.STOP: lambda sheet, entry: Text(
        N_("The match was ended here.") if entry.how == Action.ENDED else N_("The match goes on.")
    ),
    EntryKind.NOTE: note,
}


def entry_sentence(sheet: Sheet, entry: Entry) -> str:
    """Return an entry in one short sentence."""
    return say(TOLD[entry.kind](sheet, entry))


def what_follows(sheet: Sheet, entry: Entry) -> str:
    """Return from which deal a change of the roster holds, if that is not the present one, and a new dealer."""
    deal, present = sheet.deal(entry.deal), sheet.current
    later = deal and present and present.number < deal.number
    changed = deal and sheet.dealer(deal) != sheet.before(entry).dealer(deal)
    return in_turn(
        say(N_("From {deal} on."), deal=inside(say(sheet.title(entry.deal)))) if later else "",
        say(N_("{name} deals next."), name=sheet.names[sheet.dealer(deal)]) if deal and changed else "",
    )


def newest(stale: Stale) -> list[Entry]:
    """Return the entries written meanwhile, only the newest for each place on the sheet."""
    return list({(entry.kind, entry.deal, entry.seat): entry for entry in stale.meanwhile}.values())


def offered(sheet: Sheet, entries: Iterable[Entry]) -> list[str]:
    """Return the sent entries in words; of a correction or a whole deal only the figures."""
    given = list(entries)
    figures = [entry for entry in given if entry.how not in (Action.BACK, Action.BOOKED)]
    return [entry_sentence(sheet.with_entries(given), entry) for entry in figures or given]
