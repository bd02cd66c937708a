"""Calls of PostgreSQL's programs: all connection settings, and the password out of other users' sight."""

from pathlib import Path

import pytest

from companion.storage.backup import pg_dump
from companion.storage.backup.pg_dump import dump, restoring_line
from companion.storage.backup.sqlite_copy import NoCopy
from companion.storage.postgres import url_of, without_password

ADDRESSES = ["postgresql://ana:geheim@host:5433/club", "postgresql://ana@host:5433/club?password=geheim"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_line_that_brings_a_backup_back_names_the_database_and_no_password(address: str) -> None:
    line = restoring_line(address, Path("/a stick/one.dump"))
    assert "geheim" not in line and "ana@host:5433/club" in line and line.endswith(" '/a stick/one.dump'")


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_is_shown_without_its_password(address: str) -> None:
    assert "geheim" not in without_password(url_of(address)) and "host:5433/club" in without_password(url_of(address))


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_program_is_given_the_password_where_no_list_of_processes_shows_it(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "15" / "bin" / "pg_dump"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\necho "$@" "and $PGPASSWORD" >{tmp_path}/heard\necho no >&2\nexit 1\n')
    program.chmod(0o755)
    monkeypatch.setattr(pg_dump, "DEBIAN", tmp_path)
    with pytest.raises(NoCopy, match="^pg_dump: no$"):
        dump(address, tmp_path / "one.dump")
    arguments, _, password = (tmp_path / "heard").read_text().strip().rpartition(" and ")
    assert ("geheim" in arguments, password) == (False, "geheim") and "--dbname=postgresql://ana@host" in arguments
