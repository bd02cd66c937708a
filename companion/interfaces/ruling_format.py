"""Format a ruling for the terminal: the verdict, the reasons, the law, and a fix."""

import textwrap
from collections.abc import Collection, Iterator

from companion.referee import Judged
from companion.rules.answers import Answer, SpeakContext, Verdict, Word
from companion.rules.questions import Question
from companion.rules.rulings import Rule, Ruling
from companion.rules.text import N_, Text, Translations, labelled, ordinal, worded

WIDTH = 96


def ruling_lines(judged: Judged, language: Translations) -> Iterator[str]:
    """Yield the lines of a ruling."""
    ruling = judged.ruling
    yield headline(judged, language)
    if ruling.reason:
        yield f"  {ruling.reason.say(language)}"
    for sentence in sentences(judged.question, ruling, SpeakContext(judged.game, language)):
        yield f"  {sentence}"
    for found in ruling.findings:
        yield f"  {labelled(found.rule.id, found.reason.say(language), language)}"
    for note in ruling.notes:
        yield f"  {note.say(language)}"
    for label, value in facts(judged.question, ruling, SpeakContext(judged.game, language)):
        yield f"  {labelled(label, value, language)}"
    for place, card in ruling.stands_for.items():
        message = Text(N_("the {n} card stands for {card}"), n=ordinal(place + 1, language), card=card)
        yield f"  {message.say(language)}"
    if ruling.fix:
        yield f"  → {ruling.fix.say(language)}"
    yield ""
    yield from law(ruling, language)


def headline(judged: Judged, language: Translations) -> str:
    """Return the question with yes or no; the question alone if the answer is a fact."""
    title, yes = worded(judged.question.title, language), verdict(judged.question, judged.ruling)
    if yes is None:
        return title
    return f"✓ {title} {language.gettext('Yes.')}" if yes else f"✗ {title} {language.gettext('No.')}"


def law(ruling: Ruling, language: Translations) -> Iterator[str]:
    """Yield the rules cited by a ruling, each with its source, and with its note if it leaves the point open."""
    for rule in cited(ruling):
        yield from paragraph(f"{rule.id}  {worded(rule.text, language)}")
        yield from [f"      — {language.gettext(rule.source)}"] if rule.source else []
        if rule in ruling.open:
            yield from paragraph(
                f"    {labelled(language.gettext('Open point'), language.gettext(rule.open), language)}"
            )


def paragraph(text: str) -> list[str]:
    """Return the lines of a paragraph, all but the first indented; a terminal breaks Japanese, which has no spaces."""
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ", break_long_words=False)


STANDS_FOR = Word("stands_for", N_("Stands for"))  # possible in any ruling


def verdict(question: Question, ruling: Ruling) -> bool | None:
    """Return yes or no; None if the answer is a figure or a fact."""
    verdicts = [answer.name for answer in question.answers if isinstance(answer, Verdict)]
    if not verdicts:
        return None
    return ruling.legal and all(ruling.answer.get(name, True) for name in verdicts)


def sentences(question: Question, ruling: Ruling, to: SpeakContext) -> Iterator[str]:
    """Yield the answers beside the verdict that are told in a sentence."""
    shown = (answer.spoken(ruling.answer, to) for answer in question.answers if answer.is_shown(ruling.answer))
    yield from filter(None, shown)


def facts(question: Question, ruling: Ruling, to: SpeakContext, but: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield the label and the value of each other answer beside the verdict, except those named in `but`."""
    for answer in question.answers:
        if answer.name not in but and answer.is_shown(ruling.answer) and not answer.spoken(ruling.answer, to):
            yield worded(answer.label, to.language), answer.say(ruling.answer[answer.name], to)


def answer_of(question: Question, name: str) -> Answer:
    """Return the answer of that name, of the question or of any ruling."""
    return question.answer.get(name) or {STANDS_FOR.name: STANDS_FOR}.get(name) or Word(name, name)


def cited(ruling: Ruling) -> list[Rule]:
    """Return the rules to show under a ruling: those of the findings or of a good answer, open points first."""
    refused = [found.rule for found in ruling.findings]
    rules = [*refused, *ruling.open] if refused else [*ruling.open, *ruling.rules]
    return list({rule.id: rule for rule in rules}.values())
