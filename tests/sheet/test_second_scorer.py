"""Random matches of every game are on their sheets as an independent second scorer has them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from companion.games import GAMES
from companion.rules.game import Game
from companion.sheet.commands import adjustments, booking, corrections, roster, whole_match
from companion.sheet.ledger import Action, Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from tests.sheet.scorer import Score

NAMES = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo", "Gil", "Hana")
STEPS = 60
Act = Callable[[Sheet], Sequence[Entry]]


def chosen_game(game: Game, chance: Random) -> tuple[Game, int]:
    """Return the game with some of its house rules, and a number of players that it allows."""
    ticks = {rule.name: True for rule in game.house_rules if rule.default is False and chance.random() < 0.5}
    presets = [{"preset": preset.name} for preset in game.presets if chance.random() < 0.3]
    house = {**ticks, **(presets[0] if presets else {})}
    players = chance.choice([*game.with_house_rules(house).players][:4])
    return game.with_house_rules(house, players), players


class Table:
    """A sheet and the random acts of the people at it."""

    def __init__(self, game: Game, chance: Random):
        game, players = chosen_game(game, chance)
        self.chance, self.dealer, self.players = chance, chance.randrange(players), players
        self.sheet = Sheet(game, NAMES[:players], self.dealer)
        self.said: list[str] = []  # what happened, newest last

    def write(self, act: Act) -> None:
        """Do something, if it is allowed."""
        try:
            drafts = act(self.sheet)
        except Refused as refused:
            self.said.append(f"{act}: {refused.reason}")
            return
        self.said.append(str(act))
        first = self.sheet.version + 1
        self.sheet = self.sheet.with_entries(replace(one, id=first + place) for place, one in enumerate(drafts))

    @property
    def score(self) -> Score:
        """The same match as the second scorer has it."""
        game = self.sheet.game
        return Score(len(game.deals), bool(game.bonus), self.players, self.dealer, self.sheet.entries)

    def points(self, deal: int) -> str:
        """Return points that some hand of that deal comes to."""
        game, here = self.sheet.game, self.sheet.deal(deal)
        assert here
        found = [n for n in range(not game.one_player_goes_out, 40) if n == 0 or game.is_possible_total(here, n)]
        return str(self.chance.choice(found))

    def deal_over(self) -> None:
        """Count the present deal and book it; often all have the same, so that many matches end in a tie."""
        deal = self.sheet.current
        if not deal:
            self.write(whole_match.resume)
            return
        seats = self.sheet.seats_in(deal)
        out = self.chance.choice([*seats, None] if self.chance.random() < 0.1 else seats)
        self.write(partial(booking.end_play, number=deal.number, out=out))
        same = self.points(deal.number) if self.chance.random() < 0.5 else ""
        for seat in seats:
            if seat != out:
                total = same or self.points(deal.number)
                self.write(partial(booking.count_hand, number=deal.number, seat=seat, cards="", total=total))
        self.write(partial(booking.book, number=deal.number))

    def change(self) -> None:
        """Correct a figure, void a deal or let it count, undo the last, or give points."""
        deal, seat = self.chance.choice(self.sheet.schedule).number, self.chance.choice(self.sheet.seats)
        why = {"reason": "agreed"}
        lead = sorted(self.sheet.totals[one] for one in self.sheet.staying)
        level = f"{lead[1] - lead[0] or 10:+}"
        lowest = self.sheet.totals.index(lead[0])
        self.write(
            self.chance.choice(
                (
                    partial(corrections.correct_hand, number=deal, seat=seat, cards="", total=self.points(deal), **why),
                    partial(corrections.correct_end, number=deal, seat=seat, **why),
                    partial(booking.void, number=deal, reason="misdealt"),
                    partial(booking.restore, number=deal),
                    partial(booking.undo, number=self.sheet.last_closed.number if self.sheet.last_closed else 1),
                    partial(adjustments.adjust, seat=lowest, points=level, reason="a tie"),
                    partial(adjustments.adjust, seat=seat, points=self.chance.choice(("-50", "+25")), reason="a slip"),
                )
            )
        )

    def seating(self) -> None:
        """Let somebody come late, leave, return or change places; or end the match early."""
        one, other = self.chance.choice(self.sheet.seats), self.chance.choice(self.sheet.seats)
        name, start = self.chance.choice(NAMES), self.chance.choice(("zero", "average", "highest"))
        joins: Act = partial(roster.join, name=name, start=start)
        acts: tuple[Act, ...] = (partial(roster.leave, seat=one), partial(roster.come_back, seat=one), joins)
        self.write(self.chance.choice((*acts, partial(roster.swap, one=one, other=other), whole_match.stop)))


def compare(sheet: Sheet, score: Score) -> None:
    """Compare all that follows from the entries of a sheet."""
    assert [deal.number for deal in sheet.schedule] == score.schedule
    assert (sheet.current.number if sheet.current else None) == score.current
    assert list(sheet.totals) == score.totals
    assert (set(sheet.staying), set(sheet.whole)) == (set(score.staying), set(score.whole))
    for deal in sheet.schedule:
        number = deal.number
        assert (sheet.closed(number) or Action("")) == {"open": ""}.get(score.state(number), score.state(number))
        if sheet.closed(number) == "booked":
            assert [sheet.penalty(number, seat) for seat in sheet.seats] == [
                score.points(number, s) for s in sheet.seats
            ]
        if sheet.seats_in(deal):
            players = (set(sheet.seats_in(deal)), sheet.dealer(deal), sheet.first_player(deal))
            assert players == (set(score.players(number)), score.dealer(number), score.first(number))
    assert (sheet.finished, list(sheet.winners)) == (score.finished, score.winners)
    if score.winners:
        assert sheet.ranks == score.places


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_match_is_on_its_sheet_as_a_second_scorer_has_it(game: Game, seed: int) -> None:
    table = Table(game, Random(seed))
    try:
        for _ in range(STEPS):
            table.chance.choice((*[table.deal_over] * 3, table.change, table.seating))()
            compare(table.sheet, table.score)
    except AssertionError as failure:
        failure.add_note("\n".join(table.said[-12:]))
        raise
