"""One match: the ledger, what follows from its entries, and the acts that append to it; knows no web, no database."""
