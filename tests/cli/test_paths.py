"""Locations of templates, static files and the database: in a checkout, in a wheel, and as configured."""

from pathlib import Path

import pytest

from companion import cli, paths


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package as a wheel installs it, without a source tree around it."""
    package = tmp_path / "site-packages" / "companion"
    for name in ("templates", "static"):
        (package / name).mkdir(parents=True)
    monkeypatch.setattr(paths, "PACKAGE", package)
    monkeypatch.setattr(paths, "CHECKOUT", package.parent)
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    return package


def test_a_checkout_is_known_by_its_files() -> None:
    assert paths.in_checkout()
    assert (paths.folder("templates") / "page.html").is_file()
    assert (paths.folder("static") / "app.css").is_file()


def test_an_installed_wheel_has_its_templates_and_static_files_inside(wheel: Path) -> None:
    assert not paths.in_checkout()
    assert [paths.folder(name) for name in ("templates", "static")] == [wheel / "templates", wheel / "static"]


def test_the_instance_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "club"))
    assert paths.instance() == (tmp_path / "club").resolve()


@pytest.mark.parametrize("command", ["serve", "doctor", "backup"])
def test_an_instance_in_an_unknown_home_folder_is_refused_in_words(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", "~no-such-user/club")
    assert cli.main([command]) in (1, 2)
    assert "COMPANION_INSTANCE, ~no-such-user/club, begins with an unknown home folder." in capsys.readouterr().err


def test_the_instance_of_a_checkout_lies_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    assert paths.instance() == paths.CHECKOUT / "instance"


def test_the_instance_of_a_wheel_lies_with_the_data_of_its_user(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = paths.instance()
    assert folder.name == "companion"
    assert wheel not in folder.parents
    assert tmp_path in folder.parents
