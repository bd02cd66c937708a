"""Tests of every screen in a real browser."""
