"""Translations: every message is extracted, completely translated into Japanese, and used on every page."""

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from flask import Flask

from companion.games import GAMES
from companion.language import LOCALE, translations
from companion.paths import CHECKOUT
from companion.rules.game import Game
from companion.rules.text import HONORIFICS, Label, Listed, Places, Text, worded
from companion.storage.store import Form, Store
from companion.web.view.language import bdi, say
from companion.web.view.rulebook_text import NAMES as AT_EXAMPLES
from tests.conftest import NAMES
from tests.storage.test_store import played
from tests.support.evenings import ONE_OF_EACH_KIND
from tests.support.phone import Phone

WORDS = LOCALE / "ja" / "LC_MESSAGES"
JAPANESE = translations("ja")
Messages = dict[tuple[str | None, str], Message]

PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")
KANA_OR_KANJI = re.compile(r"[぀-ヿ㐀-鿿]")
LATIN = re.compile(r"[A-Za-z]{3,}")
# A language has its own name, file formats one name everywhere, and people keep theirs.
SAME_IN_BOTH = {"Jared Mellentine", "Stan Stone"}  # the sources of a game
TELLERS = set(" ".join((*SAME_IN_BOTH, "Akagiri John McLeod pagat com")).split())
NOT_TRANSLATED = {"English", "CSV", "JSON", *NAMES, *AT_EXAMPLES, *TELLERS}


def messages(catalog: Catalog) -> Messages:
    """Return the messages of a catalogue by context and singular."""
    return {(one.context, first(one.id)): one for one in catalog if one.id}


def first(words: str | tuple[str, ...] | list[str]) -> str:
    """Return the singular of a plural; a plain message unchanged."""
    return words if isinstance(words, str) else words[0]


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> Messages:
    """The messages in the sources, extracted with babel.toml."""
    found = tmp_path_factory.mktemp("extracted") / "messages.pot"
    with pytest.MonkeyPatch.context() as here:
        here.chdir(CHECKOUT)
        CommandLineInterface().run(
            ["pybabel", "--quiet", "extract", "-F", str(LOCALE / "babel.toml"), "-o", str(found), "."]
        )
    with found.open("rb") as file:
        return messages(read_po(file))


@pytest.fixture(scope="module")
def japanese() -> Catalog:
    """The translators' catalogue."""
    with (WORDS / "messages.po").open("rb") as file:
        return read_po(file, locale="ja")


def test_the_template_holds_what_the_sources_say(extracted: Messages) -> None:
    with (LOCALE / "messages.pot").open("rb") as file:
        assert messages(read_po(file)).keys() == extracted.keys()


def test_no_message_is_missing_and_none_is_left_over(extracted: Messages, japanese: Catalog) -> None:
    assert messages(japanese).keys() == extracted.keys()
    assert not japanese.obsolete


def test_plurals_stand_beside_their_singulars(extracted: Messages, japanese: Catalog) -> None:
    plurals = {key: one.id for key, one in extracted.items() if one.pluralizable}
    assert (None, "{count} three") in plurals
    assert {key: one.id for key, one in messages(japanese).items() if one.pluralizable} == plurals


def test_nothing_is_untranslated_or_doubtful(japanese: Catalog) -> None:
    assert not [one.id for one in japanese if one.id and (one.fuzzy or not first(one.string))]


def test_every_placeholder_is_kept(japanese: Catalog) -> None:
    for one in messages(japanese).values():
        english = [one.id] if isinstance(one.id, str) else one.id
        kept = set(PLACEHOLDER.findall(first(one.string)))
        assert kept in [set(PLACEHOLDER.findall(form)) for form in english], english


def test_only_what_is_a_sentence_in_english_ends_as_one(japanese: Catalog) -> None:
    ended = [one for one in messages(japanese).values() if first(one.string).endswith("。")]
    assert ended
    assert not [one.id for one in ended if not first(one.id).rstrip().endswith((".", ";"))]


def test_the_compiled_words_are_those_of_the_translators(japanese: Catalog) -> None:
    fresh = BytesIO()
    write_mo(fresh, japanese)
    fresh.seek(0)
    with (WORDS / "messages.mo").open("rb") as file:
        assert strings(read_mo(file)) == strings(read_mo(fresh))


