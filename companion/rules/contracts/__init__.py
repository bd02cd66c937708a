"""The law of contract rummies: laying down a contract, laying off, joker moves, calls, and the best lay-down."""
