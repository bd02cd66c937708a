"""Objections to cards as a group, or as a run in the order in which they lie, each under its clause."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal

from companion.rules import clauses
from companion.rules.cards import JOKER, Card, too_many
from companion.rules.deals import MeldLaw
from companion.rules.game import Game
from companion.rules.melds.row_reading import Reading, Row, read
from companion.rules.rulings import Finding
from companion.rules.text import N_, Listed, Number, Places, Text

Kind = Literal["group", "run"]


def check(game: Game, kind: Kind, cards: Row) -> list[Finding]:
    """Return all objections to these cards as a meld of that kind, "group" or "run"."""
    over = copies(game, cards)
    return shape(game, kind, cards) + ([over] if over else [])


def shape(game: Game, kind: Kind, cards: Row) -> list[Finding]:
    """Return the objections to these cards as a meld of that kind, regardless of the number of packs."""
    found = [too_few(game, kind, cards)]
    if kind == "group":
        found += [law(game, cards) for law in GROUP]
    else:
        reading = read(game, cards)
        found += [law(game, cards, reading) for law in RUN]
    return [finding for finding in found if finding]


def kind_of(game: Game, cards: Row) -> Kind:
    """Return a kind that these cards make, "group" or "run"; else the intended kind."""
    return next(iter(kinds_made(game, cards)), intended_kind(game, cards))


def intended_kind(game: Game, cards: Row) -> Kind:
    """Return the kind by what most naturals share, else by the number of cards."""
    naturals = naturals_in(game, cards)
    same_rank = max(Counter(card.rank for card in naturals).values(), default=0)
    same_suit = max(Counter(card.suit for card in naturals).values(), default=0)
    if same_rank == len(naturals) > 1 or same_rank > same_suit:
        return "group"
    return "run" if same_suit > same_rank or len(cards) >= game.run.size else "group"


def kinds_made(game: Game, cards: Row) -> list[Kind]:
    """Return the kinds that these cards make, regardless of the number of packs; with one natural they may be both."""
    first = intended_kind(game, cards)
    kinds: tuple[Kind, ...] = (first, "run" if first == "group" else "group")
    few = len(naturals_in(game, cards)) < 2
    return [kind for kind in (kinds if few else kinds[:1]) if not shape(game, kind, cards)]


def legal_kinds(game: Game, cards: Row) -> list[Kind]:
    """Return the kinds of which these cards are a legal meld."""
    return [] if copies(game, cards) else kinds_made(game, cards)


def naturals_in(game: Game, cards: Row) -> list[Card]:
    """Return the cards that are not wild."""
    return [card for card in cards if not game.is_wild(card)]


def wilds_at(game: Game, cards: Row) -> list[int]:
    """Return the places of the wild cards."""
    return [place for place, card in enumerate(cards) if game.is_wild(card)]


def has_wild_rank(game: Game, cards: Row) -> bool:
    """Return whether one of the cards is wild, but not a joker."""
    return any(game.is_wild(card) and card != JOKER for card in cards)


def too_few(game: Game, kind: Kind, cards: Row) -> Finding | None:
    """Object to fewer cards than a group or a run needs."""
    clause, law, word = clauses.GROUP, game.group, game.words.group
    if kind == "run":
        clause, law, word = clauses.RUN, game.run, game.words.run
    if len(cards) >= law.size:
        return None
    one = N_("{count} card is not a {meld}; it needs {least} or more")
    many = N_("{count} cards are not a {meld}; it needs {least} or more")
    reason = Text(one, many, count=len(cards), meld=Text(word), least=Number(law.size))
    return game.finding(clause, reason if cards else Text(N_("there are no cards")), range(len(cards)))


def group_rank(game: Game, cards: Row) -> Finding | None:
    """Object to naturals of several ranks in a group."""
    ranks = Counter(card.rank for card in naturals_in(game, cards))
    if len(ranks) < 2:
        return None
    rank = max(ranks, key=ranks.__getitem__)
    odd = [place for place, card in enumerate(cards) if not game.is_wild(card) and card.rank != rank]
    reason = Text(N_("{ranks} are different ranks"), ranks=Listed(ranks))
    return game.finding(clauses.GROUP, reason, odd)


def group_naturals(game: Game, cards: Row) -> Finding | None:
    """Object to fewer naturals than a group needs."""
    naturals, least = len(naturals_in(game, cards)), game.group.least_naturals
    if naturals >= least:
        return too_many_wilds(game, game.group, clauses.GROUP_NATURALS, cards)
    message = N_("no natural card; a {group} needs {least}")
    if naturals:
        message = N_("only {count} natural card; a {group} needs {least}")
    elif has_wild_rank(game, cards):
        message = N_("these are all {wilds}; a {group} needs {least} natural card")
    reason = game.text(message, count=Number(naturals), least=Number(least))
    return game.finding(clauses.GROUP_NATURALS, reason, wilds_at(game, cards))


def too_many_wilds(game: Game, law: MeldLaw, clause: str, cards: Row) -> Finding | None:
    """Object to more wild cards than naturals in a meld, where the game forbids it."""
    wilds, naturals = wilds_at(game, cards), len(naturals_in(game, cards))
    if not law.half_natural or len(wilds) <= naturals:
        return None
    message = N_("more {wilds} ({count}) than natural cards ({naturals})")
    return game.finding(clause, game.text(message, count=len(wilds), naturals=naturals), wilds)


def run_suit(game: Game, cards: Row, reading: Reading | None) -> Finding | None:
    """Object to naturals of several suits in a run."""
    wild = reading.wild if reading else ()
    odd = [at for at, card in enumerate(cards) if reading and at not in wild and card.suit != reading.suit]
    if not odd:
        return None
    reason = Text(N_("the cards are not all of one suit ({places})"), places=Places(odd))
    return game.finding(clauses.RUN, reason, odd)


def run_sequence(game: Game, cards: Row, reading: Reading | None) -> Finding | None:
    """Object to naturals out of sequence in a run."""
    if not reading or not reading.strays:
        return None
    reason = Text(N_("the cards are out of sequence ({places})"), places=Places(sorted(reading.strays)))
    return game.finding(clauses.RUN, reason, sorted(reading.strays))


def run_ends(game: Game, cards: Row, reading: Reading | None) -> Finding | None:
    """Object to a run that goes beyond an ace: it never goes round the corner, and the longest is from ace to ace."""
    most = len(game.ladder)
    if len(cards) > most:
        message = N_("{count} cards are too many; the longest {run} has {most}, from ace to ace")
        reason = game.text(message, count=len(cards), most=Number(most))
        return game.finding(clauses.LADDER, reason, range(len(cards)))
    if reading and reading.strays:
        return bent_at_ace(game, cards)
    if not reading or not reading.outside:
        return None
    if all(place in reading.wild for place in reading.outside):
        reason = Text(N_("no card goes beyond the ace ({places})"), places=Places(reading.outside))
        return game.finding(clauses.LADDER, reason, reading.outside)
    turn = len(game.pack.ranks)
    aces = Places(place for place in range(len(cards)) if game.ladder[reading.rung(place) % turn] == "A")
    return game.finding(clauses.LADDER, Text(N_("it cannot wrap around the ace ({places})"), places=aces), aces)


def bent_at_ace(game: Game, cards: Row) -> Finding | None:
    """Object to an ace that lies between its king and its two, in a row broken elsewhere too."""
    for place, three in enumerate(zip(cards, cards[1:], cards[2:], strict=False)):
        if three[1].rank == "A" and {three[0].rank, three[2].rank} == {"K", "2"}:
            places = Places(range(place, place + 3))
            reason = Text(N_("it cannot wrap around the ace ({places})"), places=Places(places[1:2]))
            return game.finding(clauses.LADDER, reason, places)
    return None


def wilds_apart(game: Game, cards: Row, reading: Reading | None) -> Finding | None:
    """Object to wild cards that lie next to each other in a run, where the game forbids it."""
    pairs = [place for place, pair in enumerate(pairwise(cards)) if all(map(game.is_wild, pair))]
    if not pairs or not game.run.wilds_apart:
        return None
    places = Places(sorted({*pairs, *(place + 1 for place in pairs)}))
    if len(places) == 2:
        reason = game.text(N_("two {wilds} lie side by side ({places})"), places=places)
    else:
        reason = game.text(N_("{wilds} lie side by side ({places})"), places=places)
    return game.finding(clauses.WILDS_APART, reason, places)


def run_naturals(game: Game, cards: Row, reading: Reading | None) -> Finding | None:
    """Object to fewer naturals than a run needs."""
    naturals, least = len(naturals_in(game, cards)), game.run.least_naturals
    if naturals >= least:
        return too_many_wilds(game, game.run, clauses.RUN_NATURALS, cards)
    if not naturals and least == 1:
        message = N_("no natural card; a {run} needs {least}")
        if has_wild_rank(game, cards):
            message = N_("these are all {wilds}; a {run} needs {least} natural card")
        reason = game.text(message, least=Number(least))
        return game.finding(clauses.RUN_NATURALS, reason, wilds_at(game, cards))
    reason = Text(
        N_("{count} natural card; this table asks for {least}"),
        N_("{count} natural cards; this table asks for {least}"),
        count=naturals,
        least=least,
    )
    return game.finding(clauses.RUN_NATURALS, reason, wilds_at(game, cards))


def copies(game: Game, cards: Sequence[Card], before: Sequence[Card] = ()) -> Finding | None:
    """Object to more copies of a card than packs, or more jokers than are in play; `before` lie on the table."""
    over = dict(game.pack.too_many((*before, *cards)))
    if not over:
        return None
    seen = Counter(before)
    surplus = []
    for place, card in enumerate(cards):
        seen[card] += 1
        if card in over and seen[card] > over[card]:
            surplus.append(place)
    return game.finding(clauses.COPIES, too_many(*next(iter(over.items()))), surplus)


GROUP: tuple[Callable[[Game, Row], Finding | None], ...] = (group_rank, group_naturals)
RUN: tuple[Callable[[Game, Row, Reading | None], Finding | None], ...] = (
    run_suit,
    run_sequence,
    run_ends,
    wilds_apart,
    run_naturals,
)
