"""Base class of contract rummies: a contract of groups and runs in every deal, then laying off, and calls."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from companion.rules import clauses
from companion.rules.cards import Card, Unreadable
from companion.rules.counting_pad import some_hand
from companion.rules.deals import Deal
from companion.rules.game import Game, with_pack
from companion.rules.rulings import Finding
from companion.rules.text import N_, Text


@dataclass(frozen=True)
class LayOff:
    """The law of cards added to melds on the table."""

    both_ends: bool = True  # a run grows at either end; else upwards, and downwards only below an ace at its top
    moved_wild: Literal["end", "up", "hand", "none"] = "end"  # where a wild card goes when the real card replaces it
    later: bool = False  # only from the turn after the lay-down


@dataclass(frozen=True)
class ImpossibleContract:
    """A deal whose contract takes more cards than a hand can have, all calls of the deal made."""

    deal: Deal
    need: int  # cards of the contract
    most: int  # cards of a hand

    @property
    def reason(self) -> Text:
        """The reason in words."""
        message = N_("deal {n}: the contract takes {need} cards, and at most {most} can be laid down")
        return Text(message, n=self.deal.number, need=self.need, most=self.most)

    @property
    def cards(self) -> int:
        """The fewest cards to deal for this contract."""
        return self.deal.cards + self.need - self.most


@dataclass(frozen=True, kw_only=True)
class ContractRummy(Game):
    """A contract rummy: deals, meld laws, calls and prices are fields; subclasses override methods for peculiar law."""

    more_packs: int  # players; from this number on there are three packs
    lay_off: LayOff = LayOff()
    more_melds: bool = False  # beyond the contract, at once or later
    alike: Literal["none", "apart", "any"] = (
        "apart"  # groups of a rank and runs of a suit that may lie beside each other
    )
    last_all_at_once: bool = False  # in the last deal the lay-down takes every card of the hand
    final_discard: bool = False  # the last card of a hand must be discarded
    wilds_discarded: bool = True
    down_draws_stock: bool = False  # after laying down a player neither takes the discard nor calls
    call_first_card: bool = True
    one_player_goes_out: bool = True
    calls: int = 3

    def laid(self, deal: Deal, kinds: Sequence[str], first: bool) -> Text:
        """Return the melds of a lay-down in words; those of the contract if a first lay-down is exactly that."""
        groups, runs = kinds.count("group"), kinds.count("run")
        if first and (groups, runs) == (len(deal.groups), len(deal.runs)):
            return deal.description
        return Text("{melds}", melds=self.words.counted(groups, runs))

    def contract_size(self, deal: Deal) -> int:
        """Return the number of cards in the smallest contract of the deal."""
        return sum(deal.groups) + sum(deal.runs)

    def open_price(self, card: Card) -> bool:
        """Return whether the sources differ on the price of this card."""
        return False

    def with_house_rules(self, house: Mapping[str, Any], players: int | None = None, any_players: bool = False) -> Self:
        """Return the game under these house rules for a number of players.

        Raises: Unreadable: as for any game, or for a contract that all calls of a deal cannot make possible.
        """
        game = super().with_house_rules(house, players, any_players)
        for found in game.impossible_contracts():
            raise Unreadable(found.reason, "house.schedule")
        return game

    def impossible_contracts(self) -> Iterator[ImpossibleContract]:
        """Yield the deals whose contract all calls of a deal cannot make possible."""
        for deal in self.deals:
            most = self.full_hand(deal, self.calls) + (not self.final_discard or self.is_last_at_once(deal))
            if (need := self.contract_size(deal)) > most:
                yield ImpossibleContract(deal, need, most)

    def is_last_at_once(self, deal: Deal) -> bool:
        """Return whether every card of the hand is laid down at once in this deal."""
        return self.last_all_at_once and deal.number == len(self.deals)

    def for_players(self, players: int) -> Self:
        """Return the game for this number of players: from `more_packs` on with three packs and six jokers."""
        return with_pack(self, copies=3, jokers=6) if players >= self.more_packs else self

    def packs_by_default(self, players: int) -> bool:
        """Return whether the number of packs follows from the number of players, and not from a house rule."""
        return players >= self.more_packs and not {"packs", "jokers"} <= self.chosen_rules.keys()

    def against_call(self, calls_made: int, laid_down: bool) -> Iterator[Finding]:
        if laid_down and self.down_draws_stock:
            reason = self.text(N_("a player who has laid down may not {call}"))
            yield self.finding(clauses.AFTER_LAYING_DOWN, reason)
        if calls_made >= self.calls:
            yield self.finding(clauses.CALLS_ALLOWED, self.no_calls_left(calls_made))

    def no_calls_left(self, calls_made: int) -> Text:
        """Return the message to a player whose calls are used up."""
        if not self.calls:
            return self.text(N_("there are no {calls} at this table"))
        one = N_("{count} {call} made, but this table allows only {most}")
        many = N_("{count} {calls} made, but this table allows only {most}")
        return self.text(one, many, count=calls_made, most=self.calls)

    def full_hand(self, deal: Deal, calls: int) -> int:
        """Return the number of cards of a player who never laid down; a call brings two."""
        return deal.cards + 2 * calls

    def hand_limit(self, deal: Deal) -> int | None:
        """Return None, as an unlikely count is only doubted, and saved if the table insists."""
        return None

    def most_left(self, deal: Deal, calls: int) -> int:
        """Return the most cards left to a player who laid down and made this number of calls."""
        if self.is_last_at_once(deal):
            return -1
        return deal.cards - self.contract_size(deal) + 2 * calls

    def counts(self, deal: Deal) -> list[int]:
        """Return every number of cards that a player can hold when the deal ends."""
        laid_down = range(self.most_left(deal, self.calls) + 1)
        never = range(deal.cards, deal.cards + 2 * self.calls + 1, 2)
        return sorted({*laid_down, *never})

    def count_warning(
        self, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None
    ) -> Text | None:
        """Return the possible numbers of cards at the end, if the hand has another number."""
        doubt = self._count_doubt(deal, count, calls, laid_down)
        if doubt and laid_down is not False and self.may_be_wilds_alone(deal, count):
            return self.text(N_("{doubt}, or only {wilds}"), doubt=doubt)
        return doubt

    def may_be_wilds_alone(self, deal: Deal, count: int) -> bool:
        """Return whether the hand can be wild cards that could neither be discarded nor laid off."""
        return not self.wilds_discarded and not deal.groups and 0 < count <= (self.pack.jokers or 0)

    def _count_doubt(self, deal: Deal, count: int, calls: int | None, laid_down: bool | None) -> Text | None:
        most = self.calls if calls is None else calls
        low = self.most_left(deal, most)
        never = [self.full_hand(deal, made) for made in (range(most + 1) if calls is None else [most])]
        if (count <= low and laid_down is not False) or (count in never and not laid_down):
            return None
        if laid_down:
            return self._after_laying_down(low, calls)
        may_call = calls is None and most > 0
        if low < 0 and may_call:
            message = N_("{dealt} cards, plus 2 per {call}")
        elif low < 0 or (laid_down is False and calls is not None):
            message = N_("{dealt} cards if not laid down")
        elif may_call:
            message = N_("{dealt} cards, plus 2 per {call}; at most {down} if laid down")
        else:
            message = N_("{dealt} cards, or at most {down} if laid down") if low else N_("{dealt} cards or none")
        return self.text(message, dealt=never[0], down=low)

    def _after_laying_down(self, low: int, calls: int | None) -> Text:
        """Return the message for a player who is marked as having laid down."""
        if low < 0:
            return Text(N_("none after laying down"))
        if calls is None:
            return Text(N_("at most {down} after laying down"), down=low)
        if not low:
            return self.text(N_("none after laying down without a {call}"))
        one = N_("at most {down} after laying down with {count} {call}")
        many = N_("at most {down} after laying down with {count} {calls}")
        return self.text(one, many, count=calls, down=low)

    def is_possible_total(self, deal: Deal, points: int) -> bool:
        """Return whether a hand of a possible number of cards costs exactly these points."""
        return some_hand(points, self.counts(deal), self.price_list.stock)
