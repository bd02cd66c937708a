"""Format a ruling for the terminal: the verdict, the reasons, the law, and a fix."""

import re
import textwrap
import unicodedata
from collections.abc import Iterator

from companion.interfaces.answer_text import cited, facts, verdict
from companion.referee import Judged
from companion.rules.answers import SpeakContext
from companion.rules.rulings import Ruling
from companion.rules.text import N_, Text, Translations, labelled, ordinal

WIDTH = 96
# In Japanese a line may break after any letter, but not after an opening, before a closing mark, or inside a word.
OPENS = "（「『【〔〈《［｛(“‘"
SMALL = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶーゝゞヽヾ々"
CLOSES = f"、。，．・：；？！）」』】〕〉》］｝)”’,.:;?!…‥〜～{SMALL}\ufe0e\ufe0f"
WORD = "(?:[^\\W\u3000-\U0010ffff]|[♠♥♦♣/=*'-])"  # letters and signs of a narrow word, which is not broken
PIECES = re.compile(f" +|[{OPENS}]{{,4}}(?:{WORD}{{1,24}}|[^ ])[{CLOSES}]{{,4}}")


def told(judged: Judged, language: Translations) -> Iterator[str]:
    """Yield the lines of a ruling."""
    ruling = judged.ruling
    yield headline(judged, language)
    if ruling.melds_text:
        yield f"  {ruling.melds_text.say(language)}"
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
    title, yes = language.gettext(judged.question.title), verdict(judged.question, judged.ruling)
    if yes is None:
        return title
    return f"✓ {title} {language.gettext('Yes.')}" if yes else f"✗ {title} {language.gettext('No.')}"


def law(ruling: Ruling, language: Translations) -> Iterator[str]:
    """Yield the rules cited by a ruling, each with its source, and with its note if it leaves the point open."""
    for rule in cited(ruling):
        yield from paragraph(f"{rule.id}  {language.gettext(rule.text)}")
        yield from [f"      — {language.gettext(rule.source)}"] if rule.source else []
        if rule in ruling.open:
            yield from paragraph(
                f"    {labelled(language.gettext('Open point'), language.gettext(rule.open), language)}"
            )


def paragraph(text: str) -> list[str]:
    """Return the lines of a paragraph that fit a terminal, all but the first indented."""
    wide = any(unicodedata.east_asian_width(letter) == "W" for letter in text)  # each takes two columns
    wrapper, width = (Wide, WIDTH // 2) if wide else (textwrap.TextWrapper, WIDTH)
    return wrapper(width, initial_indent="  ", subsequent_indent="      ").wrap(text)


class Wide(textwrap.TextWrapper):
    """Line wrapper for Japanese."""

    def _split(self, text: str) -> list[str]:
        return PIECES.findall(text)
