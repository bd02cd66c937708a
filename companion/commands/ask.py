"""The referee in a terminal: one question for people, or a stream of them as JSON Lines."""

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile
from textwrap import wrap
from typing import Any, TextIO

import click

from companion.commands import command, option
from companion.games import GAMES
from companion.interfaces.replies import NotJSON, dump, load, one_of_many
from companion.interfaces.ruling_format import WIDTH, ruling_lines
from companion.interfaces.terminal_language import _
from companion.language import LANGUAGES, of_terminal, translations
from companion.referee import blame, judge, refusal
from companion.rules.cards import SEPARATORS, Pack, Unreadable
from companion.rules.fields import REQUIRED, Field, Melds, Whole
from companion.rules.text import N_, Text, Translations, normalised, worded

PLAYERS = Whole("players")


def question_list() -> Iterator[str]:
    """Yield the questions of each game: name and inputs, optional ones in brackets, then the title."""
    for game in GAMES.values():
        yield f"\n{game.id}:"
        for question in game.questions.values():
            inputs = [
                field.name if field.default is REQUIRED else f"[{field.name}]" for field in ordered(question.fields)
            ]
            yield from wrap(" ".join([question.name, *inputs]), WIDTH, initial_indent="  ", subsequent_indent=" " * 6)
            yield f"      {worded(question.title, translations(of_terminal()))}"


class QuestionCommand(click.Command):
    """The command with all questions below its options."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write an example, then the questions of each game."""
        super().format_epilog(ctx, formatter)
        example = _("example: {line}").format(line="companion ask kalooki four '5H JK 7H 8H'")
        formatter.write("\n" + "\n".join([example, *question_list()]) + "\n")


@command(
    cls=QuestionCommand,
    help=N_("ask the referee"),
    epilog=N_(
        "GAME QUESTION INPUT…: from the list below; inputs in order, or as name=value; several melds as '8S 8H 8D' "
        "'9S 9H 9D' or '8S 8H 8D / 9S 9H 9D'"
    ),
    context_settings={"ignore_unknown_options": True},  # −5 is a number
)
@click.argument("words", nargs=-1, metavar="GAME QUESTION INPUT…")
@option("--jsonl", is_flag=True, help=N_("read one question per line, write one answer per line"))
@option("--house", multiple=True, metavar="name=value", help=N_("house rules to apply; put the inputs before them"))
@option("--lang", type=click.Choice([*LANGUAGES]), help=N_("the language of the answer, instead of the terminal’s"))
def ask(words: tuple[str, ...], jsonl: bool, house: tuple[str, ...], lang: str | None) -> int:
    """Answer one question in words, or many as JSON Lines; 1 where one could not be read."""
    language = translations(lang or of_terminal())
    if jsonl:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(encoding="utf-8")
        return stream(sys.stdin.buffer, sys.stdout, language)
    return ask_one([*words], [*house], language)


def stream(lines: Iterable[bytes], out: TextIO, language: Translations) -> int:
    """Answer each line as it comes, in order; return 1 if one could not be read. Blank lines only count."""
    unread = False
    for number, line in enumerate(lines, start=1):
        if line.strip():
            said = answer_line(line, number, language)
            unread |= "error" in said
            out.write(dump(said) + "\n")
            out.flush()
    return int(unread)


def answer_line(line: bytes, number: int, language: Translations) -> dict[str, Any]:
    """Return the answer to the line of that number, even if it is not a question."""
    try:
        return one_of_many(load(line.rstrip(), number), language)
    except NotJSON as error:
        return refusal(error, language)
    except Unreadable as error:
        return refusal(on_line(number, error.reason), language)
    except RecursionError:
        return refusal(on_line(number, Text(N_("this is nested too deeply"))), language)


def on_line(number: int, reason: Text) -> Unreadable:
    """Return the error for a line without a question whose id could be given back."""
    return Unreadable(Text(N_("line {line}: {reason}"), line=number, reason=reason))


def ask_one(words: list[str], house: list[str], language: Translations) -> int:
    """Ask the question in these words, and print the ruling."""
    try:
        judged = judge(asked_in(words, house))
    except Unreadable as error:
        print(blame(error, language), file=sys.stderr)
        return 1
    print("\n".join(ruling_lines(judged, language)), flush=True)
    return 0


def asked_in(words: list[str], house: list[str]) -> dict[str, Any]:
    """Return the question as plain data: a game, a question, then inputs in order or by name."""
    game, name = (*words, "", "")[:2]
    asked: dict[str, Any] = {"game": game, "ask": name}
    question = GAMES[game].questions.get(name) if game in GAMES else None
    if question is None:
        return asked
    fields = {"players": PLAYERS, **{field.name: field for field in question.fields}}
    rules = {"preset", *(rule.name for rule in GAMES[game].house_rules)} - {*fields}
    in_order, house = [], [*house]
    for word in words[2:]:
        name, named, text = word.partition("=")
        if named and name in fields:
            asked[name] = fields[name].from_text(text)
        elif named and name in rules:
            house.append(word)
        else:
            in_order.append(word)
    asked["house"] = house_rules(game, house)
    unnamed = ordered(field for field in question.fields if field.name not in asked)
    return asked | by_order(in_order, unnamed, GAMES[game].pack)


def by_order(words: list[str], fields: list[Field], pack: Pack) -> dict[str, Any]:
    """Return the words as inputs, first the required ones; several words of several cards are the first melds.

    Raises: Unreadable: for a word too many.
    """
    given: dict[str, Any] = {}
    melds = next((field for field in fields if isinstance(field, Melds)), None)
    rest = [*words]
    for field in fields:
        row = [*takewhile(lambda word: is_meld(pack, word), rest)] if field is melds else []
        if rest:
            given[field.name] = row if len(row) > 1 else field.from_text(rest[0])
        rest = rest[max(len(row), 1) :]
    if rest:
        message = N_("“{value}” is one input too many")
        if cards_in(pack, rest[0]):
            message = N_("“{value}” is one input too many; put the cards of one input between quotes")
        raise Unreadable(Text(message, value=rest[0][:40]), "ask")
    return given


def is_meld(pack: Pack, word: str) -> bool:
    """Return whether a word of the line is one meld: several cards, and no stroke between them."""
    return cards_in(pack, word) > 1 and not SEPARATORS.search(word)


def cards_in(pack: Pack, word: str) -> int:
    """Return the number of cards that a word of the line holds."""
    return sum(map(pack.has, re.split(f"[\\s,]|{SEPARATORS.pattern}", normalised(word))))


def ordered(fields: Iterable[Field]) -> list[Field]:
    """Return the inputs in order: required ones before optional ones."""
    return sorted(fields, key=lambda field: field.default is not REQUIRED)


def house_rules(game: str, words: list[str]) -> dict[str, Any]:
    """Return house rules written as name=value, each with its plain value."""
    rules = {rule.name: rule for rule in GAMES[game].house_rules}
    pairs = [(name, text) for name, _, text in (word.partition("=") for word in words)]
    return {name: rules[name].from_text(text) if name in rules else text for name, text in pairs}
