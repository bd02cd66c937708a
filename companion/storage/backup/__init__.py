"""Copies of everything: made, thinned, and put back."""
