"""Find the open points that decide about a whole hand: under the other reading its points would differ."""

from functools import partial

from companion.rules import clauses
from companion.rules.arranging.game import GroupsAndRuns
from companion.rules.arranging.strict_runs import strict_points
from companion.rules.deals import Deal
from companion.rules.melds.run_reading import Cards, natural, without_wild_ranks


def decisive(game: GroupsAndRuns, deal: Deal, hand: Cards, points: int) -> list[str]:
    """Return the clauses of the open points without which every arrangement of this hand leaves more than its best."""
    suited = any(card.rank in deal.wild for card in hand)
    needed = {
        # wild cards enough make a meld with a natural card, and all other wild cards fit into it
        clauses.WILD_CARDS_ALONE: len(hand) >= game.group.size and not natural(deal, hand),
        clauses.WILD_AS_ITSELF: suited and strictly(game, deal, hand) != points,
        clauses.GUESSED_RANK: deal.guessed and game.arrange(without_wild_ranks(deal), hand).points != points,
    }
    return [clause for clause, counts in needed.items() if counts]


def strictly(game: GroupsAndRuns, deal: Deal, hand: Cards) -> int:
    """Return the points that the hand leaves if no wild card may stand for itself."""
    return strict_points(hand, game.ladder, deal.wild, partial(game.price, deal), game.sizes)
