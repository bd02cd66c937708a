"""Deployment files: the companion understands the settings in those for containers and systemd."""

import re
from pathlib import Path

import pytest
import yaml

from companion import cli

DEPLOY = Path(__file__).parents[2] / ".github" / "deploy"
OPTIONS = {option.envvar for command in cli.companion.commands.values() for option in command.params}
SOURCE = "\n".join(path.read_text() for path in (DEPLOY.parents[1] / "companion").rglob("*.py"))


@pytest.mark.parametrize("file", sorted(DEPLOY.iterdir()), ids=lambda path: path.name)
def test_every_variable_is_one_that_is_read(file: Path) -> None:
    for name in re.findall(r"COMPANION_[A-Z_]+", file.read_text()):
        assert f'"{name}"' in SOURCE or name in OPTIONS, name


def test_containers_are_told_the_time_zone_of_the_table() -> None:
    """Their clock is UTC, so that an evening in Los Angeles would be the next day's."""
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert compose["services"]["companion"]["environment"]["TZ"].startswith("${TZ:?"), "it is asked for"
    assert re.search(r"apt-get install .*\btzdata\b", (DEPLOY / "Containerfile").read_text())


def test_an_image_holds_no_matches_of_the_checkout() -> None:
    copied = re.findall(r"^COPY (.*) \S+$", (DEPLOY / "Containerfile").read_text(), re.M)
    assert {*" ".join(copied).split()} == {"pyproject.toml", "README.md", "LICENSE", "companion", "templates", "static"}


def test_the_proxy_hands_on_whole_requests_as_gunicorn_reads_each_in_a_thread() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    proxy, *others = (compose["configs"][each["source"]] for each in compose["services"]["proxy"]["configs"])
    said = re.search(r"`(request_buffers \w+)`", (DEPLOY.parent / "docs" / "hosting.md").read_text())
    assert said and said[1] in proxy["content"] and not others


def test_what_compose_and_systemd_start_is_a_command() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    unit = re.search(r"^ExecStart=\S+/companion (.*)$", (DEPLOY / "companion.service").read_text(), re.M)
    assert unit
    for words in (compose["services"]["companion"]["command"], unit[1].split()):
        name, *options = [re.sub(r"\$\{NAME:.*\}", "club.example", word) for word in words]
        given = cli.companion.commands[name].make_context(name, options).params
        assert given["workers"] == 2 and given["public_url"] == "https://club.example"
