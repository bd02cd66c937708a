"""The law of one meld: `row_*` for cards in the order in which they lie, `unordered_*` for cards in any order."""
