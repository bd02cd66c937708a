"""The tray: a hand on the pad as the page shows it, between what is typed and what is booked."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

from flask import g, request

from companion.rules.counting_pad import Key
from companion.rules.deals import Deal
from companion.rules.text import N_, Listed, Text
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused, Stale
from companion.sheet.scoresheet import Sheet

MOST = 30  # cards, more than any hand holds


class Badge(NamedTuple):
    """What the count badge says for so many cards: fine, on the way to it, or doubtful with the reason."""

    label: Text
    doubt: Text | None
    kind: str  # "good", "plain" while more cards can make it right, "warn"


class PadKey(NamedTuple):
    """A key of the pad for one hand: how many of its cards the hand can hold, and whether it holds them all."""

    key: Key
    most: int | None  # None: nobody counts them
    used_up: bool
    gone: Text  # who holds all the cards of it


@dataclass
class Tray:
    """A hand being counted: whose, what is typed so far, and what was refused."""

    sheet: Sheet
    deal: Deal
    seat: int
    cards: str = ""
    total: str = ""
    refused: Refused | None = None
    stale: Stale | None = None
    begun: int | None = None  # the revision the form was first made from, while it goes from key to key

    def fault(self, error: Refused | Stale) -> "Tray":
        """The tray with what was wrong about it."""
        self.refused = error if isinstance(error, Refused) else None
        self.stale = error if isinstance(error, Stale) else None
        g.stale = bool(self.stale)
        self.begun = None if self.stale else self.begun  # whoever has seen what stands may write over it
        return self

    @property
    def revision(self) -> int:
        """The number the hand would be written under."""
        return self.begun or self.sheet.next_revision(EntryKind.HAND, self.deal.number, self.seat)

    @property
    def standing(self) -> Entry | None:
        """The hand as it stands on the sheet, while nothing else is typed."""
        hand = self.sheet.latest(EntryKind.HAND, self.deal.number, self.seat)
        same = hand and (counted(hand) == self.cards if self.cards else str(hand.points) == self.total)
        return hand if (same or self.aside) and not self.refused and not self.stale else None

    @cached_property
    def arranged(self) -> Entry | None:
        """The hand as it stands on the sheet with its melds laid aside, if it was arranged."""
        hand = self.sheet.latest(EntryKind.HAND, self.deal.number, self.seat)
        return hand if hand and hand.how == Action.ARRANGED and hand.body.get("melds") and not self.stale else None

    @property
    def aside(self) -> Entry | None:
        """The same, while the tray holds just what is left over of it."""
        hand, keys = self.arranged, self.sheet.game.keys(self.deal)
        same = hand and not self.total and self.tally == keys.tally(hand.body.get("left", []))
        return hand if same and len(self.tokens) == len(self.cards.replace(",", " ").split()) else None

    @property
    def laid_aside(self) -> int:
        """How many cards lie in those melds."""
        return sum(len(meld) for meld in self.arranged.body["melds"]) if self.arranged else 0

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The cards typed so far; none while they cannot be read."""
        try:
            return self.sheet.game.keys(self.deal).read(self.cards)
        except ValueError:
            return ()

    @cached_property
    def tally(self) -> Counter[str]:
        """How many cards of each key lie in the tray."""
        return self.sheet.game.keys(self.deal).tally(self.tokens)

    @cached_property
    def elsewhere(self) -> Counter[str]:
        """How many cards of each key the other hands of the deal hold."""
        return self.sheet.game.keys(self.deal).tally(self.sheet.deals.tokens(self.deal.number, but=self.seat))

    @property
    def points(self) -> int:
        """The penalty of the tray, in points."""
        return self.sheet.game.keys(self.deal).points(self.tokens)

    @property
    def by_total(self) -> bool:
        """Whether a bare total was given instead of cards."""
        return bool(self.total) and not self.tokens

    @property
    def before(self) -> int:
        """The player's total before this deal, in points."""
        if self.deal == self.sheet.current:
            return self.sheet.totals[self.seat]
        return self.sheet.points.total_after(self.deal.number - 1, self.seat)

    @property
    def keys(self) -> list[PadKey]:
        """The keys of the pad, as far as the other hands leave cards for them."""
        return [self.pad_key(key) for key in self.sheet.game.keys(self.deal)]

    def pad_key(self, key: Key) -> PadKey:
        """One key of the pad for this hand."""
        most = None if key.limit is None else key.limit - self.elsewhere[key.code]
        return PadKey(key, most, most is not None and self.tally[key.code] >= most, self.gone(key))

    def token(self, key: Key) -> str:
        """A card of that key in the tray, as it was typed."""
        keys = self.sheet.game.keys(self.deal)
        return next(token for token in self.tokens if keys.key(token).code == key.code)

    def gone(self, key: Key) -> Text:
        """Who holds all the cards of a key."""
        names, number = self.sheet.names, self.deal.number
        keys = self.sheet.game.keys(self.deal)
        holders = [
            names[seat]
            for seat in self.sheet.seats
            if seat not in (self.seat, self.sheet.out(number))
            and (hand := self.sheet.latest(EntryKind.HAND, number, seat))
            and keys.tally(hand.cards.split())[key.code]
        ]
        mine = [] if key.limit is not None and self.elsewhere[key.code] >= key.limit else [names[self.seat]]
        message = N_("{card}: all {limit} are with {names}.")
        if not key.faces:
            message = N_("All {limit} jokers are with {names}.")
        return Text(message, limit=key.limit, card=key.label, names=Listed([*holders, *mine]))

    @cached_property
    def overlooked(self) -> Text | None:
        """What is asked where the cards in the tray can be laid out for nothing."""
        return self.sheet.game.missed_meld(self.deal, self.tokens)

    @property
    def asks_meld(self) -> bool:
        """Whether that is asked first: a count that cannot be is said before it."""
        count = len(self.tokens)
        return bool(self.overlooked) and not self.by_total and not self.sheet.marks.doubt(self.deal, self.seat, count)

    @cached_property
    def sure_melds(self) -> dict[str, Text]:
        """The keys that can be laid out for nothing, whatever the suits: A A A, A A 3 …; and what is asked then."""
        game, codes = self.sheet.game, [key.code for key in self.sheet.game.keys(self.deal)]
        sets = combinations_with_replacement(codes, game.group_size)
        return {" ".join(keys): text for keys in sets if (text := game.missed_meld(self.deal, keys))}

    @property
    def meld_said(self) -> Text | None:
        """What is asked of such keys, with room for them."""
        return next(
            (Text(text.message, **{**text.values, "cards": "{cards}"}) for text in self.sure_melds.values()), None
        )

    @property
    def full(self) -> int | None:
        """How many cards the hand holds if its player never laid down; None where that is marked."""
        number, seat = self.deal.number, self.seat
        if self.sheet.laid_down(number, seat):
            return None
        return self.sheet.game.full_hand(self.deal, self.sheet.calls(number, seat))

    @property
    def most(self) -> int:
        """No hand costs more, in points: as many cards as can be held, the dearest first."""
        cards = [key.points for key in self.sheet.game.keys(self.deal) for _ in range(min(key.limit or MOST, MOST))]
        held = self.sheet.game.full_hand(self.deal, self.sheet.game.calls)
        return sum(sorted(cards, reverse=True)[:held])

    @cached_property
    def doubts(self) -> list[Text | None]:
        """What is odd about no card, one card, two cards …, a little further than any hand goes."""
        game = self.sheet.game
        longest = game.full_hand(self.deal, game.calls) + 3
        return [self.sheet.marks.doubt(self.deal, self.seat, count) for count in range(longest + 1)]

    @property
    def badges(self) -> list[Badge]:
        """What the badge says for as many cards; for none what is expected, in the words of the first doubt."""
        expected = next((doubt for doubt in self.doubts[1 : self.full or 1] if doubt), None)
        return [Badge(Text(""), expected, "plain"), *(self.badge(count) for count in range(1, len(self.doubts)))]

    @property
    def shown(self) -> int | None:
        """The count whose badge is shown; None where a total or an arranged hand stands, or a meld is asked about."""
        return None if self.by_total or self.aside or self.asks_meld else len(self.tokens)

    def badge(self, count: int) -> Badge:
        """What the badge says for so many cards; a hand that was sent is no longer on its way."""
        doubt = self.doubts[count]
        if not doubt:
            return Badge(Text(N_("{count} card"), N_("{count} cards"), count=count), None, "good")
        wanted = next(
            (more for more in range(max(count, self.full or 0), len(self.doubts)) if not self.doubts[more]), 0
        )
        sent = self.standing and len(counted(self.standing).split()) == count
        if count < wanted and not sent:
            return Badge(Text(N_("{count} of {most}"), count=count, most=wanted), doubt, "plain")
        return Badge(Text(N_("{count} card?"), N_("{count} cards?"), count=count), doubt, "warn")


