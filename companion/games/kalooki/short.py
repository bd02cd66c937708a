"""K17 in more detail: the part of the contract that a hand makes, and notes on what is missing."""

from companion.games.kalooki.run_reading import Row
from companion.games.kalooki.table import Kalooki
from companion.games.kalooki.wording import counted
from companion.rules.contracts.search import Contract, can_lay_down
from companion.rules.deals import Deal
from companion.rules.text import N_, Text

NO_CARD = Text(N_("no single card would make the contract"))
WHOLE = Text(N_("this hand makes the contract as it is"))
NOT_YET = Text(N_("nothing may be tracked on before this player has laid down"))


def short_of(game: Kalooki, deal: Deal, hand: Row) -> Text:
    """Return in words the largest part of the contract that a hand makes."""
    made = counted(*most_made(game, deal, hand))
    message = N_("this hand makes {made}; the contract, {contract}, asks for more")
    if not made:
        message = N_("this hand makes nothing that the contract, {contract}, asks for")
    return Text(message, made=made, contract=deal.label)


def most_made(game: Kalooki, deal: Deal, hand: Row) -> tuple[int, int]:
    """Return the highest numbers of threes and fours of the deal's contract that the hand makes at once."""
    parts = [(groups, runs) for groups in range(deal.groups + 1) for runs in range(deal.runs + 1)]
    largest_first = sorted(parts, key=sum, reverse=True)
    return next((part for part in largest_first if can_lay_down(hand, contract(game, *part))), (0, 0))


def contract(game: Kalooki, groups: int, runs: int) -> Contract:
    """Return a contract of these numbers of threes and fours, as the search reads it."""
    return Contract(groups, runs, game.least_naturals, game.group_size, game.run_size)
