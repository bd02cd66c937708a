"""Architecture: imports point one way, no screen depends on a game, and a wheel is complete."""

import ast
import hashlib
import importlib.util
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.games import GAMES as KNOWN

ROOT = Path(__file__).parents[1]
TOP = {"pyproject.toml", "companion", "templates", "static", "tests", "instance", "README.md", "LICENSE"}
PACKAGE = ROOT / "companion"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "migrations" not in path.parts)
CSS = (ROOT / "static" / "app.css").read_text()

# Allowed imports of each part; a part may always import itself.
LAW = {"companion", "companion.rules"}
SEARCH = {f"companion.rules.{name}" for name in ("cards", "contracts", "search_state")}
GAMES = LAW | {"companion.games"}
INTERFACES = GAMES | {"companion.referee", "companion.language", "companion.interfaces"}
STATE = LAW | {f"companion.sheet.{name}" for name in ("days", "ledger", "state")}
LEDGER = STATE | {"companion.sheet.scoresheet"}
REFUSING = LEDGER | {"companion.sheet.refusals"}
WRITTEN = {"companion.names", "companion.sheet.written"}
COMMANDS = REFUSING | WRITTEN | {"companion.sheet.commands", "companion.sheet.hand_entry"}
SHEET = LAW | {"companion.names", "companion.sheet"}
TELLING = {"companion.sheet.match_statistics"}
CHECKING = {"companion.sheet.hand_entry"}
STORAGE = (  # no command
    GAMES | REFUSING | CHECKING | TELLING | {f"companion.{part}" for part in ("clock", "names", "paths", "storage")}
)
FILE = LAW | {
    f"companion.storage.{name}" for name in "backup.sqlite_copy database.engines database.errors database.lock".split()
}
READABLE = {"companion.storage.models"}
ROWS = {f"companion.storage.{name}" for name in "match_lists matches models results store transactions".split()}
KEPT = {"companion.names"} | ROWS | FILE
SPEAKING = {"companion.interfaces.terminal_language", "companion.interfaces.replies"}
SERVER = LAW | SPEAKING | {f"companion.{part}" for part in ("app", "clock", "paths", "storage", "server", "commands")}
ALLOWED = {
    "companion.rules": LAW,
    "companion.games": GAMES,
    "companion.rules.contracts.search": SEARCH,
    "companion.referee": GAMES,
    "companion.interfaces": INTERFACES,
    "companion.sheet": SHEET,
    "companion.sheet.ledger": {"companion.sheet.ledger"},
    "companion.sheet.state": STATE,
    "companion.sheet.scoresheet": LEDGER,
    "companion.sheet.refusals": REFUSING,
    "companion.sheet.hand_entry": REFUSING | {"companion.sheet.hand_entry"},
    "companion.sheet.review": LEDGER | {"companion.sheet.review"},
    "companion.sheet.match_statistics": LEDGER | TELLING,
    "companion.sheet.commands": COMMANDS,
    "companion.sheet.written": LAW | WRITTEN,
    "companion.storage": STORAGE,
    "companion.storage.models": {"companion"},
    "companion.storage.database.engines": FILE,
    "companion.storage.matches": GAMES | LEDGER | READABLE,
    "companion.storage.store": GAMES | REFUSING | KEPT,
    "companion.server": SERVER,
    "companion.commands": SERVER | INTERFACES | SHEET,
    "companion.picture": LAW | {"companion.names", "companion.picture"},
    "companion.clock": {"companion"},
    "companion.names": LAW,
    "companion.paths": {"companion", "companion.rules.text"},
}
WEB_NEVER = {"companion.app", "companion.cli", "companion.demo", "companion.commands.ask", "companion.server.serving"}


def name_of(path: Path) -> str:
    """Return the dotted name of a module."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> list[str]:
    """Return every module that a module imports, at any depth."""
    return [name for node in ast.walk(ast.parse(path.read_text())) for name in imported(node, path)]


def imported(node: ast.AST, path: Path) -> Iterator[str]:
    """Yield the modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{path} imports relatively"
        module = node.module or ""
        for alias in node.names:
            inner = f"{module}.{alias.name}"
            found = (ROOT / Path(*inner.split("."))).with_suffix(".py").exists()
            package = (ROOT / Path(*inner.split(".")) / "__init__.py").exists()
            yield inner if found or package else module


