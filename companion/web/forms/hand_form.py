"""Form of a hand: cards on the pad as the page shows them, before they are booked."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

from flask import g, request

from companion.rules.counting_pad import Key
from companion.rules.deals import Deal
from companion.rules.text import N_, Listed, Text
from companion.sheet.commands.marks import missed_mark
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused, Stale
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting

MOST_CARDS = 30  # cards, more than in any hand
LABELS = {  # by the act of the table, if there is one, that makes a number of cards right
    "": Text(N_("{count} card?"), N_("{count} cards?")),
    "call": Text(N_("{count} card: + 1 {call}?"), N_("{count} cards: + 1 {call}?")),
    "undo-call": Text(N_("{count} card: 1 {call} fewer?"), N_("{count} cards: 1 {call} fewer?")),
    "lay-down": Text(N_("{count} card: laid down?"), N_("{count} cards: laid down?")),
    "undo-lay-down": Text(N_("{count} card: not laid down?"), N_("{count} cards: not laid down?")),
}


class Badge(NamedTuple):
    """Label of the count badge for a number of cards, with the reason if the number is doubtful."""

    label: Text
    doubt: Text | None
    kind: str  # "good"; "plain": may be right with more cards; "warn"
    fix: str = ""  # the mark that makes the number right, as an act of the table


class PadKey(NamedTuple):
    """A key of the pad for one hand: how many of its cards the hand can hold, and whether it holds them all."""

    key: Key
    most: int | None  # cards; None: no limit
    used_up: bool
    gone: Text  # sentence that names the holders of all its cards


@dataclass
class Tray:
    """A hand being counted: its seat, the cards or total typed, and the refusal if there is one."""

    sheet: Sheet
    deal: Deal
    seat: int
    cards: str = ""
    total: str = ""
    refused: Refused | None = None
    stale: Stale | None = None
    opened_revision: int | None = None  # revision the form was first made from, carried along from key to key

    def fault(self, error: Refused | Stale) -> "Tray":
        """Add a refusal to the tray and return it."""
        self.refused = error if isinstance(error, Refused) else None
        self.stale = error if isinstance(error, Stale) else None
        g.stale = bool(self.stale)
        if self.stale:
            self.opened_revision = None  # a reader who has seen the present state may overwrite it
        return self

    @property
    def revision(self) -> int:
        """The revision number for the hand when it is written."""
        return self.opened_revision or self.sheet.next_revision(EntryKind.HAND, self.deal.number, self.seat)

    @property
    def standing(self) -> Entry | None:
        """The hand on the sheet, unless something else is typed."""
        hand = self.sheet.latest(EntryKind.HAND, self.deal.number, self.seat)
        same = hand and (counted_cards(hand) == self.cards if self.cards else str(hand.points) == self.total)
        return hand if (same or self.aside) and not self.refused and not self.stale else None

    @cached_property
    def arranged(self) -> Entry | None:
        """The hand on the sheet with its melds laid aside, if it was arranged."""
        hand = self.sheet.latest(EntryKind.HAND, self.deal.number, self.seat)
        return hand if hand and hand.how == Action.ARRANGED and hand.body.get("melds") and not self.stale else None

    @property
    def aside(self) -> Entry | None:
        """The arranged hand, while the tray holds exactly its leftovers."""
        hand, keys = self.arranged, self.sheet.game.keys(self.deal)
        same = hand and not self.total and self.tally == keys.tally(hand.body.get("left", []))
        return hand if same and len(self.tokens) == len(self.cards.replace(",", " ").split()) else None

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The cards typed, or none if they cannot be read."""
        try:
            return self.sheet.game.keys(self.deal).read(self.cards)
        except ValueError:
            return ()

    @cached_property
    def tally(self) -> Counter[str]:
        """Number of cards of each key in the tray."""
        return self.sheet.game.keys(self.deal).tally(self.tokens)

    @cached_property
    def elsewhere(self) -> Counter[str]:
        """Number of cards of each key in the other hands of the deal."""
        return self.sheet.game.keys(self.deal).tally(self.sheet.tokens(self.deal.number, but=self.seat))

    @property
    def points(self) -> int:
        """The penalty of the tray, in points."""
        return self.sheet.game.keys(self.deal).points(self.tokens)

    @property
    def by_total(self) -> bool:
        """True if a total was given instead of cards."""
        return bool(self.total) and not self.tokens

    @property
    def keys(self) -> list[PadKey]:
        """The keys of the pad, limited by the cards in other hands."""
        found = []
        for key in self.sheet.game.keys(self.deal):
            most = None if key.limit is None else key.limit - self.elsewhere[key.code]
            found.append(PadKey(key, most, most is not None and self.tally[key.code] >= most, self.gone(key)))
        return found

    def token(self, key: Key) -> str:
        """Return a card of that key in the tray, as it was typed."""
        keys = self.sheet.game.keys(self.deal)
        return next(token for token in self.tokens if keys.key(token).code == key.code)

    def gone(self, key: Key) -> Text:
        """Return the sentence that names the holders of all cards of a key."""
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
        message = N_("{card}: all {limit} are in the hands of {names}.")
        if not key.faces:
            message = N_("All {limit} jokers are in the hands of {names}.")
        return Text(message, limit=key.limit, card=key.label, names=Listed([*holders, *mine]))

    @cached_property
    def overlooked(self) -> Text | None:
        """The question to ask if the cards in the tray certainly contain a meld."""
        return self.sheet.game.missed_meld(self.deal, self.tokens)

    @property
    def asks_meld(self) -> bool:
        """True if the question about an overlooked meld is shown; a doubtful number of cards is reported before it."""
        count = len(self.tokens)
        return bool(self.overlooked) and not self.by_total and not self.sheet.doubt(self.deal, self.seat, count)

    @cached_property
    def sure_melds(self) -> dict[str, Text]:
        """Keys that form a meld in any suits, such as A A A or A A 3, each with the question to ask."""
        game, codes = self.sheet.game, [key.code for key in self.sheet.game.keys(self.deal)]
        sets = combinations_with_replacement(codes, game.group.size)
        return {" ".join(keys): text for keys in sets if (text := game.missed_meld(self.deal, keys))}

    @property
    def meld_said(self) -> Text | None:
        """The question about such a meld as a template, with a placeholder for its cards."""
        return next(
            (Text(text.message, **{**text.values, "cards": "{cards}"}) for text in self.sure_melds.values()), None
        )

    @property
    def full(self) -> int | None:
        """Number of cards in the hand of a player who never laid down; None if the player is marked as laid down."""
        number, seat = self.deal.number, self.seat
        if self.sheet.laid_down(number, seat):
            return None
        return self.sheet.game.full_hand(self.deal, self.sheet.calls(number, seat))

    @property
    def most(self) -> int:
        """Upper limit of a hand's points: a full hand of the most expensive cards."""
        cards = [
            key.points
            for key in self.sheet.game.keys(self.deal)
            for _ in range(min(key.limit or MOST_CARDS, MOST_CARDS))
        ]
        held = self.sheet.game.full_hand(self.deal, self.sheet.game.calls)
        return sum(sorted(cards, reverse=True)[:held])

    @cached_property
    def doubts(self) -> list[Text | None]:
        """Warning for 0, 1, 2 … cards, up to three more than the largest hand; None if the number is plausible."""
        game = self.sheet.game
        longest = game.full_hand(self.deal, game.calls) + 3
        return [self.sheet.doubt(self.deal, self.seat, count) for count in range(longest + 1)]

    @property
    def badges(self) -> list[Badge]:
        """Badge for each number of cards; for 0 the first warning, which names the expected number."""
        expected = next((doubt for doubt in self.doubts[1 : self.full or 1] if doubt), None)
        return [Badge(Text(""), expected, "plain"), *(self.badge(count) for count in range(1, len(self.doubts)))]

    @property
    def shown(self) -> int | None:
        """The count whose badge is shown; None with a total, an arranged hand, or a question about a meld."""
        return None if self.by_total or self.aside or self.asks_meld else len(self.tokens)

    def badge(self, count: int) -> Badge:
        """Return the badge for a number of cards; a hand on the sheet is no longer incomplete."""
        doubt = self.doubts[count]
        if not doubt:
            return Badge(Text(N_("{count} card"), N_("{count} cards"), count=count), None, "good")
        wanted = next(
            (more for more in range(max(count, self.full or 0), len(self.doubts)) if not self.doubts[more]), 0
        )
        sent = self.standing and len(counted_cards(self.standing).split()) == count
        if count < wanted and not sent:
            return Badge(Text(N_("{count} of {most}"), count=count, most=wanted), doubt, "plain")
        fix = missed_mark(self.sheet, self.deal, self.seat, count)
        label = self.sheet.game.text(LABELS[fix].message, LABELS[fix].plural, count=count)
        return Badge(label, None if fix else doubt, "warn", fix)


