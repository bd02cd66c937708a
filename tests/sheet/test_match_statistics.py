"""Statistics of a finished match equal a simple count over its raw entries."""

import random
from collections.abc import Iterator

import pytest

from companion.demo import deal_played
from companion.games import GAMES
from companion.sheet.commands import adjustments, booking, marks, roster
from companion.sheet.ledger import Entry
from companion.sheet.match_statistics import Figures, awards, figures
from companion.sheet.scoresheet import Sheet
from tests.sheet.test_scoresheet import write

MATCHES = 12


def played(seed: int) -> Sheet:
    """Play a match with all that happens at tables: corrections, voided deals, calls, players who come and go."""
    chance = random.Random(seed)
    game = list(GAMES.values())[seed % len(GAMES)].with_house_rules({}, 4)
    sheet = Sheet(game, ("Aki", "Ben", "Cy", "Dee"), chance.randrange(4))
    for deal in game.deals:
        sheet = write(sheet, comings_and_goings(sheet, chance))
        for seat in sheet.seats_in(deal):
            if game.calls and chance.random() < 0.3:
                sheet = write(sheet, marks.mark("call", sheet, deal.number, seat))
        sheet = write(sheet, deal_played(sheet, deal.number, random.Random(chance.getrandbits(64))))
        if chance.random() < 0.1:
            sheet = write(sheet, booking.void(sheet, deal.number, "the pack was short"))
        if chance.random() < 0.1:
            sheet = write(sheet, adjustments.adjust(sheet, chance.choice(sheet.seats_in(deal)), "-25", "a bonus"))
    return sheet


def comings_and_goings(sheet: Sheet, chance: random.Random) -> list[Entry]:
    """Let a player join now and then, or leave while enough are left."""
    if len(sheet.seats) < min(5, sheet.game.players[-1]) and chance.random() < 0.08:
        return roster.join(sheet, "Eve", chance.choice(["zero", "average", "highest"]))
    here = [seat for seat in sheet.around if seat not in sheet.left]
    return roster.leave(sheet, chance.choice(here)) if len(here) > 3 and chance.random() < 0.05 else []


def counted(sheet: Sheet, seat: int) -> Figures:
    """Return the same figures from the entries alone, read in order; the last one of each place counts."""
    last = {(entry.kind, entry.deal, entry.seat): entry for entry in sheet.entries}
    booked = [deal.number for deal in sheet.game.deals if standing(last, "close", deal.number) == "booked"]
    lines = [(deal, *line(last, deal, seat)) for deal in booked if line(last, deal, seat)[0] is not None]
    outs = "".join("x" if cards is None else " " for _, _, cards in lines)
    points = {deal: points or 0 for deal, points, _ in lines}
    made = {"made": 1, "undone": -1}
    calls = [made[e.how] for e in sheet.entries if (e.kind, e.seat) == ("call", seat) and e.deal in points]
    behind = [mine - least for mine, least in totals(sheet, booked, seat)]
    return Figures(
        out=outs.count("x"),
        unknown=0,
        calls=sum(calls),
        jokers=sum(cards.split().count("JK") for _, _, cards in lines if cards),
        heaviest=max(points.values(), default=0),
        comeback=max(behind, default=0) if seat in sheet.winners and seat in always(sheet) else 0,
        run=max(map(len, outs.split()), default=0),
        deals=points,
    )


def standing(last: dict[tuple[str, int, int], Entry], kind: str, deal: int) -> str:
    """Return how the current entry of a place of the table came about."""
    return str(last[kind, deal, -1].how) if (kind, deal, -1) in last else ""


def line(last: dict[tuple[str, int, int], Entry], deal: int, seat: int) -> tuple[int | None, str | None]:
    """Return points and cards of a seat in a deal: 0 and None for the player who went out, None and "" if absent."""
    if last["end", deal, -1].body.get("out") == seat:
        return 0, None
    hand = last.get(("hand", deal, seat))
    return (hand.points, hand.cards) if hand else (None, "")


def always(sheet: Sheet) -> list[int]:
    """Return the seats present from the first deal to the last."""
    moved = [entry for entry in sheet.entries if entry.how == "leaves" or (entry.how == "joins" and entry.deal > 1)]
    return [seat for seat in range(len(sheet.names)) if seat not in [entry.body["seat"] for entry in moved]]


def totals(sheet: Sheet, booked: list[int], seat: int) -> Iterator[tuple[int, int]]:
    """Yield a seat's total after each booked deal, and the least total among the seats present throughout."""
    last = {(entry.kind, entry.deal, entry.seat): entry for entry in sheet.entries}
    for until in booked:
        sums = []
        for one in (there := always(sheet)):
            joined = [e for e in sheet.entries if e.how == "joins" and e.body["seat"] == one]
            start = sum(e.points for e in joined if e.deal <= until + 1)
            given = sum(e.points for e in sheet.entries if (e.kind, e.seat) == ("adjust", one) and e.deal <= until)
            sums.append(start + given + sum(line(last, deal, one)[0] or 0 for deal in booked if deal <= until))
        if seat in there:
            yield sums[there.index(seat)], min(sums)


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_figures_are_those_of_an_obvious_count(seed: int) -> None:
    sheet = played(seed)
    assert sheet.finished
    for seat in range(len(sheet.names)):
        assert figures(sheet, seat) == counted(sheet, seat), sheet.names[seat]


def test_a_joker_in_a_meld_is_not_one_left_over() -> None:
    sheet = Sheet(GAMES["five-crowns"].with_house_rules({}, 3), ("Aki", "Ben", "Cy"), 0)
    sheet = write(sheet, booking.end_play(sheet, 1, 0))
    for seat, hand in ((1, "KH KS JK"), (2, "4H 9S JK")):  # two kings and a joker are a book
        sheet = write(sheet, booking.arranged_hand(sheet, 1, seat, hand))
    sheet = write(sheet, booking.book(sheet, 1))
    assert sheet.totals == (0, 0, 63)
    assert [figures(sheet, seat).jokers for seat in sheet.seats] == [0, 0, 1]
    assert next(award.seats for award in awards(sheet) if "joker" in str(award.what)) == (2,)


def test_there_is_everything_to_be_counted_in_these_matches() -> None:
    found = [figures(sheet, seat) for sheet in map(played, range(MATCHES)) for seat in range(len(sheet.names))]
    assert all(
        any(getattr(one, name) for one in found)
        for name in ("out", "calls", "jokers", "heaviest", "comeback", "run", "deals")
    )
    entries = [entry for sheet in map(played, range(MATCHES)) for entry in sheet.entries]
    wanted = {("close", "abandoned"), ("seating", "joins"), ("seating", "leaves"), ("adjust", ""), ("call", "made")}
    assert wanted <= {(entry.kind, entry.how) for entry in entries}
    assert any(entry.revision > 1 and entry.kind == "hand" for entry in entries)
