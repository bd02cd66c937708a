"""What an application of a test takes over from earlier ones: tests make thousands, and each would work it out anew."""

from collections.abc import Callable, Iterable
from functools import cache
from types import CodeType
from typing import Any, NamedTuple

from alembic.config import Config
from alembic.script import ScriptDirectory
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Connection, Dialect, Engine, NullPool, create_engine
from werkzeug.routing import BaseConverter, Rule
from werkzeug.routing.matcher import RulePart

from companion.storage import database
from tests.support import postgres

Builder = Callable[..., tuple[str, str]]


class KnownRule(Rule):
    """A rule that takes over from an earlier one how an address is read and built, most of a start's work."""

    read: dict[str, "Read"] = {}
    builders: dict[tuple[Any, ...], Builder] = {}

    def _parse_rule(self, rule: str) -> Iterable[RulePart]:
        if rule not in self.read:
            known = self._trace, self._converters, self.arguments
            self._trace, self._converters, self.arguments = [], {}, set()
            parts = [*super()._parse_rule(rule)]
            self.read[rule] = Read(parts, self._trace, self._converters, self.arguments)
            self._trace, self._converters, self.arguments = known
        found = self.read[rule]
        self._trace += found.trace
        self._converters |= found.converters
        self.arguments |= found.arguments
        return found.parts

    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        parts = (*self._trace, repr(self.defaults), append_unknown)
        if parts not in self.builders:
            self.builders[parts] = super()._compile_builder(append_unknown)
        return self.builders[parts]


class Read(NamedTuple):
    """What Werkzeug reads in the text of a rule."""

    parts: list[RulePart]
    trace: list[tuple[bool, str]]
    converters: dict[str, BaseConverter]
    arguments: set[str]


class Statements:
    """What a database is told for each query, kept for all engines of this process and by their dialect."""

    def __init__(self) -> None:
        self.kept: dict[Any, Any] = {}

    def engine(self, *given: Any, **options: Any) -> Engine:
        """An engine as SQLAlchemy makes it, which knows what earlier ones asked."""
        made = create_engine(*given, **options)
        if made.dialect.name == "sqlite" or postgres.given():
            known = initialized(made.dialect.name)
            made.dialect.initialize = known.initialize = nothing  # type: ignore[method-assign]
            made.dialect = known
            made.update_execution_options(compiled_cache=self.kept)
        return made


@cache
def initialized(name: str) -> Dialect:
    """The dialect of that name once it has seen a database: SQLite, or the server of this run."""
    engine = create_engine("sqlite://" if name == "sqlite" else postgres.address(postgres.KEEPER), poolclass=NullPool)
    with engine.connect():
        return engine.dialect


def nothing(_connection: Connection) -> None:
    """What a dialect has to find out of a database when another has."""


class Compiled(BytecodeCache):
    """Templates as Jinja compiled them, kept for all applications of this process as long as their text stays."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code
        self.kept[bucket.key, bucket.checksum] = bucket.code


@cache
def scripts_in(folder: str) -> ScriptDirectory:
    """The migrations in that folder, as Alembic read them."""
    return ScriptDirectory(folder)


def scripts_of(config: Config) -> ScriptDirectory:
    """The migrations that lie where Alembic is told to look."""
    return scripts_in(str(config.get_main_option("script_location")))


def keep_warm() -> None:
    """Let every application of this process take over what it can."""
    Flask.url_rule_class = KnownRule
    Flask.jinja_options = {"bytecode_cache": Compiled()}
    database.create_engine = Statements().engine  # type: ignore[assignment]
    ScriptDirectory.from_config = scripts_of  # type: ignore[method-assign, assignment]
