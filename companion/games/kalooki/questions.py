"""What players ask the referee about Kalooki, and who answers."""

from companion.rules import bookkeeping
from companion.rules.fields import DealNumber, asks
from companion.rules.text import N_

DEAL = DealNumber("deal", N_("Deal"))

ASKS = asks(
    *bookkeeping.asks(DEAL),
    bookkeeping.winner("K36"),
)
