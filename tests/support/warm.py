"""What an application of a test takes over from earlier ones: tests make thousands, and each would work it out anew."""

from collections.abc import Callable
from types import CodeType
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Dialect, Engine, create_engine
from werkzeug.routing import Rule

from companion.storage import database

Builder = Callable[..., tuple[str, str]]


class KnownRule(Rule):
    """A rule that takes over from an earlier one of the same parts what builds an address, half of a start's work."""

    builders: dict[tuple[Any, ...], Builder] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        parts = (*self._trace, repr(self.defaults), append_unknown)
        if parts not in self.builders:
            self.builders[parts] = super()._compile_builder(append_unknown)
        return self.builders[parts]


class Statements:
    """What SQLite is told for each query, kept for all engines of this process; queries are kept by their dialect."""

    def __init__(self) -> None:
        self.dialect: Dialect | None = None
        self.kept: dict[Any, Any] = {}

    def engine(self, *given: Any, **options: Any) -> Engine:
        """An engine as SQLAlchemy makes it, which knows what earlier ones asked."""
        made = create_engine(*given, **options)
        if made.dialect.name == "sqlite":
            self.dialect = self.dialect or initialized()
            made.dialect = self.dialect
            made.update_execution_options(compiled_cache=self.kept)
        return made


def initialized() -> Dialect:
    """The dialect of SQLite once it has seen a database."""
    engine = create_engine("sqlite://")
    with engine.connect():
        return engine.dialect


class Compiled(BytecodeCache):
    """Templates as Jinja compiled them, kept for all applications of this process as long as their text stays."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code
        self.kept[bucket.key, bucket.checksum] = bucket.code


def keep_warm() -> None:
    """Let every application of this process take over what it can."""
    Flask.url_rule_class = KnownRule
    Flask.jinja_options = {"bytecode_cache": Compiled()}
    database.create_engine = Statements().engine  # type: ignore[assignment]
