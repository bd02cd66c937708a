"""Caches shared by the applications of all tests: there are thousands, and each would compute the same."""

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

TEMPLATES = "COMPANION_TEST_TEMPLATES"  # variable with the folder of compiled templates, for all processes of a run


class KnownMap(Map):
    """URL map that reuses the matcher of an earlier map with the same rules."""

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
    """Cache of compiled SQL statements for all engines of this process."""

    def __init__(self) -> None:
        self.kept: dict[Any, Any] = {}

    def engine(self, *given: Any, **options: Any) -> Engine:
        """Create an engine that shares the statement cache and the initialized dialect."""
        made = create_engine(*given, **options)
        if made.dialect.name == "sqlite" or postgres.given():
            known = initialized(made.dialect.name)
            made.dialect.initialize = known.initialize = nothing  # type: ignore[method-assign]
            made.dialect = known
            made.update_execution_options(compiled_cache=self.kept)
        return made


@cache
def initialized(name: str) -> Dialect:
    """Return the dialect of that name after a first connection: SQLite, or the server of this run."""
    engine = create_engine("sqlite://" if name == "sqlite" else postgres.address(postgres.KEEPER), poolclass=NullPool)
    with engine.connect():
        return engine.dialect


def nothing(_connection: Connection) -> None:
    """Skip the initialization of a dialect that another engine has initialized."""


class Compiled(FileSystemBytecodeCache):
    """Compiled Jinja templates: in a folder for all processes of a run, and in memory for this one."""

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
    """Return the Alembic migrations in that folder, cached."""
    return ScriptDirectory(folder)


def scripts_of(config: Config) -> ScriptDirectory:
    """Return the migrations at Alembic's configured script location."""
    return scripts_in(str(config.get_main_option("script_location")))


def keep_warm() -> None:
    """Install all caches for the applications of this process."""
    Flask.url_map_class = KnownMap
    if TEMPLATES not in os.environ:
        os.environ[TEMPLATES] = tempfile.mkdtemp(prefix="templates-")
        atexit.register(shutil.rmtree, os.environ[TEMPLATES], ignore_errors=True)
    Flask.jinja_options = {"bytecode_cache": Compiled(os.environ[TEMPLATES])}
    engines.create_engine = Statements().engine  # type: ignore[assignment]
    ScriptDirectory.from_config = scripts_of  # type: ignore[method-assign, assignment]
