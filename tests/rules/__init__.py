"""The law that games share."""
