"""The rummy table companion. Importing it loads nothing, so that the law can be used without the web."""

__version__ = "1.0.0"