def strings(catalog: Catalog) -> dict[tuple[str | None, str], str]:
    """Return the translation of each message."""
    return {key: first(one.string) for key, one in messages(catalog).items()}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_paragraph_of_the_law_is_in_japanese(game: Game) -> None:
    for rule in game.rulebook.values():
        for text in filter(None, (rule.text, rule.open)):
            said = JAPANESE.gettext(text)
            assert said.endswith("。"), rule.id
            assert KANA_OR_KANJI.search(said), rule.id


def marked(game: Game) -> Iterator[Label]:
    """Yield all texts of a game's value that a screen shows."""
    yield game.name
    yield from (phrase for phrase in vars(game.words).values() if isinstance(phrase, str))
    yield from game.words.kinds.values()
    yield from (deal.description for deal in game.deals)
    yield from (rule.sentence for rule in game.house_rules)
    for preset in game.presets:
        yield from (preset.title, preset.sentence)
    for ask in game.questions.values():
        yield ask.title
        yield from (answer.label for answer in ask.answers)
        for part in ask.fields:
            yield part.label
            yield from getattr(part, "options", {}).values()
    yield from (rule.source for rule in game.rulebook.values() if rule.source not in SAME_IN_BOTH)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_word_of_a_game_is_in_japanese(game: Game) -> None:
    assert not [text for text in marked(game) if text and not KANA_OR_KANJI.search(worded(text, JAPANESE))]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_value_of_a_house_rule_is_a_phrase_and_no_list_of_words_to_search(game: Game) -> None:
    labels = [worded(label, JAPANESE) for rule in game.house_rules for label in rule.labels.values()]
    assert all(KANA_OR_KANJI.search(label) and "、" not in label for label in labels)


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("{wilds} lie side by side", "ジョーカーが続けて並んでいる"),
        ("a {wild} may never be discarded", "ジョーカーは決して捨てられない"),
        ("May I {call}?", "コールできますか？"),
        ("only a player who has laid down may {lay_off}", "トラックオンできるのはレイダウンしたプレイヤーだけ"),
    ],
)
def test_a_sentence_takes_the_words_of_the_table(english: str, said: str) -> None:
    full = english + " ({places})" if "side" in english else english
    assert GAMES["kalooki"].text(full, places="1").say(JAPANESE).removesuffix("（1）") == said


def test_values_stand_in_japanese_order() -> None:
    short = Text(
        "this is {missing} short of the contract, {contract}", missing=Listed([fours(2), fours(1)]), contract="4-4-4"
    )
    assert short.say(JAPANESE) == "コントラクト（4-4-4）にフォー2組とフォー1組足りない"
    assert Places((1, 2)).say(JAPANESE) == "2枚目と3枚目"
    assert Places((0, 2, 11)).say(JAPANESE) == "1枚目、3枚目、12枚目"
    assert JAPANESE.pgettext("full stop", ".") == "。"
    assert JAPANESE.pgettext("cards", "%(n)s") == "%(n)s枚"


def test_a_name_with_an_honorific_gets_no_second_one(app: Flask, japanese: Catalog) -> None:
    addressing = [one for one in messages(japanese).values() if re.search(r"[})]s?さん", first(one.string))]
    assert len(addressing) > 30
    with app.test_request_context(headers={"Accept-Language": "ja"}):
        for one in addressing:
            assert "Akiさん" in addressed(app, one, "Aki"), one.id
            for name in (f"田中{ending}" for ending in HONORIFICS):
                sentence = addressed(app, one, name)
                assert name in sentence and f"{name}さん" not in sentence, one.id


def addressed(app: Flask, one: Message, name: str) -> str:
    """Return a message with that name in all its places: from Python, or from a template, where it is an element."""
    translated = first(one.string)
    values = dict.fromkeys(re.findall(r"(?<=[({])\w+", translated), name)
    if "{" in translated:
        return say(first(one.id), **values)
    words = "ngettext(ids[0], ids[1], 1, **values)" if one.pluralizable else "gettext(ids, **values)"
    template = app.jinja_env.from_string("{{" + words + "}}")
    return re.sub("<[^>]*>", "", template.render(ids=one.id, values={key: bdi(value) for key, value in values.items()}))