def within(name: str, parts: set[str]) -> bool:
    """True if a module is one of these or inside one of them; the bare package stands only for itself."""
    return any(name == part or (part != "companion" and name.startswith(part + ".")) for part in parts)


def ours(path: Path) -> list[str]:
    """Return the modules of the companion that a module imports."""
    return [name for name in imports(path) if name.split(".")[0] == "companion"]


def of(part: str) -> list[Path]:
    """Return the modules of a part."""
    found = [path for path in MODULES if within(name_of(path), {part})]
    assert found, part
    return found


def straying(part: str, allowed: set[str]) -> list[str]:
    """Return the companion modules that a part imports but may not."""
    return [f"{path.name}: {name}" for path in of(part) for name in ours(path) if not within(name, allowed)]


def test_imports_point_one_way() -> None:
    assert [one for part, allowed in ALLOWED.items() for one in straying(part, allowed)] == []


def test_screens_know_neither_the_command_line_nor_the_application() -> None:
    assert [name for path in of("companion.web") for name in ours(path) if within(name, WEB_NEVER)] == []


def test_the_rooms_of_the_web_import_one_way() -> None:
    rooms = {"guard": ("screens", "view"), "forms": ("screens", "view"), "view": ("screens",), "api": ("screens",)}
    for room, never in rooms.items():
        closed = {f"companion.web.{other}" for other in never}
        found = [(path.name, name) for path in of(f"companion.web.{room}") for name in ours(path)]
        assert [one for one in found if within(one[1], closed)] == []


def test_only_the_application_and_the_screens_import_the_screens() -> None:
    users = {name_of(path) for path in MODULES if any(within(name, {"companion.web"}) for name in ours(path))}
    assert {user for user in users if not within(user, {"companion.web"})} == {"companion.app"}


def test_a_game_knows_no_other_game() -> None:
    modules = {path for path in MODULES if within(name_of(path), {"companion.games"})}
    games = {name for name in map(name_of, modules) if name.count(".") == 2}  # a package or a single module each
    assert len(games) == len(KNOWN)
    for game in games:
        part = [path for path in modules if within(name_of(path), {game})]
        assert [name for path in part for name in ours(path) if within(name, games - {game})] == []


def test_law_and_ledger_need_nothing_but_python() -> None:
    paths = [path for part in ("rules", "games", "sheet") for path in of(f"companion.{part}")]
    strangers = {name.split(".")[0] for path in paths for name in imports(path)} - {"companion"}
    assert strangers <= set(sys.stdlib_module_names)


def test_the_law_loads_without_the_web_and_without_the_database() -> None:
    """A question in a terminal, and the process for long ones, load all of the law."""
    modules = "companion.games, companion.referee, companion.cli, companion.commands.ask, companion.server.searches"
    code = f"import sys, {modules}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(ended.stdout.split())
    assert "companion" in loaded
    assert not loaded & {"flask", "werkzeug", "jinja2", "sqlmodel", "sqlalchemy", "pydantic", "alembic", "waitress"}


def test_no_screen_and_no_ledger_asks_which_game_it_is() -> None:
    parts = [path for part in ("web", "sheet", "storage", "server", "commands") for path in of(f"companion.{part}")]
    parts.remove(PACKAGE / "commands" / "ask.py")  # whose help has an example
    templates = [path for path in (ROOT / "templates").rglob("*.html") if path.parent.name != "games"]
    assert len(templates) > 20
    for path in [*parts, *templates]:
        assert not re.search("kalooki|three.?thirteen", path.read_text()), path


def test_the_law_names_no_game_and_no_paragraph_of_one() -> None:
    names = "|".join(re.escape(name) for game in KNOWN.values() for name in (game.id, game.name))
    numbers = "|".join(re.escape(number) for game in KNOWN.values() for number in game.rulebook if number[0] != "B")
    for path in of("companion.rules"):
        assert not re.search(rf"\b(?:{names}|{numbers})\b", path.read_text()), path