def tray_of(sheet: Sheet, deal: Deal, seat: int) -> Tray:
    """Return the hand on the sheet, or as entered so far without script."""
    standing = sheet.latest(EntryKind.HAND, deal.number, seat)
    cards, total = request.args.get("cards"), request.args.get("total")
    if standing and cards is None and total is None:  # else one of them is given, and the other empty
        cards, total = counted_cards(standing), str(standing.points) if standing.how == Action.TOTAL else ""
    tray = Tray(sheet, deal, seat, (cards or "")[:2000], (total or "")[:40])
    tray.opened_revision = request.args.get("revision", type=int)
    tap(tray)
    return tray


def counted_cards(hand: Entry) -> str:
    """Return the cards that a hand is counted by: all, or the leftovers of an arranged hand."""
    return " ".join(hand.body.get("left", [])) if hand.how == Action.ARRANGED else hand.cards


def tap(tray: Tray) -> None:
    """Apply a key pressed without script: add a card, take one out, add a digit, turn the sign, or delete the last."""
    add, take, digit = (request.args.get(name, "")[:10] for name in ("add", "take", "digit"))
    cards = tray.cards.split()
    if add:
        tray.cards = " ".join([*cards, add])
    elif take in cards:
        cards.remove(take)
        tray.cards = " ".join(cards)
    elif digit:
        tray.total += digit
    elif "sign" in request.args:
        tray.total = tray.total.removeprefix("-") if tray.total.startswith("-") else f"-{tray.total}"
    elif request.args.get("back") == "1":  # else it is the page that led here
        tray.cards, tray.total = " ".join(cards[:-1]), tray.total[:-1]


def typed() -> tuple[str, str]:
    """Return the cards and the total in the form; no card left is a total of 0."""
    return posting.field("cards"), "0" if "none" in request.values else posting.field("total", 40)
