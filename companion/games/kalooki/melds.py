"""K6–K12: the definitions of a three and of a four."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from companion.games.kalooki.run_reading import TURN, Reading, Row, read
from companion.games.kalooki.table import Kalooki
from companion.rules.cards import JOKER, Card, too_many
from companion.rules.rulings import Finding
from companion.rules.text import N_, Listed, Places, Text


def check(game: Kalooki, kind: str, cards: Row) -> list[Finding]:
    """Return all objections to these cards as a three or as a four."""
    over = copies(game, cards)
    return shape(game, kind, cards) + ([over] if over else [])


def shape(game: Kalooki, kind: str, cards: Row) -> list[Finding]:
    """Return the objections to these cards as a three or as a four, regardless of the number of packs."""
    if kind == "three":
        found = [law(game, cards) for law in THREE]
    else:
        reading = read(cards)
        found = [law(game, cards, reading) for law in FOUR]
    return [finding for finding in found if finding]


def kind_of(cards: Row) -> str:
    """Return the intended kind, "three" or "four": by what most naturals share, else by the number of cards."""
    naturals = [card for card in cards if card != JOKER]
    same_rank = max(Counter(card.rank for card in naturals).values(), default=0)
    same_suit = max(Counter(card.suit for card in naturals).values(), default=0)
    if same_rank == len(naturals) > 1 or same_rank > same_suit:
        return "three"
    return "four" if same_suit > same_rank or len(cards) > 3 else "three"


def naturals_in(cards: Row) -> int:
    """Return the number of cards that are not jokers."""
    return sum(card != JOKER for card in cards)


def too_few(cards: Row, least: int, one: str, many: str) -> Text | None:
    """Return the message if there are fewer cards than `least`."""
    if not cards:
        return Text(N_("there are no cards"))
    return Text(one, many, count=len(cards)) if len(cards) < least else None


def three_size(game: Kalooki, cards: Row) -> Finding | None:
    """K6: a three is three or more cards."""
    reason = too_few(
        cards,
        game.group_size,
        N_("{count} card is not a three; it needs three or more"),
        N_("{count} cards are not a three; it needs three or more"),
    )
    return game.finding("K6", reason, range(len(cards))) if reason else None


def three_rank(game: Kalooki, cards: Row) -> Finding | None:
    """K6: … of one rank."""
    ranks = Counter(card.rank for card in cards if card != JOKER)
    if len(ranks) < 2:
        return None
    rank = max(ranks, key=ranks.__getitem__)
    odd = [place for place, card in enumerate(cards) if card != JOKER and card.rank != rank]
    reason = Text(N_("{ranks} are not of one rank"), ranks=Listed(ranks))
    return game.finding("K6", reason, odd)


def three_naturals(game: Kalooki, cards: Row) -> Finding | None:
    """K10: a three holds at least two naturals."""
    naturals = naturals_in(cards)
    if naturals >= 2:
        return None
    reason = Text(N_("no natural card; a three needs two"))
    if naturals:
        reason = Text(N_("only one natural card; a three needs two"))
    return game.finding("K10", reason, (place for place, card in enumerate(cards) if card == JOKER))


def four_size(game: Kalooki, cards: Row, reading: Reading | None) -> Finding | None:
    """K7: a four is four or more cards."""
    reason = too_few(
        cards,
        game.run_size,
        N_("{count} card is not a four; it needs four or more"),
        N_("{count} cards are not a four; it needs four or more"),
    )
    return game.finding("K7", reason, range(len(cards))) if reason else None


def four_suit(game: Kalooki, cards: Row, reading: Reading | None) -> Finding | None:
    """K7: … of one suit."""
    odd = [place for place, card in enumerate(cards) if reading and card.suit not in ("", reading.suit)]
    if not odd:
        return None
    reason = Text(N_("not all of one suit ({places})"), places=Places(odd))
    return game.finding("K7", reason, odd)


def four_sequence(game: Kalooki, cards: Row, reading: Reading | None) -> Finding | None:
    """K7: … in sequence."""
    if not reading or not reading.strays:
        return None
    reason = Text(N_("out of sequence ({places})"), places=Places(sorted(reading.strays)))
    return game.finding("K7", reason, sorted(reading.strays))


def four_corner(game: Kalooki, cards: Row, reading: Reading | None) -> Finding | None:
    """K8: a four ends at an ace and never goes round the corner; the longest is fourteen cards."""
    if len(cards) > TURN + 1:
        reason = Text(N_("{count} cards; the longest four is fourteen, ace to ace"), count=len(cards))
        return game.finding("K8", reason, range(len(cards)))
    if reading and reading.strays:
        return bent_at_ace(game, cards)
    if not reading or not reading.outside:
        return None
    if all(cards[place] == JOKER for place in reading.outside):
        reason = Text(N_("nothing lies beyond the ace ({places})"), places=Places(reading.outside))
        return game.finding("K8", reason, reading.outside)
    aces = Places(place for place in range(len(cards)) if reading.rung(place) in (0, TURN))
    return game.finding("K8", Text(N_("it wraps around the ace ({places})"), places=aces), aces)


def bent_at_ace(game: Kalooki, cards: Row) -> Finding | None:
    """K8, for a row broken elsewhere too: object to an ace that lies between its king and its two."""
    for place, three in enumerate(zip(cards, cards[1:], cards[2:], strict=False)):
        if three[1].rank == "A" and {three[0].rank, three[2].rank} == {"K", "2"}:
            places = Places(range(place, place + 3))
            reason = Text(N_("it wraps around the ace ({places})"), places=Places(places[1:2]))
            return game.finding("K8", reason, places)
    return None


def jokers_apart(game: Kalooki, cards: Row, reading: Reading | None) -> Finding | None:
    """K11: no two jokers lie next to each other."""
    pairs = [place for place, pair in enumerate(pairwise(cards)) if pair == (JOKER, JOKER)]
    if not pairs:
        return None
    places = Places(sorted({*pairs, *(place + 1 for place in pairs)}))
    if len(places) == 2:
        reason = Text(N_("two jokers lie side by side ({places})"), places=places)
    else:
        reason = Text(N_("jokers lie side by side ({places})"), places=places)
    return game.finding("K11", reason, places)


def four_naturals(game: Kalooki, cards: Row, reading: Reading | None) -> Finding | None:
    """K11a: by house rule a four needs at least three naturals."""
    naturals = naturals_in(cards)
    if naturals >= game.least_naturals:
        return None
    reason = Text(
        N_("{count} natural card; this table asks for {least}"),
        N_("{count} natural cards; this table asks for {least}"),
        count=naturals,
        least=game.least_naturals,
    )
    return game.finding("K11a", reason, (place for place, card in enumerate(cards) if card == JOKER))


def copies(game: Kalooki, cards: Sequence[Card], before: Sequence[Card] = ()) -> Finding | None:
    """K12: no more copies of a card than packs, no more jokers than in play; `before` are the cards on the table."""
    over = dict(game.pack.too_many((*before, *cards)))
    if not over:
        return None
    seen = Counter(before)
    surplus = []
    for place, card in enumerate(cards):
        seen[card] += 1
        if card in over and seen[card] > over[card]:
            surplus.append(place)
    return game.finding("K12", too_many(*next(iter(over.items()))), surplus)


THREE: tuple[Callable[[Kalooki, Row], Finding | None], ...] = (three_size, three_rank, three_naturals)
FOUR: tuple[Callable[[Kalooki, Row, Reading | None], Finding | None], ...] = (
    four_size,
    four_suit,
    four_sequence,
    four_corner,
    jokers_apart,
    four_naturals,
)
