"""The games of one family: every deal makes one rank wild, hands are laid out in groups and runs, the rest costs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from companion.rules.arrangement import Arrangement
from companion.rules.cards import Card, check_most
from companion.rules.deals import Deal
from companion.rules.game import Game, short_of_cards
from companion.rules.groups_and_runs import clauses, missed
from companion.rules.groups_and_runs.best_arrangement import best_arrangement
from companion.rules.groups_and_runs.possible_totals import some_arrangement_leaves
from companion.rules.rulings import Finding
from companion.rules.text import N_, Text

MOST = 16  # cards of one hand that are arranged, whatever the deal; none has more than fourteen


@dataclass(frozen=True, kw_only=True)
class GroupsAndRuns(Game):
    """A game of this family: its suits, ladder, least sizes, wild ranks and prices are values."""

    group_size: int = 3
    run_size: int = 3
    arranges: bool = True
    players_clause: str = clauses.SET_UP  # under which a number of players is refused
    preset_clauses: tuple[str, ...] = ()  # of the preset that is played, if one is

    def price_clauses(self, deal: Deal, cards: Iterable[Card]) -> list[str]:
        """The clauses that say what these cards cost."""
        return [clauses.LEFT_OVER]

    def groups_counted(self, count: int) -> Text:
        """So many groups, as the table calls them."""
        return Text(N_("{count} group"), N_("{count} groups"), count=count)

    def count_warning(
        self, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None
    ) -> Text | None:
        """What is odd about so many cards left over: a combination takes three, so never one or two are laid."""
        if count > deal.cards:
            return Text(N_("only {dealt} were dealt"), dealt=deal.cards)
        most = deal.cards - min(self.group_size, self.run_size)
        if count in (0, deal.cards) or count <= most:
            return None
        if not most:
            return Text(N_("all {dealt} or none; a combination takes three"), dealt=deal.cards)
        return Text(N_("all {dealt}, or at most {most}; a combination takes three"), dealt=deal.cards, most=most)

    def is_possible_total(self, deal: Deal, points: int) -> bool:
        """Whether some hand of the deal, arranged as well as can be, leaves so many points."""
        pack, price = self.pack, partial(self.price, deal)
        return some_arrangement_leaves(
            points, deal.cards, self.ladder, deal.wild, price, pack.copies, pack.jokers, pack.suits
        )

    def missed_meld(self, deal: Deal, tokens: Sequence[str]) -> Text | None:
        """What is asked where cards counted as left over make a combination for sure."""
        return missed.missed_meld(self, deal, tokens)

    def setup_problems(self, players: int) -> Iterator[Finding]:
        """What stands against a match of so many: the largest deal does not fit the packs."""
        if short := short_of_cards(self, players):
            yield self.finding(clauses.SET_UP, short)

    def arrange(self, deal: Deal, hand: Sequence[Card]) -> Arrangement:
        """The best arrangement of a hand of a size that occurs."""
        check_most(len(hand), MOST, "hand")
        return best_arrangement(hand, self.ladder, deal.wild, partial(self.price, deal))
