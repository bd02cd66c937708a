"""Screens, one module each: routes and the pages they render."""
