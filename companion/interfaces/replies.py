"""Reply to a body of strict JSON with one question or a list of them; independent of Flask."""

import json
import logging
from math import inf, isinf
from time import process_time
from typing import Any, NamedTuple, NoReturn

from companion.games import GAMES
from companion.language import translations
from companion.referee import LONGEST_ID, answer, refusal
from companion.rules.cards import Unreadable, quoted
from companion.rules.text import N_, Text, Translations


class NotJSON(Unreadable):
    """Raised for text that is not JSON, with the line and column of the error."""


def load(text: bytes | str, line: int = 1) -> Any:
    """Return the value of a JSON text; `line` is where it begins in its file, for error messages.

    Raises: Unreadable: with the fault and its place.
    """
    try:
        return json.loads(text, parse_constant=refuse, parse_float=finite)
    except Unreadable:
        raise
    except json.JSONDecodeError as error:
        message = N_("this is not JSON: line {line}, column {column}")
        raise NotJSON(Text(message, line=line + error.lineno - 1, column=error.colno)) from None
    except ValueError:  # no UTF-8, or more digits than Python reads
        raise Unreadable(Text(N_("this is not JSON in UTF-8, or a number in it has too many digits"))) from None


def dump(value: Any) -> str:
    """Return the value as JSON on one line, times as ISO 8601; lone surrogates, which no encoding has, stay escaped."""
    said = json.dumps(value, ensure_ascii=False, default=lambda moment: moment.isoformat())
    return said.encode(errors="backslashreplace").decode()


def finite(text: str) -> float:
    """Return a number with a fraction or an exponent.

    Raises: Unreadable: if it is too large.
    """
    number = float(text)
    return refuse(text) if isinf(number) else number


def refuse(text: str) -> NoReturn:
    """Refuse NaN, Infinity and numbers too large for a float: Python reads them, but they are not JSON."""
    raise Unreadable(Text(N_("“{value}” is not a number in JSON"), value=quoted(text)))


log = logging.getLogger("companion")
MOST_QUESTIONS = 1000  # questions in one list
SECONDS = 0.5  # seconds of CPU for one list, as other clients wait
SHORT = 1000  # characters; a shorter question without a search is judged in some 2 ms


class Reply(NamedTuple):
    """A reply's HTTP status and its JSON; empty if the request was too large."""

    status: int
    text: str = ""


def reply(body: bytes, language: str, seconds: float = inf) -> Reply:
    """Return the ruling on one question, or on each of a list; after the time limit the rest is not judged."""
    words = translations(language)
    try:
        asked = load(body)
        if isinstance(asked, list):
            return Reply(200, dump(answers(asked, words, seconds))) if len(asked) <= MOST_QUESTIONS else Reply(413)
        given = answer(asked, words)
    except Unreadable as error:
        return Reply(422, dump(refusal(error, words)))
    except RecursionError:
        return Reply(413, dump(refusal(Unreadable(Text(N_("this is nested too deeply"))), words)))
    return Reply(422 if "error" in given else 200, dump(given))


def answers(asked: list[Any], words: Translations, seconds: float) -> list[dict[str, Any]]:
    """Return the answers in order; the limit is CPU time, so that a busy machine answers as many questions."""
    end = process_time() + seconds
    late = Text(N_("not judged: this list took too long; ask again from here"))
    return [one_of_many(each, words) if process_time() < end else unjudged(each, late, words) for each in asked]


def one_of_many(question: Any, words: Translations) -> dict[str, Any]:
    """Return the answer to one question of several; an error of the law in it does not affect the others."""
    try:
        return answer(question, words)
    except RecursionError:
        raise
    except Exception as error:
        log.error("a question could not be judged", exc_info=error)
        return unjudged(question, Text(N_("not judged: the referee failed at this question")), words)


def unjudged(question: Any, why: Text, words: Translations) -> dict[str, Any]:
    """Return the answer to a question that was not judged."""
    name = question.get("id") if isinstance(question, dict) else None
    known = isinstance(name, (str, int, float)) and len(str(name)) <= LONGEST_ID
    return refusal(Unreadable(why), words, name if known else None)


def costly(body: bytes) -> bool:
    """Return whether a body may be expensive to judge: a long one, a list, or a question that searches."""
    if len(body) > SHORT:
        return True
    try:
        asked = load(body)
    except (Unreadable, RecursionError):
        return False
    return isinstance(asked, list) or (isinstance(asked, dict) and searches(asked.get("game"), asked.get("ask")))


def searches(game: object, name: object) -> bool:
    """Return whether the question of that name may try many arrangements; False for an unknown name."""
    if not isinstance(game, str) or not isinstance(name, str) or game not in GAMES:
        return False
    return name in GAMES[game].questions and GAMES[game].questions[name].search
