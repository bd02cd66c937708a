"""Cards packed into one number: a few bits for each place of a ladder say how many copies of the card there are.

Cards are added and taken away by arithmetic, and the number is a quick key for a memo.
"""

BITS = 5  # for each place, the lowest place first
COPIES = (1 << BITS) - 1  # all the bits of one place


def lowest(packed: int) -> int:
    """The lowest place that has a card."""
    return ((packed & -packed).bit_length() - 1) // BITS
