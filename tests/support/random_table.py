"""Random table: seeded random actions of players, posted as forms like those of phones."""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from companion.games import GAMES
from tests.support.phone import Page, Phone
from tests.support.scorer import Score

PEOPLE = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo")
PACKS = {"kalooki": (2, 4), "three-thirteen": (1, 0), "five-crowns": (2, 6)}  # fewest packs and jokers of a table
HOUSES: dict[str, tuple[dict[str, str], ...]] = {
    "kalooki": (
        {},
        {"house.twelve_early": "yes"},
        {"preset": "twelve-early", "house.calls": "2"},
        {"house.packs": "3"},
    ),
    "three-thirteen": (
        {"house.tie_round": "yes"},
        {"house.tie_round": "yes", "house.ace_high": "yes", "house.court_points": "yes", "house.jokers": "1"},
        {"preset": "deuces"},
        {"preset": "speed"},
    ),
    "five-crowns": ({}, {"house.tie_round": "yes"}, {"house.tie_round": "yes", "house.packs": "3"}),
}
SIZES = {"kalooki": (3, 5), "three-thirteen": (2, 4), "five-crowns": (2, 5)}
REFUSED = (403, 409, 422)


@cache
def bare_totals(game: str, house: str, players: int, deal: int) -> list[int]:
    """Return some points that a hand of that deal may come to without its cards (B1); house rules as JSON."""
    rules = GAMES[game].with_house_rules(json.loads(house), players)
    here = rules.deal(min(deal, rules.last_deal_number))
    return [points for points in (3, 5, 8, 10, 12, 15, 16, 20, 25, 30) if rules.is_possible_total(here, points)]


def deck(game: str, chance: Random) -> list[str]:
    """Return the cards of the smallest pack of that game, shuffled."""
    copies, jokers = PACKS[game]
    ranks = ("A 2 " if game != "five-crowns" else "") + "3 4 5 6 7 8 9 10 J Q K"
    suits = "SHDC*" if game == "five-crowns" else "SHDC"
    cards = [rank + suit for rank in ranks.split() for suit in suits] * copies + ["JK"] * jokers
    chance.shuffle(cards)
    return cards


