"""Tests of the commands as typed."""
