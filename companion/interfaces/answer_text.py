"""Answers of a ruling in words: the verdict, and a label and a value for each answer; knows no web."""

from collections.abc import Collection, Iterator

from companion.rules.answers import Answer, SpeakContext, Verdict, Word
from companion.rules.questions import Question
from companion.rules.rulings import Rule, Ruling
from companion.rules.text import N_

STANDS_FOR = Word("stands_for", N_("Stands for"))  # possible in any ruling


def verdict(question: Question, ruling: Ruling) -> bool | None:
    """Return yes or no; None if the answer is a figure or a fact."""
    verdicts = [answer.name for answer in question.answers if isinstance(answer, Verdict)]
    if not verdicts:
        return None
    return ruling.legal and all(ruling.answer.get(name, True) for name in verdicts)


def facts(question: Question, ruling: Ruling, to: SpeakContext, but: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield the label and the value of each answer beside the verdict, except those named in `but`."""
    for answer in question.answers:
        if answer.name not in but and answer.is_shown(ruling.answer):
            yield to.language.gettext(answer.label), answer.say(ruling.answer[answer.name], to)


def answer_of(question: Question, name: str) -> Answer:
    """Return the answer of that name, of the question or of any ruling."""
    return question.answer.get(name) or {STANDS_FOR.name: STANDS_FOR}.get(name) or Word(name, name)


def cited(ruling: Ruling) -> list[Rule]:
    """Return the rules to show under a ruling: those of the findings or of a good answer, open points first."""
    refused = [found.rule for found in ruling.findings]
    rules = [*refused, *ruling.open] if refused else [*ruling.open, *ruling.rules]
    return list({rule.id: rule for rule in rules}.values())
