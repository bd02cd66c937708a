"""The class of Kalooki: prices, numbers of cards at the end, numbers of players, and calls."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from companion.games.kalooki.deals import contract_size
from companion.rules import totals
from companion.rules.cards import Card
from companion.rules.deals import Deal
from companion.rules.game import Game, short_of_cards, with_pack
from companion.rules.rulings import Finding
from companion.rules.text import N_, Text

PRICES = {"A": 1, "10": 10, "J": 10, "Q": 10, "K": 10, "JK": 50} | {str(rank): rank for rank in range(2, 10)}
MORE_PACKS = 7  # players; from this number on two packs are too few


def cost(card: Card) -> int:
    """K35: a joker 50, a black ace 15, a red ace 1, court cards 10, the others their number."""
    return 15 if card.rank == "A" and card.suit in "SC" else PRICES[card.rank]


@dataclass(frozen=True, kw_only=True)
class Kalooki(Game):
    """Jamaican Kalooki: nine deals, each with a contract of threes and fours."""

    group_size: int = 3
    run_size: int = 4
    one_player_goes_out: bool = True
    calls: int = 3
    least_naturals: int = 0  # K11a: minimum number of naturals in a four

    def price(self, deal: Deal, card: Card) -> int:
        """K35: the penalty for a card left over, the same in every deal."""
        return cost(card)

    def for_players(self, players: int) -> Self:
        """K1: from seven players on there are three packs and six jokers."""
        return with_pack(self, copies=3, jokers=6) if players >= MORE_PACKS else self

    def setup_problems(self, players: int) -> Iterator[Finding]:
        """K1, K5: yield objections to a match of this number of players with the packs chosen."""
        if players >= MORE_PACKS and (self.pack.copies or 0) < 3:
            yield self.finding("K1", Text(N_("seven or more players need three packs or more")))
        if short := short_of_cards(self, players):
            yield self.finding("K5", short)

    def against_call(self, calls_made: int, laid_down: bool) -> Iterator[Finding]:
        """K19, K32: yield objections to any call of a player, regardless of the card."""
        if laid_down:
            yield self.finding("K19", Text(N_("a player who has laid down may not call")))
        if calls_made >= self.calls:
            yield self.finding("K32", self.no_calls_left(calls_made))

    def no_calls_left(self, calls_made: int) -> Text:
        """K32: return the message to a player whose calls are used up."""
        if not self.calls:
            return Text(N_("there are no calls at this table"))
        return Text(
            N_("{count} call made, but this table allows only {most}"),
            N_("{count} calls made, but this table allows only {most}"),
            count=calls_made,
            most=self.calls,
        )

    def full_hand(self, deal: Deal, calls: int) -> int:
        """K30: the cards of a player who never laid down; a call brings two."""
        return deal.cards + 2 * calls

    def hand_limit(self, deal: Deal) -> int | None:
        """K35a: return None, as an unlikely count is only doubted, and booked if the table insists."""
        return None

    def most_left(self, deal: Deal, calls: int) -> int:
        """K35a: return the most cards left to a player who laid down and made this number of calls."""
        return deal.cards - contract_size(deal) + 2 * calls

    def counts(self, deal: Deal) -> list[int]:
        """K35a: return every number of cards that a player can hold when the deal ends."""
        laid_down = range(self.most_left(deal, self.calls) + 1)
        never = range(deal.cards, deal.cards + 2 * self.calls + 1, 2)
        return sorted({*laid_down, *never})

    def count_warning(
        self, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None
    ) -> Text | None:
        """K35a: return the possible numbers of cards at the end, if the hand has another number."""
        doubt = self._count_doubt(deal, count, calls, laid_down)
        if doubt and laid_down is not False and self.may_be_jokers_alone(deal, count):
            return Text(N_("{doubt}, or jokers alone"), doubt=doubt)
        return doubt

    def may_be_jokers_alone(self, deal: Deal, count: int) -> bool:
        """K15, K35a: return whether the hand can be jokers that could neither be discarded nor tracked on."""
        return not deal.groups and 0 < count <= (self.pack.jokers or 0)

    def _count_doubt(self, deal: Deal, count: int, calls: int | None, laid_down: bool | None) -> Text | None:
        most = self.calls if calls is None else calls
        low = self.most_left(deal, most)
        never = [self.full_hand(deal, made) for made in (range(most + 1) if calls is None else [most])]
        if (count <= low and laid_down is not False) or (count in never and not laid_down):
            return None
        if laid_down is not None and calls is not None:
            return marked(never[0], low, calls, laid_down)
        if laid_down:
            return Text(N_("at most {down} after laying down"), down=low)
        if calls is None and most:
            message = N_("{dealt} cards, plus 2 per call; at most {down} if laid down")
        else:
            message = N_("{dealt} cards, or at most {down} if laid down") if low else N_("{dealt} cards or none")
        return Text(message, dealt=never[0], down=low)

    def is_possible_total(self, deal: Deal, points: int) -> bool:
        """B1: return whether a hand of a size that K35a allows costs exactly these points."""
        return self.some_hand_costs(points, self.counts(deal))

    def some_hand_costs(self, points: int, sizes: Iterable[int]) -> bool:
        """K35: return whether a hand of one of these sizes costs exactly these points."""
        return totals.some_hand(points, sizes, {key.points: key.limit for key in self.price_list})


def marked(never: int, low: int, calls: int, laid_down: bool) -> Text:
    """K35a: return the message for a player who is marked as having laid down or not."""
    if not laid_down:
        return Text(N_("{dealt} cards if not laid down"), dealt=never)
    if not low:
        return Text(N_("none after laying down without a call"))
    return Text(
        N_("at most {down} after laying down with {count} call"),
        N_("at most {down} after laying down with {count} calls"),
        count=calls,
        down=low,
    )
