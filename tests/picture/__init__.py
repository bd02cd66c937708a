"""Tests of the picture of a result."""
