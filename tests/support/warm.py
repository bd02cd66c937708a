"""What an application of a test takes over from earlier ones: tests make thousands, and each would work it out anew."""

import atexit
import os
import shutil
import tempfile
from copy import copy
from functools import cache
from types import CodeType
from typing import Any

from alembic.config import Config
from alembic.script import ScriptDirectory
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Connection, Dialect, Engine, NullPool, create_engine
from werkzeug.routing import Map, Rule, RuleFactory

from companion.storage.database import engines
from tests.support import postgres

TEMPLATES = "COMPANION_TEST_TEMPLATES"  # the variable that names where compiled ones lie, for every process of a run


class KnownMap(Map):
    """A map of addresses that takes over from an earlier one with the same rules what they lead to."""

    known: dict[tuple[Any, ...], Map] = {}

    def __init__(self, **options: Any):
        super().__init__(**options)
        self.rules: list[Rule] = []

    def add(self, rule: RuleFactory) -> None:
        self.rules += rule.get_rules(self)
        self._remap = True

    def update(self) -> None:
        if self._remap:
            rules = tuple((rule.rule, rule.endpoint, *sorted(rule.methods or ())) for rule in self.rules)
            if rules not in self.known:
                self.known[rules] = Map(map(copy, self.rules))
                self.known[rules].update()
            self._matcher, self._rules_by_endpoint = self.known[rules]._matcher, self.known[rules]._rules_by_endpoint
            self._remap = False


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


class Compiled(FileSystemBytecodeCache):
    """Templates as Jinja compiled them: in a folder for all processes of a run, and in memory for this one."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        known = bucket.key, bucket.checksum
        bucket.code = self.kept.get(known)
        if bucket.code is None:
            super().load_bytecode(bucket)
            self.kept[known] = bucket.code


@cache
def scripts_in(folder: str) -> ScriptDirectory:
    """The migrations in that folder, as Alembic read them."""
    return ScriptDirectory(folder)


def scripts_of(config: Config) -> ScriptDirectory:
    """The migrations that lie where Alembic is told to look."""
    return scripts_in(str(config.get_main_option("script_location")))


def keep_warm() -> None:
    """Let every application of this process take over what it can."""
    Flask.url_map_class = KnownMap
    if TEMPLATES not in os.environ:
        os.environ[TEMPLATES] = tempfile.mkdtemp(prefix="templates-")
        atexit.register(shutil.rmtree, os.environ[TEMPLATES], ignore_errors=True)
    Flask.jinja_options = {"bytecode_cache": Compiled(os.environ[TEMPLATES])}
    engines.create_engine = Statements().engine  # type: ignore[assignment]
    ScriptDirectory.from_config = scripts_of  # type: ignore[method-assign, assignment]
