"""Points that people wrote down elsewhere: tables of cells, their layout, and the matches in them."""
