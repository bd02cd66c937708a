"""The rummy table companion. Importing it loads nothing: the law stands without the web."""

__version__ = "1.0.0"
