"""Addresses of an application that were worked out before: tests make thousands of applications of the same ones."""

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]


class KnownRule(Rule):
    """A rule that takes over from an earlier one of the same parts what builds an address, half of a start's work."""

    builders: dict[tuple[Any, ...], Builder] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        parts = (*self._trace, repr(self.defaults), append_unknown)
        if parts not in self.builders:
            self.builders[parts] = super()._compile_builder(append_unknown)
        return self.builders[parts]


def keep_addresses() -> None:
    """Let every application of this process be made of such rules."""
    Flask.url_rule_class = KnownRule