def tray_of(sheet: Sheet, deal: Deal, seat: int) -> Tray:
    """The hand as it stands on the sheet, or as it was tapped so far without script."""
    standing = sheet.latest(EntryKind.HAND, deal.number, seat)
    cards, total = request.args.get("cards"), request.args.get("total")
    if standing and cards is None and total is None:  # else one of them is given, and the other was not put in
        cards, total = counted(standing), str(standing.points) if standing.how == Action.TOTAL else ""
    tray = Tray(sheet, deal, seat, (cards or "")[:2000], (total or "")[:40])
    tray.begun = request.args.get("revision", type=int)
    tap(tray)
    return tray


def counted(hand: Entry) -> str:
    """The cards that a hand is counted by: all of them, or what is left over where it was arranged."""
    return " ".join(hand.body.get("left", [])) if hand.how == Action.ARRANGED else hand.cards


def tap(tray: Tray) -> None:
    """One key of the pad, pressed without script: a card in, a card out, a digit, or the last one back."""
    add, take, digit = (request.args.get(name, "")[:10] for name in ("add", "take", "digit"))
    cards = tray.cards.split()
    if add:
        tray.cards = " ".join([*cards, add])
    elif take in cards:
        cards.remove(take)
        tray.cards = " ".join(cards)
    elif digit:
        tray.total += digit
    elif "back" in request.args:
        tray.cards, tray.total = " ".join(cards[:-1]), tray.total[:-1]
