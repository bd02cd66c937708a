"""Who may ask for what, and how much: checked before any screen is asked."""
