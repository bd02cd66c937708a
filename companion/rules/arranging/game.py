"""Base class of games with a wild rank in every deal: hands are laid out in groups and runs, the rest costs points.

Their eleven rounds have one card more each, and the rank of its number is wild."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from companion.rules import clauses
from companion.rules.arranging.best_arrangement import best_arrangement
from companion.rules.arranging.possible_totals import some_arrangement_leaves
from companion.rules.arranging.suit_runs import Sizes
from companion.rules.cards import Card, check_hand_size
from companion.rules.counting_pad import some_hand
from companion.rules.deals import Arrangement, Deal, MeldLaw, Words
from companion.rules.game import Game
from companion.rules.melds.unordered_reading import is_group, is_wild
from companion.rules.text import N_, Number, Text

LARGEST_HAND = 16  # cards that are arranged at most, in any deal; no real hand has more than 14


@dataclass(frozen=True, kw_only=True)
class GroupsAndRuns(Game):
    """A game of this family: suits, ladder, minimum sizes, wild ranks and prices are fields."""

    group: MeldLaw = MeldLaw(3)
    run: MeldLaw = MeldLaw(3)
    arranges: bool = True
    players_clause: str = clauses.SET_UP  # cited when a number of players is refused
    preset_clauses: tuple[str, ...] = ()  # clauses of the chosen preset, if any

    @property
    def sizes(self) -> Sizes:
        """The least numbers of cards of a group and of a run."""
        return Sizes(self.group.size, self.run.size)

    def price_clauses(self, cards: Iterable[Card]) -> list[str]:
        """Return the clauses that state the price of these cards."""
        return [clauses.LEFT_OVER]

    def count_warning(
        self, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None
    ) -> Text | None:
        """Return a warning for an impossible number of cards left over: at least one meld is laid, or none."""
        if count > deal.cards:
            return Text(N_("only {dealt} are dealt"), dealt=deal.cards)
        least = Number(min(self.sizes))
        most = deal.cards - least
        if count in (0, deal.cards) or count <= most:
            return None
        if not most:
            return Text(N_("all {dealt} or none: a meld needs {least} cards"), dealt=deal.cards, least=least)
        message = N_("all {dealt}, or at most {most}: a meld needs {least} cards")
        return Text(message, dealt=deal.cards, most=most, least=least)

    def is_possible_total(self, deal: Deal, points: int) -> bool:
        pack, price = self.pack, partial(self.price, deal)
        if self.has_negative_prices:  # a meld may be left as well: only the number of cards is known
            melds = range(deal.cards - min(self.sizes) + 1)
            return some_hand(points, [*melds, deal.cards], self.keys(deal).stock)
        return some_arrangement_leaves(
            points, deal.cards, self.ladder, deal.wild, price, pack.copies, pack.jokers, pack.suits, self.sizes
        )

    def missed_meld(self, deal: Deal, tokens: Sequence[str]) -> Text | None:
        """Return the question to ask if cards left over certainly make a meld, as far as they are known."""
        if (group := sure_group(self, deal, tokens)) and self.keys(deal).points(group) > 0:
            return meld_question(self, group, is_run=False)
        known = [card for token in tokens if (card := card_of(self, deal, token))]
        cards = tuple(card for card in known if card.suit or is_wild(deal, card))
        if len(cards) <= deal.cards and any(not is_wild(deal, card) for card in cards):
            for places in self.arrange(deal, cards).melds:
                meld = tuple(cards[place] for place in places)
                return meld_question(self, tuple(map(str, meld)), is_run=not is_group(self, deal, meld))
        return None

    def arrange(self, deal: Deal, hand: Sequence[Card]) -> Arrangement:
        """Return the best arrangement of a hand.

        Raises: Unreadable: for more than LARGEST_HAND cards.
        """
        check_hand_size(len(hand), LARGEST_HAND, "hand")
        return best_arrangement(hand, self.ladder, deal.wild, partial(self.price, deal), self.sizes)


G = TypeVar("G", bound=GroupsAndRuns)

WILD = (
    ("3", N_("threes are wild")),
    ("4", N_("fours are wild")),
    ("5", N_("fives are wild")),
    ("6", N_("sixes are wild")),
    ("7", N_("sevens are wild")),
    ("8", N_("eights are wild")),
    ("9", N_("nines are wild")),
    ("10", N_("tens are wild")),
    ("J", N_("jacks are wild")),
    ("Q", N_("queens are wild")),
    ("K", N_("kings are wild")),
)

ROUNDS = tuple(
    Deal(number, number + 2, rank, Text(spoken), wild=frozenset({rank}))
    for number, (rank, spoken) in enumerate(WILD, start=1)
)

WORDS = Words(
    deal=N_("Round {n}"),
    deals=N_("eleven rounds"),
    deals_played=N_("{n} of {total} rounds played"),
    deal_over=N_("Round over"),
    play=N_("Play round {n}"),
    last_deal=N_("{points} last round"),
    out_last_deal=N_("out last round"),
    group_count=Text(N_("{count} group"), N_("{count} groups")),
    run_count=Text(N_("{count} run"), N_("{count} runs")),
    kinds={"group": N_("a group"), "run": N_("a run"), "either": N_("a group or a run")},
    label_heading=N_("wild"),
    column=N_("Round"),
)


def tie_round(game: G, value: bool) -> G:
    """Return the game with or without a bonus round for those who tie: the eleventh again, 13 cards, kings wild."""
    if not value:
        return replace(game, bonus=None)
    bonus = replace(ROUNDS[-1], number=len(game.deals) + 1, bonus=True)
    words = replace(
        game.words, tie=N_("Players who tie for the lowest total play a bonus round: thirteen cards, kings wild.")
    )
    return replace(game, bonus=bonus, words=words)


def meld_question(game: Game, cards: Sequence[str], is_run: bool) -> Text:
    """Return the question whether a meld is laid out."""
    if is_run:
        return Text(N_("{cards} make a run and would cost 0. Forgotten?"), cards=" ".join(cards))
    message = N_("{cards} make a {group} and would cost 0. Forgotten?")
    return Text(message, cards=" ".join(cards), group=Text(game.words.group))


def sure_group(game: Game, deal: Deal, tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the first cards that are a group whatever their suits; empty if there are none."""
    wild: list[str] = []
    alike: dict[str | int, list[str]] = defaultdict(list)  # by rank; a key of several ranks by its position
    for place, token in enumerate(tokens):
        card = card_of(game, deal, token)
        if card and is_wild(deal, card):
            wild.append(token)
        else:
            alike[card.rank if card else place].append(token)  # any card is a group with two wild cards
    for naturals in sorted(alike.values(), key=len, reverse=True):
        group = (*naturals, *wild)[: game.group.size]
        if len(group) == game.group.size:
            return tuple(group)
    return tuple(wild[: game.group.size]) if len(wild) >= game.group.size else ()


def card_of(game: Game, deal: Deal, token: str) -> Card | None:
    """Return the card, with an empty suit if it is not given; None for a key of several ranks."""
    key = game.keys(deal).key(token)
    if token == key.code and key.several:
        return None
    return next((card for card in key.cards if str(card) == token), Card(token))
