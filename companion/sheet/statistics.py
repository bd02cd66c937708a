"""What somebody's latest matches tell: points for each contract or wild rank, calls, hands caught with jokers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.names import same
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.sheet.awards import jokers_in
from companion.sheet.ledger import Action
from companion.sheet.scoresheet import Sheet

SHOWN = 10  # results in the line of form


@dataclass
class Career:
    """Somebody's matches of one game: the average of each deal, calls, jokers in hand, and wins, the latest first."""

    game: Game
    points: dict[int, list[int]] = field(default_factory=dict)
    calls: int = 0
    jokers: int = 0  # hands that held at least one
    form: list[bool] = field(default_factory=list)

    @property
    def averages(self) -> list[tuple[Deal, float]]:
        """Each deal that was played, and the average of its points."""
        deals = [deal for deal in self.game.deals if self.points.get(deal.number)]
        return [(deal, sum(self.points[deal.number]) / len(self.points[deal.number])) for deal in deals]


def careers(sheets: Sequence[Sheet], name: str) -> list[Career]:
    """What these matches, the latest first, tell of a player, game by game."""
    found: dict[str, Career] = {}
    for sheet, seat in seats(sheets, name):
        career = found.setdefault(sheet.game.id, Career(sheet.game))
        if len(career.form) < SHOWN:
            career.form.append(seat in sheet.winners)
        for deal in sheet.game.deals:
            if sheet.closed(deal.number) == Action.BOOKED and seat in sheet.seats_in(deal):
                career.points.setdefault(deal.number, []).append(sheet.penalty(deal.number, seat) or 0)
                career.calls += sheet.calls(deal.number, seat)
                career.jokers += bool(jokers_in(sheet, deal.number, seat))
    return list(found.values())


def seats(sheets: Sequence[Sheet], name: str) -> Iterator[tuple[Sheet, int]]:
    """The sheets on which that name stands, and its seat."""
    for sheet in sheets:
        yield from ((sheet, seat) for seat, other in enumerate(sheet.names) if same(name, other))


def head_to_head(sheets: Sequence[Sheet], one: str, other: str) -> tuple[int, int, int]:
    """How often two met, and how often each of them then had fewer points than the other."""
    pairs = zip(seats(sheets, one), seats(sheets, other), strict=True)
    points = [(sheet.totals[here], sheet.totals[there]) for (sheet, here), (_, there) in pairs]
    return len(points), sum(mine < theirs for mine, theirs in points), sum(theirs < mine for mine, theirs in points)
