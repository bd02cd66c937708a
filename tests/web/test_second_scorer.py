"""Random matches, played through forms, are shown on every page as an independent second scorer computes them."""

import json
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from companion.games import GAMES
from companion.storage.store import Store
from companion.web.forms.house_rules_form import chosen_house
from tests.support.compared import compare, compare_club
from tests.support.phone import Phone, guest
from tests.support.random_table import HOUSES, PEOPLE, SIZES, RandomTable, bare_totals
from tests.support.scorer import Score, cards_dealt

SLOW = bool(os.environ.get("COMPANION_SLOW"))
FAMILIES, OF_A_FAMILY = (30, 10) if SLOW else (2, 10)
STEPS = 60 if SLOW else 8  # most steps in one match
MATCH = text("SELECT id, code, game, house, first_dealer, opened_at, finished_at FROM match WHERE code = :code")
SEATS = text("SELECT name FROM seat WHERE match_id = :match ORDER BY number")
ENTRIES = text("SELECT id, kind, deal, seat, how, points, cards, body FROM entry WHERE match_id = :match ORDER BY id")


class Family:
    """Matches of some friends in one companion, their phones, and the latest actions."""

    def __init__(self, app: Flask, store: Store, seed: int):
        self.app, self.store, self.seed, self.chance = app, store, seed, Random(seed)
        self.host = Phone(app)
        self.seated: dict[int, Phone] = {}  # players' phones by seat
        self.said: list[str] = []
        self.step = 0
        self.codes: list[str] = []

    def look(self, code: str) -> Score:
        """Return the second scorer's match, from the stored rows."""
        with self.store.reading() as session:
            row = dict(session.execute(MATCH, {"code": code}).mappings().one())
            names = session.execute(SEATS, {"match": row["id"]}).scalars().all()
            entries = [dict(one) for one in session.execute(ENTRIES, {"match": row["id"]}).mappings()]
        told = [one | {"body": json.loads(one["body"])} for one in entries]
        return Score(row | {"house": json.loads(row["house"]), "seats": names}, told)

    def play(self) -> None:
        """Play matches one after another: set up, entered from paper, or the rematch of the one before."""
        for _ in range(OF_A_FAMILY):
            table = self.opened()
            self.codes.append(table.code)
            self.said = table.said
            for act in self.acts(table):
                self.step += 1
                act()
                compare(self.host, table.code, table.score)

    def opened(self) -> RandomTable:
        """Open the next table, with the phones of two players."""
        before = self.look(self.codes[-1]) if self.codes else None
        self.said = []
        if before and before.finished and not before.rematch and self.chance.random() < 0.2:
            code = self.host.post(f"/m/{self.codes[-1]}/rematch").location[-6:]
            score = self.look(code)
            assert [*score.names] == [before.names[seat] for seat in before.staying]
            assert score.names[score.dealer(1)] == before.names[before.next_dealer]
            there = before.staying
            self.seated = {there.index(seat): phone for seat, phone in self.seated.items() if seat in there}
        else:
            code = self.set_up()
            self.seated = {seat: guest(self.app, code, seat) for seat in (0, 1)}
        self.step += 1
        table = RandomTable(code, [self.host, *self.seated.values()], self.chance, self.look)
        compare(self.host, table.code, table.score)
        return table

    def set_up(self) -> str:
        """Set up a match or enter one from paper, and return its code."""
        game = self.chance.choice((*HOUSES, *list(HOUSES)[1:]))
        house = self.chance.choice(HOUSES[game])
        low, high = SIZES[game]
        many = self.chance.randint(low, 3 if house.get("preset") == "deuces" else high)
        names = self.chance.sample(PEOPLE, many)
        fields = {f"name{seat}": name for seat, name in enumerate(names)} | house
        fields["dealer"] = str(self.chance.randrange(many))
        if self.chance.random() < (0.4 if SLOW else 0.6):
            answer = self.host.post(f"/new/{game}/paper", save=1, **fields, **self.paper(game, house, many))
        else:
            answer = self.host.post(f"/new/{game}", **fields)
        self.said = [f"{game} {fields} → {answer.status}"]
        assert answer.status == 303, answer.said[-400:]
        return answer.location[-6:]

    def paper(self, game: str, house: dict[str, str], many: int) -> dict[str, str]:
        """Return a table of points with its day; some lines are blank, and it may end early."""
        kept = chosen_house(GAMES[game], house)
        many_deals = len(cards_dealt(game, kept))
        last = many_deals if self.chance.random() < 0.8 else self.chance.randint(2, 8)
        fields = {"day": f"2025-{self.chance.randint(1, 12):02}-{self.chance.randint(1, 3):02}"}
        fields |= {f"d{many_deals + 1}s{seat}": "" for seat in range(many)}  # the bonus line stays blank
        for deal in range(1, last + 1):
            if deal > 1 and self.chance.random() < 0.1:
                continue
            out, rules = self.chance.randrange(many), json.dumps(kept)
            points = bare_totals(game, rules, many, deal)
            fields |= {f"d{deal}s{seat}": str(self.chance.choice(points)) for seat in range(many)}
            fields |= {f"d{deal}s{out}": "" if game == "kalooki" else "0", f"out{deal}": str(out)}
        return fields

    def acts(self, table: RandomTable) -> Iterator[Any]:
        """Yield random actions until the match is over, and a few more; at the latest it is ended."""
        changes = [table.correct, table.undo, table.void, table.fine, table.refine]
        running = [table.deal_over] * 8 + [table.abandon] * (2 if SLOW else 6) + changes
        running += [table.mark, table.not_allowed] + [table.somebody_comes_or_goes] * 4
        bonus = [table.deal_over] * 8 + [table.abandon, table.not_allowed] + changes + [table.correct, table.tie] * 2
        after = [table.tie] * 8 + [table.resume, table.correct] * 2 + changes
        for _ in range(STEPS):
            if table.score.finished and self.chance.random() < 0.1:
                break
            on_table = table.score.current or 0
            yield self.chance.choice(bonus if on_table > table.score.many else running if on_table else after)
        if not table.score.finished:
            yield table.stop


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FAMILIES))
def test_a_match_stands_everywhere_as_a_second_scorer_has_it(app: Flask, store: Store, seed: int) -> None:
    family = Family(app, store, seed)
    try:
        family.play()
        compare_club(family.host, {code: family.look(code) for code in family.codes})
    except Exception as failure:
        last = "\n".join(family.said[-12:])
        failure.add_note(f"seed {seed}, step {family.step}, match {len(family.codes)}:\n{last}")
        raise