class RandomTable:
    """One match and its phones; `score` is the second scorer's current state."""

    def __init__(self, code: str, phones: list[Phone], chance: Random, look: Callable[[str], Score]):
        self.code, self.phones, self.chance, self._look = code, phones, chance, look
        self.score = look(code)
        self.said: list[str] = []  # log of actions, newest last

    def post(self, path: str, by: Phone | None = None, **fields: Any) -> Page:
        """Post a form, by the host's phone unless another is given; a refusal is accepted."""
        answer = (by or self.phones[0]).post(f"/m/{self.code}{path}", **fields)
        self.said.append(f"{path} {fields} → {answer.status}")
        assert answer.status in (303, *REFUSED), f"{answer.status}: {answer.said[:300]}"
        self.score = self._look(self.code)
        return answer

    def must(self, path: str, by: Phone | None = None, **fields: Any) -> None:
        """Post a form that the rules allow; fail on a refusal."""
        answer = self.post(path, by, **fields)
        assert answer.status == 303, f"{path} {fields}: {answer.said[-300:]}"

    def anybody(self) -> Phone:
        """Return a random phone."""
        return self.chance.choice(self.phones)

    @property
    def booked(self) -> list[int]:
        """The booked deals, including bonus rounds."""
        return [deal for deal in self.score.schedule if self.score.state(deal) == "booked"]

    # A deal

    def deal_over(self) -> None:
        """Count the current deal hand by hand and book it."""
        deal = self.score.current
        assert deal
        players, out = self.score.players(deal), self.out_of(deal)
        self.must(
            f"/deals/{deal}/end", self.anybody(), out="" if out is None else out, revision=self.revision(ENDING, deal)
        )
        cards = deck(self.score.game, self.chance)
        for seat in players:
            if seat != out:
                self.count(deal, seat, cards)
        if self.chance.random() < 0.1:
            self.between_counting(deal)
        self.must(f"/deals/{deal}/book", self.anybody(), revision=self.revision(FIGURES, deal))

    def out_of(self, deal: int) -> int | None:
        """Return the seat that went out: mostly one of the players, or None if the stock ran out."""
        return None if self.chance.random() < 0.07 else self.chance.choice(self.score.players(deal))

    def between_counting(self, deal: int) -> None:
        """Change who went out, or count a hand again, before the booking."""
        seats = self.score.players(deal)
        seat, before = self.chance.choice(seats), self.score.out(deal)
        if seat == before:
            return
        self.post(f"/deals/{deal}/end", self.anybody(), out=seat, revision=self.revision(ENDING, deal))
        for one in seats:
            if one != seat and (deal, one) not in self.score.hands:
                self.count(deal, one, deck(self.score.game, self.chance)[:3])

    def count(self, deal: int, seat: int, cards: list[str]) -> None:
        """Count a hand by its cards or by a total."""
        least = self.score.game == "kalooki"
        hand = [cards.pop() for _ in range(min(len(cards), self.chance.randint(least, 3)))]
        path, by, revision = f"/deals/{deal}/hands/{seat}", self.anybody(), self.revision(("hand",), deal, seat)
        if hand and self.chance.random() < 0.4:
            self.must(path, by, total=self.chance.choice(self.bare_totals(deal)), revision=revision)
        else:
            self.must(path, by, revision=revision, **({"cards": " ".join(hand)} if hand else {"none": 1}))

    def bare_totals(self, deal: int) -> list[int]:
        """Return some totals a hand of that deal may come to."""
        score = self.score
        return bare_totals(score.game, json.dumps(score.house), len(score.match["seats"]), deal)

    def revision(self, kinds: tuple[str, ...], deal: int, seat: int | None = None) -> int:
        """Return the revision in a freshly opened form about entries of these kinds."""
        of_deal = [one for one in self.score.entries if one["kind"] in kinds and one["deal"] == deal]
        return 1 + sum(seat in (None, one["seat"]) for one in of_deal)

    def abandon(self) -> None:
        """Abandon the current deal."""
        self.must(f"/deals/{self.score.current}/abandon")

    def mark(self) -> None:
        """Mark a call or a lay-down, or undo a call."""
        deal = self.score.current
        if deal and self.score.game == "kalooki":
            seat, act = self.chance.choice(self.score.players(deal)), self.chance.choice(MARKS)
            self.post(f"/deals/{deal}/calls/{seat}", self.anybody(), act=act)

    # Later changes

    def correct(self) -> None:
        """Change the points of a booked hand, or who went out."""
        if not self.booked:
            return
        deal = self.chance.choice(self.booked)
        seat = self.chance.choice(self.score.players(deal))
        self.correct_with(deal, seat, **self.another_figure(deal, seat))

    def another_figure(self, deal: int, seat: int) -> dict[str, Any]:
        """Return form fields with different cards, a different total or another player who went out."""
        others = [one for one in self.score.players(deal) if one != seat]
        if self.score.out(deal) == seat and others:
            return {"cards": self.chance.choice(CARDS), "out": self.chance.choice(others)}
        if self.chance.random() < 0.25:
            return {"went_out": "yes"}
        return self.chance.choice(
            ({"cards": self.chance.choice(CARDS)}, {"total": self.chance.choice(self.bare_totals(deal))})
        )

    def correct_with(self, deal: int, seat: int, **fields: Any) -> None:
        """Correct a hand: open its pad, then the form that asks for a reason."""
        here = f"/m/{self.code}/correct/{deal}/{seat}"
        pad = self.phones[0].get(here)
        pad_has = dict(pad.form(f"/correct/{deal}/{seat}").fields)
        asked = pad_has | {"cards": "", "total": ""} | fields | {"why": "1"}
        slip = self.phones[0].get(here + "?" + "&".join(f"{name}={value}" for name, value in asked.items()))
        self.said.append(f"{here} {fields} → {slip.status}")
        if slip.status == 200:
            form = [form for form in slip.forms if form.method == "post" and form.action == here][-1]
            answer = self.phones[0].send(here, form.filled(reason="counted wrong"))
            self.said.append(f"{here} → {answer.status}")
            assert answer.status == 303, answer.said[-300:]
            self.score = self._look(self.code)

    def fine(self) -> None:
        """Give a bonus or a fine to a random player."""
        self.give(self.chance.choice(self.score.seats), self.chance.choice((-50, -30, 10, 25)))

    def give(self, seat: int, points: int) -> None:
        """Give signed points to a seat."""
        self.must("/adjust", seat=seat, points=f"{points:+}", reason="rule broken")

    def refine(self) -> None:
        """Correct or take back a bonus or a fine."""
        backs = {one["body"].get("of") for one in self.score.given}
        standing = [one["id"] for one in self.score.given if one["how"] != "back" and one["id"] not in backs]
        if standing:
            number, more = (
                self.chance.choice(standing),
                {"back": 1} if self.chance.random() < 0.5 else {"points": "+15"},
            )
            self.post(f"/adjust/{number}", reason="agreed by all", **more)

    def undo(self) -> None:
        """Reopen the deal closed last."""
        closed = [deal for deal in self.score.schedule if self.score.state(deal) != "open"]
        if closed:
            self.post("/undo", deal=closed[-1])

    def void(self) -> None:
        """Void a booked deal, or count a void one again."""
        voided = [deal for deal, how in self.score.closes.items() if how[-2:] == ["booked", "abandoned"]]
        if voided and self.chance.random() < 0.5:
            self.post(f"/deals/{self.chance.choice(voided)}/void", again=1)
        elif self.booked:
            self.must(f"/deals/{self.chance.choice(self.booked)}/void", reason="misdealt")

    # Players

    def somebody_comes_or_goes(self) -> None:
        """Let a player join late, leave or return, swap two seats, or correct a name."""
        score, chance = self.score, self.chance
        there, gone = score.staying, [seat for seat in score.seats if seat not in score.staying]
        low, high = SIZES[score.game]
        act = chance.choice(("join", "leave", "back", "swap", "rename"))
        new = [name for name in PEOPLE if name not in score.names]
        if act == "join" and new and len(there) < high:
            self.post("/people", name=chance.choice(new), start=chance.choice(("zero", "average", "highest")))
        elif act == "leave" and len(there) > low:
            self.post("/people", leaves=chance.choice(there))
        elif act == "back" and gone and len(there) < high:
            self.post("/people", returns=chance.choice(gone))
        elif act == "swap":
            one, other = chance.sample(there, 2)
            self.post("/people", self.anybody(), swaps=one, **{"with": other})
        elif act == "rename" and new and chance.random() < 0.3:
            self.must("/people", renames=chance.choice(score.seats), name=chance.choice(new))

    # The end

    def tie(self) -> None:
        """Level the two lowest totals with a fine, or separate them with a bonus."""
        totals = sorted((self.score.total(seat), seat) for seat in self.score.staying)
        if len(totals) > 1:
            (low, seat), (high, _) = totals[:2]
            self.give(seat, high - low or self.chance.choice((-10, 10)))

    def stop(self) -> None:
        """End the match early."""
        self.must("/end")

    def resume(self) -> None:
        """Resume a match that was ended early."""
        if self.score.stopped:
            self.must("/end", resume=1)

    def not_allowed(self) -> None:
        """Post something that is refused: a hand of an absent player, a booking too early, an outdated form."""
        deal = self.score.current
        others = [seat for seat in self.score.seats if deal and seat not in self.score.players(deal)]
        before = len(self.score.entries)
        counted = [hand for hand in self.score.hands if hand[0] in self.booked]
        if others:
            self.post(f"/deals/{deal}/hands/{self.chance.choice(others)}", total=10, revision=1)
        elif deal and deal not in self.score.ends:
            self.post(f"/deals/{deal}/book", revision=self.revision(FIGURES, deal))
        elif counted:
            number, seat = self.chance.choice(counted)
            old = {"total": self.chance.choice(self.bare_totals(number)), "revision": 1, "reason": "from an old page"}
            self.post(f"/correct/{number}/{seat}", self.anybody(), **old)
        assert len(self.score.entries) == before, "it was written"


ENDING, FIGURES = ("end", "close"), ("hand", "end", "close")
MARKS = ("call", "call", "lay-down", "undo-call")
CARDS = ("7H 8S", "KH", "9C", "4D 5D", "QS JH", "JK")
