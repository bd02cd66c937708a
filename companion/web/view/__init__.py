"""View models and functions for templates."""
