"""A ruling in words for a terminal: the verdict, the reasons, the law, and what would mend it."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from companion.referee import Judged
from companion.rules.cards import Card
from companion.rules.rulings import Rule, Ruling
from companion.rules.text import N_, Text, Translations, ordinal, said

WIDTH = 96
NAMES = {  # what an answer is called, by its name in the ruling
    "cards": N_("cards"),
    "contract": N_("contract"),
    "dealer": N_("dealer’s seat"),
    "discard": N_("discard"),
    "discards": N_("any of these"),
    "first_player": N_("first player’s seat"),
    "kind": N_("it is"),
    "left": N_("left over"),
    "left_points": N_("points left over"),
    "meld": N_("afterwards"),
    "melds": N_("melds"),
    "packs": N_("packs"),
    "points": N_("points"),
    "stock": N_("in the stock"),
    "wild": N_("wild rank"),
    "winners": N_("winning seats"),
}
KINDS = {"group": N_("a group"), "run": N_("a run"), "either": N_("a group or a run")}


def told(judged: Judged, language: Translations) -> Iterator[str]:
    """The lines that tell people a ruling."""
    ruling, say = judged.ruling, language.gettext
    yield verdict(judged, language)
    for found in ruling.findings:
        yield f"  {found.rule.id}: {found.reason.say(language)}"
    for name, value in ruling.answer.items():
        if name != "possible" and value not in ("", None):
            yield f"  {say(NAMES.get(name, name.replace('_', ' ')))}: {shown(value, language)}"
    for place, card in ruling.stands_for.items():
        message = Text(N_("the {n} card stands for {card}"), n=ordinal(place + 1, language), card=card)
        yield f"  {message.say(language)}"
    if ruling.fix:
        yield f"  → {ruling.fix.say(language)}"
    yield ""
    yield from law(ruling, language)


def verdict(judged: Judged, language: Translations) -> str:
    """The question and yes or no; the question alone where the answer is a fact."""
    title, answers = language.gettext(judged.ask.title), judged.ask.answers
    if "legal" not in answers and "possible" not in answers:
        return title
    if judged.ruling.legal and judged.ruling.answer.get("possible", True):
        return f"✓ {title} {language.gettext('Yes.')}"
    return f"✗ {title} {language.gettext('No.')}"


def shown(value: Any, language: Translations) -> str:
    """An answer as it is written for people: cards by their signs, melds apart from each other."""
    if isinstance(value, bool):
        return language.gettext("yes") if value else language.gettext("no")
    if isinstance(value, Card) or hasattr(value, "say"):
        return str(said(value, language))
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {shown(item, language)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(item, (list, tuple)) and not isinstance(item, Card) for item in value)
        return (" / " if nested else " ").join(shown(item, language) for item in value) or "–"
    return language.gettext(KINDS[value]) if value in KINDS else str(value)


def law(ruling: Ruling, language: Translations) -> Iterator[str]:
    """The paragraphs a ruling rests on, and what is said of those that leave the point open."""
    for rule in cited(ruling):
        yield from paragraph(f"{rule.id}  {language.gettext(rule.text)}")
    for rule in ruling.open:
        yield from paragraph(f"{rule.id}  {language.gettext('Open point:')} {language.gettext(rule.open)}")


def cited(ruling: Ruling) -> list[Rule]:
    """The rules of the findings, or where there are none those a good answer rests on; each once."""
    rules = [found.rule for found in ruling.findings] or list(ruling.rules)
    return list({rule.id: rule for rule in rules}.values())


def paragraph(text: str) -> list[str]:
    """A paragraph in lines that fit a terminal, all but the first set in."""
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ")
