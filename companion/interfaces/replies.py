"""Reply to a JSON body with one question or a list of them; knows no web."""

import logging
from math import inf
from time import process_time
from typing import Any, NamedTuple

from companion.games import GAMES
from companion.interfaces.strict_json import dump, load
from companion.language import translations
from companion.referee import LONGEST_ID, answer, refusal
from companion.rules.cards import Unreadable
from companion.rules.text import N_, Text, Translations

log = logging.getLogger("companion")
MOST_QUESTIONS = 1000  # questions in one list
SECONDS = 2.0  # seconds of work on one list, if other clients wait
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
        return Reply(413, dump(refusal(Unreadable(Text(N_("this is nested too deep"))), words)))
    return Reply(422 if "error" in given else 200, dump(given))


def answers(asked: list[Any], words: Translations, seconds: float) -> list[dict[str, Any]]:
    """Return the answers in order; the limit is CPU time, so that a busy machine answers as many questions."""
    end = process_time() + seconds
    late = Text(N_("not judged: this list took too long; ask again from here on"))
    return [one_of_many(each, words) if process_time() < end else unjudged(each, late, words) for each in asked]


def one_of_many(question: Any, words: Translations, thorough: bool = False) -> dict[str, Any]:
    """Return the answer to one question of several; an error of the law in it does not affect the others."""
    try:
        return answer(question, words, thorough)
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
