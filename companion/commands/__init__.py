"""Commands of the command line: options and messages."""
