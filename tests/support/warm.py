"""Compiled Jinja templates for all applications of a run, by Jinja's own bytecode cache."""

import atexit
import os
import shutil
import tempfile
from types import CodeType

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

TEMPLATES = "COMPANION_TEST_TEMPLATES"  # variable with the folder of compiled templates, for all processes of a run


class Compiled(FileSystemBytecodeCache):
    """Compiled templates: in a folder for all processes of a run, and in memory for this one."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        known = bucket.key, bucket.checksum
        bucket.code = self.kept.get(known)
        if bucket.code is None:
            super().load_bytecode(bucket)
            self.kept[known] = bucket.code


def keep_warm() -> None:
    """Share compiled templates among the applications of this process."""
    if TEMPLATES not in os.environ:
        os.environ[TEMPLATES] = tempfile.mkdtemp(prefix="templates-")
        atexit.register(shutil.rmtree, os.environ[TEMPLATES], ignore_errors=True)
    Flask.jinja_options = {"bytecode_cache": Compiled(os.environ[TEMPLATES])}