def test_every_game_has_a_part_of_its_own_among_the_templates() -> None:
    assert {path.stem for path in (ROOT / "templates" / "games").glob("*.html")} == set(KNOWN)


def test_nothing_lies_at_the_top_but_what_belongs_there() -> None:
    """Files that a test leaves in its working folder would be committed one day."""
    there = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert there - TOP == set()


# Static files


def tokens(block: str) -> dict[str, str]:
    """Return the custom properties that a block sets."""
    return {name: " ".join(value.split()) for name, value in re.findall(r"(--[\w-]+)\s*:\s*([^;}]+)", block)}


def block_after(text: str, opening: str) -> str:
    """Return the text between the braces after these words."""
    start = text.index("{", text.index(opening)) + 1
    depth, place = 1, start
    while depth:
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
    return text[start : place - 1]


def test_dark_is_the_same_by_the_device_and_by_choice() -> None:
    chosen = next(match.group(0) for match in re.finditer(r'[^{}]*data-theme="?dark"?[^{}]*\{', CSS))
    by_choice = tokens(block_after(CSS, chosen.strip()))
    by_device = tokens(block_after(CSS, "prefers-color-scheme: dark"))
    assert len(by_choice) > 5
    assert by_choice == by_device


def test_htmx_is_the_file_that_was_published() -> None:
    folder = ROOT / "static" / "htmx"
    listed = [line.split() for line in (folder / "SHA512SUMS").read_text().splitlines() if line.strip()]
    assert "htmx.min.js" in [name.lstrip("*") for _, name in listed]
    for digest, name in listed:
        assert hashlib.sha512((folder / name.lstrip("*")).read_bytes()).hexdigest() == digest
    assert (folder / "LICENSE").read_text().strip()


# The papers

PAPERS = [ROOT / "README.md", *sorted((ROOT / ".github").rglob("*.md"))]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_a_module_or_test_that_a_paper_names_is_there(paper: Path) -> None:
    folder = ""
    for named in re.findall(r"(?<![\w/>])\w[\w/]*\.py\b", paper.read_text("utf-8")):
        at, slash, name = named.rpartition("/")
        folder = at if slash else folder
        places = [ROOT / named, PACKAGE / named] if slash else [ROOT / folder / name, PACKAGE / folder / name]
        assert any(place.is_file() for place in places) or (not slash and [*PACKAGE.rglob(name)]), named


def test_each_of_the_seven_guarantees_names_the_tests_that_hold_it() -> None:
    promised = (ROOT / ".github" / "docs" / "data.md").read_text("utf-8").split("## What is guaranteed")[1]
    lines = re.split(r"^\d\. ", promised.split("\n## ")[0], flags=re.MULTILINE)[1:]
    assert [bool(re.search(r"`tests/\w+/test_\w+\.py`", line)) for line in lines] == [True] * 7


# The wheel


@pytest.mark.slow
def test_a_wheel_holds_what_the_companion_needs_and_of_its_words_only_the_compiled(tmp_path: Path) -> None:
    if not importlib.util.find_spec("hatchling"):
        pytest.skip("hatchling is not installed, and nothing is fetched for a test")
    pip = "-m pip wheel --no-deps --no-build-isolation -w".split()
    subprocess.run([sys.executable, *pip, str(tmp_path), str(ROOT)], check=True, capture_output=True)
    held = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    for folder in ("templates", "static"):
        wanted = {f"companion/{path.relative_to(ROOT)}" for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert wanted <= held
    wanted = {str(path.relative_to(ROOT)) for path in (PACKAGE / "migrations").rglob("*.py")}
    wanted |= {str(path.relative_to(ROOT)) for path in (PACKAGE / "locale").rglob("*.mo")}
    assert {*wanted, "companion/py.typed"} <= held
    assert {name for name in held if name.startswith("companion/locale/")} == {
        name for name in wanted if name.endswith(".mo")
    }
