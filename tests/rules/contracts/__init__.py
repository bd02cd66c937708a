"""Tests of the law that games share."""
