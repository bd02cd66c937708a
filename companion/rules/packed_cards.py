"""Cards packed into one number: a few bits for each place of a ladder count the copies of that card.

Cards are added and removed by arithmetic, and the number is a fast key for a memo.
"""

BITS = 5  # bits for each place, the lowest place first
COPIES = (1 << BITS) - 1  # mask of all bits of one place


def lowest(packed: int) -> int:
    """Return the lowest place that has a card."""
    return ((packed & -packed).bit_length() - 1) // BITS
