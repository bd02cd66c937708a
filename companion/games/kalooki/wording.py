"""Threes and fours counted in words: laid, made or missing."""

from collections.abc import Sequence

from companion.rules.deals import Deal
from companion.rules.text import N_, Listed, Text


def counted(threes: int, fours: int) -> Listed:
    """Return these numbers of threes and fours in words; zero is left out."""
    said = [Text(N_("{count} three"), N_("{count} threes"), count=threes)] if threes > 0 else []
    said += [Text(N_("{count} four"), N_("{count} fours"), count=fours)] if fours > 0 else []
    return Listed(said)


def laid(deal: Deal, kinds: Sequence[str], first: bool) -> Text:
    """Return the melds of a lay-down in words: as the contract is spoken, if a first one is exactly the contract."""
    threes, fours = kinds.count("three"), kinds.count("four")
    if first and (threes, fours) == (deal.groups, deal.runs):
        return Text(deal.description)
    return Text("{melds}", melds=counted(threes, fours))
