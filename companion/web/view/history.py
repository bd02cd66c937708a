"""The ink that somebody is drawn in."""

import zlib

from companion.names import folded

INKS = 8  # colours of portraits


def ink(name: str) -> int:
    """The number of the ink somebody's portrait is drawn in, the same wherever they appear."""
    return zlib.crc32(folded(name).encode()) % INKS + 1


WORDS = {"ink": ink}  # for templates