def fours(count: int) -> Text:
    """Return the text of this many fours, as in a contract."""
    return Text("{count} four", "{count} fours", count=count)


# Pages


def evening(app: Flask, phone: Phone) -> Iterator[str]:
    """Yield the addresses of every screen, with a running and a finished match of a game of each kind."""
    store: Store = app.extensions["companion.store"]
    yield from ("/", "/nowhere")
    for game in map(GAMES.__getitem__, ONE_OF_EACH_KIND):
        yield from (f"/new/{game.id}", f"/rules/{game.id}", f"/rules/{game.id}/referee/schedule")
        running, finished = (opened(store, game, number) for number in range(2))
        yield from (f"/m/{running}", f"/m/{running}/sheet")
        for act in ("call", "call", "lay-down") if game.calls else ():
            phone.post(f"/m/{running}/deals/1/calls/1", act=act)
            phone.post(f"/m/{running}/deals/1/calls/2", act=act)
        cards = " ".join(key.code for key in game.keys(game.deals[0]).all[2:5])
        phone.deal(running, 1, 0, {1: "25", 2: "20", 3: cards})
        phone.post(f"/m/{running}/adjust", seat=1, points="-50", reason="Ben")
        if game.calls:
            phone.post(f"/m/{running}/deals/2/calls/2", act="call")
            yield from (f"/m/{running}", f"/m/{running}/deals/2/calls", f"/m/{running}/referee/may-call?seat=2&judge=1")
        phone.post(f"/m/{running}/deals/2/end", out=1)
        for deal in game.deals:
            played(store, finished, deal.number)
        yield from screens(game, f"/m/{running}", f"/m/{finished}")


def opened(store: Store, game: Game, number: int) -> str:
    """Open a match of that game, with its first house rule at the highest value, and return its code."""
    house = {rule.name: rule.values[-1] for rule in game.house_rules[:1] if rule.values}
    return store.open(game.id, house, NAMES, 0, Form.of(f"{game.id}-{number}".replace("-", "0"), []))


def screens(game: Game, running: str, finished: str) -> Iterator[str]:
    """Yield the addresses of the screens of two matches, one running and one finished."""
    yield from (running, f"{running}/sheet", f"{running}/sheet?deal=1&seat=1", f"{running}/adjust")
    yield from (f"{running}/correct/1/1", f"{running}/correct/1/0")
    yield from (f"{running}/deals/2/totals", f"{running}/deals/2/count?seat=2&cards=7+7")
    yield from (finished, f"{finished}/sheet", f"{finished}/sheet?deal=1&seat=0")
    for name in [*game.questions][::3]:  # their words: test_every_word_of_a_game_is_in_japanese
        yield f"{running}/referee/{name}?judge=1&" + "&".join(ASKED)
    yield f"{running}/referee/four?judge=1&cards=5H+JK+JK+8H"


ASKED = ("cards=5H+JK+JK+8H", "hand=5H+5S+5D", "melds=5H+6H", "meld=5H+6H+7H+8H", "card=7H", "deal=1", "round=1")


def said(page: str) -> str:
    """Return the words of a page, including those for screen readers only."""
    page = re.sub(r"<(script|style|datalist)\b.*?</\1>", " ", page, flags=re.DOTALL)
    spoken = re.findall(r'\b(?:aria-label|alt|title|placeholder|data-say|data-none|data-gone)="([^"]*)"', page)
    return unescape(" ".join([re.sub(r"<[^>]*>", " ", page), *spoken]))


def test_no_page_says_an_english_word(app: Flask) -> None:
    phone = Phone(app)
    phone.http.set_cookie("language", "ja")
    found = {}
    addresses = list(evening(app, phone))
    for address in addresses:
        page = phone.get(address)
        assert page.status in (200, 404, 422), (address, page.status)
        words = said(page.html).replace(address.split("/")[2].split("?")[0] if address.startswith("/m/") else "\0", " ")
        if english := set(LATIN.findall(PLACEHOLDER.sub(" ", words))) - NOT_TRANSLATED:
            found[address] = english
    assert len(addresses) > 50
    assert not found
