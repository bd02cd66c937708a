"""Tests of every screen over HTTP, without a browser."""
