"""Every screen in a real browser."""
