"""Second scorer: recomputes one match slowly from its entries and the rules alone, sharing no code with the companion.

Numbers in brackets are those of the rules."""

from collections.abc import Sequence
from functools import cached_property

from companion.sheet.ledger import Entry


class Score:
    """A match as scored by hand, built from its entries in order."""

    def __init__(self, deals: int, bonus: bool, players: int, first_dealer: int, entries: Sequence[Entry]):
        self.many, self.bonus_is_played, self.players_at_first = deals, bonus, players
        self.first_dealer, self.entries = first_dealer, list(entries)
        self.seated = players  # seats there ever were
        self.given: list[Entry] = []  # bonuses and fines
        self.starts: dict[int, int] = {}  # starting points of latecomers
        self.seating: list[Entry] = []
        self.hands: dict[tuple[int, int], Entry] = {}
        self.ends: dict[int, Entry] = {}
        self.closes: dict[int, list[str]] = {}
        self.stopped = False
        for entry in self.entries:
            self.take(entry)

    def take(self, entry: Entry) -> None:
        """Apply one entry; for the same deal and seat the last one wins."""
        kind, how, deal, body = entry.kind, entry.how, entry.deal, entry.body
        if kind == "hand":
            self.hands[deal, entry.seat] = entry
        elif kind == "end":
            self.ends[deal] = entry
        elif kind == "close":
            self.closes.setdefault(deal, []).append(how)
        elif kind == "adjust":
            self.given.append(entry)
        elif kind == "stop":
            self.stopped = how == "ended"
        elif kind == "seating" and how == "undone":
            self.seating = [change for change in self.seating if change.body.get("seat") != body["seat"]]
            self.seated -= 1
            del self.starts[body["seat"]]
        elif kind == "seating" and how != "renamed":
            self.seating.append(entry)
            if how == "joins":
                self.seated += 1
                self.starts[body["seat"]] = entry.points

    @property
    def seats(self) -> range:
        """All seats there ever were."""
        return range(self.seated)

    # Seating

    def chairs(self, deal: int) -> tuple[list[int], set[int]]:
        """Return the chairs clockwise for that deal, and the seats that have left: their chairs stay empty."""
        chairs, away = list(range(self.players_at_first)), set()
        for change in self.seating:
            body = change.body
            if change.deal > deal:
                continue
            if change.how == "joins":
                chairs.append(body["seat"])
            elif change.how == "leaves":
                away.add(body["seat"])
            elif change.how == "returns":
                away.remove(body["seat"])
            else:
                taken = [place for place, seat in enumerate(chairs) if seat not in away]
                for place, seat in zip(taken, body["order"], strict=True):
                    chairs[place] = seat
        return chairs, away

    def at_table(self, deal: int) -> list[int]:
        """Return the seats present for that deal, clockwise."""
        chairs, away = self.chairs(deal)
        return [seat for seat in chairs if seat not in away]

    @property
    def staying(self) -> list[int]:
        """The seats present at the end (B4)."""
        return self.at_table(10**6)

    def players(self, deal: int) -> list[int]:
        """Return the players of a deal, clockwise; of a bonus round the tied ones (T21, F17)."""
        if deal <= self.many:
            return self.at_table(deal)
        between = dict(self.bonus_rounds[0]).get(deal, [])
        return [seat for seat in self.at_table(deal) if seat in between]

    def dealer(self, deal: int) -> int:
        """Return the dealer: the first dealer, then the next player to the left (K3, T2, T21, F2)."""
        players = self.players(deal)
        if deal > 1:
            return self.left_of(self.dealer(deal - 1), deal)
        first = self.first_dealer
        return first if first in players else self.left_of(first, 1)

    def left_of(self, seat: int, deal: int) -> int:
        """Return the next player to the left of a chair in that deal."""
        (chairs, _), players = self.chairs(deal), self.players(deal)
        place = chairs.index(seat)
        return next(one for one in chairs[place + 1 :] + chairs[: place + 1] if one in players)

    def first(self, deal: int) -> int:
        """Return the seat that plays first: the dealer's neighbour to the left."""
        return self.left_of(self.dealer(deal), deal)

    # Results of deals

    def state(self, deal: int) -> str:
        """Return the state of a deal: "open", "booked" or "abandoned"."""
        last = self.closes.get(deal, ["undone"])[-1]
        return "open" if last == "undone" else last

    def out(self, deal: int) -> int | None:
        """Return the seat that went out in a deal."""
        return self.ends[deal].body.get("out") if deal in self.ends else None

    def points(self, deal: int, seat: int) -> int | None:
        """Return the points of a seat in a booked deal; None if it did not play."""
        if self.state(deal) != "booked" or seat not in self.players(deal):
            return None
        return 0 if self.out(deal) == seat else self.hands[deal, seat].points

    @property
    def counting(self) -> list[int]:
        """The deals whose points are in the totals."""
        return [deal for deal in range(1, self.many + 1) if self.state(deal) == "booked"]

    def beside(self, seat: int) -> int:
        """Return a seat's points from outside the deals: a latecomer's start, bonuses and fines (K37)."""
        return self.starts.get(seat, 0) + sum(one.points for one in self.given if one.seat == seat)

    def total(self, seat: int) -> int:
        """Return the total of a seat; bonus rounds add nothing."""
        return self.beside(seat) + sum(self.points(deal, seat) or 0 for deal in self.counting)

    @property
    def totals(self) -> list[int]:
        """The total of each seat."""
        return [self.total(seat) for seat in self.seats]

    # The end

    @property
    def whole(self) -> list[int]:
        """The seats that were there for every deal of a match that was not ended early; none if no deal counts (B4)."""
        there = [seat for seat in self.seats if all(seat in self.at_table(1 + deal) for deal in range(self.many))]
        return there if self.counting and not self.stopped else []

    @property
    def lowest(self) -> list[int]:
        """The seats with the lowest total of all that may win: present, and with a deal that counts (B4, B5)."""
        may = [seat for seat in self.staying if any(seat in self.players(deal) for deal in self.counting)]
        may = may or self.staying
        return [seat for seat in may if self.total(seat) == min(map(self.total, may))] if self.counting else []

    @cached_property
    def bonus_rounds(self) -> tuple[list[tuple[int, list[int]]], list[int], int | None]:
        """Return the bonus rounds with their players, the seats still level, and the number of the next bonus round."""
        rounds: list[tuple[int, list[int]]] = []
        if any(self.state(deal) == "open" for deal in range(1, self.many + 1)):
            return rounds, [], None
        level, number = self.lowest, self.many
        while self.bonus_is_played and len(level) > 1:
            number += 1
            if self.state(number) == "open":
                return [*rounds, (number, level)], level, number
            players = dict(self.when_closed(number).bonus_rounds[0])[number]
            rounds.append((number, players))
            if self.state(number) == "abandoned":
                then = self.when_closed(number, last=True)
                if players == level and all(then.total(seat) == self.total(seat) for seat in level):
                    break  # the win is shared, and nothing has changed since
                continue
            points = self.of_bonus(number, players)
            if set(level) <= set(points):  # else one of them did not play it, and it decides nothing
                least = min(points[seat] for seat in level)
                level = [seat for seat in level if points[seat] == least]
        return rounds, level, None

    def of_bonus(self, number: int, players: Sequence[int]) -> dict[int, int]:
        """Return the points of each player of a bonus round."""
        out = self.out(number)
        return {seat: 0 if seat == out else self.hands[number, seat].points for seat in players}

    def when_closed(self, number: int, last: bool = False) -> "Score":
        """Return the match before a bonus round was closed, or before its last change between counting and void."""
        closes = [place for place, one in enumerate(self.entries) if (one.kind, one.deal) == ("close", number)]
        undone = [each for each, place in enumerate(closes, 1) if self.entries[place].how == "undone"]
        before = self.entries[: closes[-1 if last else max(undone, default=0)]]
        return Score(self.many, self.bonus_is_played, self.players_at_first, self.first_dealer, before)

    @property
    def current(self) -> int | None:
        """The current deal; None once the match is over."""
        if self.stopped:
            return None
        still = [deal for deal in range(1, self.many + 1) if self.state(deal) == "open"]
        return still[0] if still else self.bonus_rounds[2]

    @property
    def finished(self) -> bool:
        """True if the match is over."""
        return self.current is None

    @property
    def winners(self) -> list[int]:
        """The winners: the lowest total, or those left of the tied ones (K36, T21, F17)."""
        if not self.finished:
            return []
        return sorted(self.bonus_rounds[1] or self.lowest)

    @property
    def schedule(self) -> list[int]:
        """All deals: the regular ones and bonus rounds."""
        return [*range(1, self.many + 1), *(number for number, _ in self.bonus_rounds[0])]

    @property
    def places(self) -> list[int]:
        """The place of each seat: winners, then those who may win (B4), others who stayed, who left; by points."""
        played = [any(seat in self.players(deal) for deal in self.counting) for seat in self.seats]
        ranks = [
            (seat not in self.staying or not played[seat], seat not in self.staying, self.total(seat))
            for seat in self.seats
        ]
        keys = [(False, False, False, 0) if seat in self.winners else (True, *ranks[seat]) for seat in self.seats]
        return [1 + sum(other < key for other in keys) for key in keys]
