"""Rules page of a game: every paragraph, its examples, and this table's changes."""

import html
import json
import re
from collections import Counter
from dataclasses import replace
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from flask import Flask

from companion.games import GAMES
from companion.language import translations
from companion.rules.game import Game
from companion.rules.vocabulary import MEANINGS
from companion.web.view.rulebook_text import asked_of
from companion.web.view.rules_search import find
from tests.support.casebook import CASES
from tests.support.phone import Opened, Page, Phone

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]


@pytest.fixture(scope="module")
def books(shared_app: Flask) -> dict[str, Page]:
    """The rules page of each game, in English."""
    return {game: Phone(shared_app).get(f"/rules/{game}") for game in GAMES}


def judged(game: str) -> list[str]:
    """Return the numbers of the paragraphs with examples, which are those that a question is about."""
    return [rule.id for rule in GAMES[game].rulebook.values() if rule.kept]


def folded(text: str) -> str:
    """Return the text, whitespace collapsed."""
    return " ".join(text.split())


@pytest.mark.parametrize(("game", "language"), [*((game, "en") for game in GAMES), ("kalooki", "ja")])
def test_every_paragraph_stands_there_in_the_readers_language_with_two_examples(
    client: Phone, books: dict[str, Page], game: str, language: str
) -> None:
    page = books[game] if language == "en" else client.get(f"/rules/{game}", Accept_Language=language)
    words = translations(language)
    for rule in GAMES[game].rulebook.values():
        assert page.all("section", id=rule.id), rule.id
        assert folded(words.gettext(rule.text)) in page.said, rule.id
        if rule.open:
            assert folded(words.gettext(rule.open)) in page.said, rule.id
    examples = [found["class"].split() for found in page.all("div") if "example" in found.get("class", "").split()]
    count = len(judged(game))
    assert (len(examples), sum("good" in one for one in examples)) == (2 * count, count)


@pytest.mark.parametrize(("language", "rule"), [("en", "never wraps around: {}"), ("ja", "できず、{}")])
def test_cards_in_a_row_stay_on_one_line_and_are_marked_as_before(client: Phone, language: str, rule: str) -> None:
    page = client.get("/rules/kalooki?q=K-A-2", Accept_Language=language)
    assert rule.format("<mark>K-\u2060A-\u20602</mark>-\u20603") in page.html


@pytest.mark.parametrize("game", list(GAMES))
def test_each_source_is_named_once_with_all_its_paragraphs(books: dict[str, Page], game: str) -> None:
    page, book = books[game].html, GAMES[game].rulebook
    told, numbers = re.findall(r"<li><b>([^<]+)</b> ([^<]+)</li>", folded(page)), list(book)
    assert len({source for _, source in told}) == len(told)
    for where, source in told:
        ends = [(part.split("–")[0], part.split("–")[-1]) for part in where.split(", ")]
        covered = {n for first, last in ends for n in numbers[numbers.index(first) : numbers.index(last) + 1]}
        assert covered == {rule.id for rule in book.values() if html.escape(rule.source) == source}
    assert {source for _, source in told} == {html.escape(rule.source) for rule in book.values() if rule.source}


def test_house_rules_of_a_table_are_marked_and_change_its_tables(
    client: Phone, books: dict[str, Page], match: Opened
) -> None:
    code = match(twelve_early=True, calls=5)
    page = client.get(f"/rules/kalooki?code={code}")
    marked = [found["id"] for found in page.all("section") if "in-force" in found.get("class", "").split()]
    assert marked == ["K4", "K32"]
    assert "1 12 3-3-3 three threes" in page.said
    assert "1 9 3-3-3 three threes" in books["kalooki"].said


def test_rules_of_no_game_and_for_no_match_are_nowhere(client: Phone) -> None:
    assert [client.get(f"/rules/{unknown}").status for unknown in ("canasta", "K99")] == [404, 404]
    assert client.get("/rules/kalooki?code=ZZZZZZ").status == 404


def shown(page: Page) -> list[str]:
    """Return the numbers of the paragraphs on the page."""
    return [found["id"] for found in page.all("section") if "paragraph" in found.get("class", "").split()]


@pytest.mark.parametrize(
    ("language", "query", "numbers"),
    [
        ("en", "K11", ["K11"]),
        ("en", "k 11", ["K11"]),
        ("en", "rule K-11", ["K11"]),
        ("en", "K11b", ["K11"]),
        ("en", "24", ["K24"]),
        ("en", "K99", []),
        ("ja", "第Ｋ１１条", ["K11"]),
        ("en", "no such words", []),
        ("en", "", list(GAMES["kalooki"].rulebook)),
    ],
)
def test_a_search_narrows_the_rules_to_a_number_or_to_words(
    client: Phone, language: str, query: str, numbers: list[str]
) -> None:
    page = client.get(f"/rules/kalooki?q={quote(query)}", **{"Accept-Language": language})
    assert (page.status, shown(page), page.value("q")) == (200, numbers, query)


@pytest.mark.parametrize("address", ["/rules/C24", "/rules/kalooki?q=c+24", "/rules/C24?endpoint=x&_method=PUT"])
def test_a_number_leads_to_the_rules_of_its_game(client: Phone, address: str) -> None:
    page = client.follow(client.get(address))
    assert shown(page) == ["C24"] and "Contract Rummy" in page.content.words


CHECKED_BY_THE_COMPANION = ("total", "count", "bare-total", "correct", "book-deal", "adjustment", "turn")


@pytest.mark.parametrize("game", list(GAMES))
def test_each_rule_leads_to_its_question_at_the_table_and_without_one(
    client: Phone, books: dict[str, Page], match: Opened, game: str
) -> None:
    code = match(game)
    at_table = [(client.get(f"/rules/{game}?code={code}"), f"/m/{code}/referee")] if game == "kalooki" else []
    for page, referee in (*at_table, (books[game], f"/rules/{game}/referee")):
        links = [found["href"] for found in page.all("a") if "/referee/" in found.get("href", "")]
        asked = [rule.kept.ask for rule in GAMES[game].rulebook.values() if rule.kept]
        links, numbers = zip(*(link.split("?back=") for link in links), strict=True)
        assert list(links) == [f"{referee}/{name}" for name in asked if name not in CHECKED_BY_THE_COMPANION]
        assert all(re.search(r"%23[A-Z]\w+$", number) for number in numbers), "back to the paragraph"
        assert "Judge my cards" in page.said and "Ask the referee" in page.said


def test_an_example_that_the_house_rules_of_a_table_answer_differently_is_left_out(
    client: Phone, books: dict[str, Page], match: Opened
) -> None:
    def examples(page: Page) -> dict[str, int]:
        _, *paragraphs = page.html.split('<section class="paragraph')
        return {one.split('id="')[1].split('"')[0]: one.count('class="example-answer"') for one in paragraphs}

    written, table = examples(books["kalooki"]), client.get(f"/rules/kalooki?code={match(calls=0)}")
    assert {number for number, count in written.items() if count == 2} == set(judged("kalooki"))
    fewer = {number for number, count in examples(table).items() if count < 2}
    assert fewer - {number for number, count in written.items() if not count} == {"K27", "K30", "K31", "K32", "K33"}


def test_the_cards_of_an_example_are_drawn_as_they_lie(client: Phone) -> None:
    page = client.get("/rules/kalooki?q=K11").html
    broken = page[page.index('class="example"') :]
    names = re.findall(r'role="img" aria-label="([^"]+)"', broken)[:4]
    assert names == ["5 of hearts", "joker", "joker", "8 of hearts"]
    assert "5H JK" not in page and "No: two jokers lie side by side (2nd and 3rd card)" in folded(broken)


@pytest.mark.parametrize(
    ("paragraph", "said"),
    [
        ("K3", "and who deals? Deal 2. 4 players. Dee deals first. Aki deals; Ben plays first"),
        ("K4", "Cards: 9, not 12"),
        ("K28", "The card goes to: Dee, not Ben"),
        ("K36", "Winners: Ben and Dee, not Ben"),
        ("K9", "The 3rd card stands for 8♠, not 10♠"),
    ],
)
def test_an_example_is_one_readable_sentence(client: Phone, paragraph: str, said: str) -> None:
    assert said in client.get(f"/rules/kalooki?q={paragraph}").said.replace("\ufe0e", "")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_word_that_an_empty_search_offers_finds_a_rule(
    app: Flask, client: Phone, game: str, language: str
) -> None:
    page = client.get(f"/rules/{game}?q=zeppelin", **{"Accept-Language": language})
    sought = [word for link in page.all("a") for word in parse_qs(urlsplit(link["href"]).query).get("q", [])]
    assert len(sought) > 4
    with app.test_request_context(headers={"Accept-Language": language}):
        assert all(find(GAMES[game], word).rules for word in sought)


def marks(page: Page) -> set[str]:
    """Return the words marked on the page."""
    return {found.casefold() for found in re.findall(r"<mark>([^<]+)</mark>", page.html)}


@pytest.mark.parametrize(
    ("language", "query", "words"),
    [
        ("en", "JOKER next", {"joker", "jokers", "next"}),
        ("en", "shuffling", {"shuffles", "shuffle"}),
        ("en", "no ace", {"ace", "aces", "a"}),  # stop words are not searched; the A of a run is an ace
        ("ja", "捨ててよい", {"捨て"}),
        ("ja", "ジョーカー", {"ジョーカー"}),
        ("en", "K11", set()),
        ("en", "", set()),
    ],
)
def test_what_was_sought_is_marked_where_it_stands(client: Phone, language: str, query: str, words: set[str]) -> None:
    page = client.get(f"/rules/kalooki?q={quote(query)}", **{"Accept-Language": language})
    assert shown(page) and marks(page) == words


@pytest.mark.parametrize("hostile", [".* <b>", "\x00", "%", "😀"])
def test_words_sought_are_text_and_nothing_else(client: Phone, hostile: str) -> None:
    page = client.get(f"/rules/kalooki?q={quote(hostile)}")
    assert page.status == 200 and not marks(page) and "<b>”" not in page.html


def test_a_search_that_finds_nothing_says_so_and_leads_on(client: Phone) -> None:
    page = client.get("/rules/kalooki?q=zeppelin")
    assert "Nothing about “zeppelin”" in page.said and "Ask the referee" in page.said
    assert "What now?" in page.said and [found for found in page.all("a") if "/people-ask" in found["href"]]


PHRASES = [json.loads(line) for line in (CASES / "search-phrases.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 7])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_people_type_is_answered_by_what_stands_first(app: Flask, language: str, every: int) -> None:
    phrases, late, lost = [phrase for phrase in PHRASES if phrase["lang"] == language][::every], [], []
    with app.test_request_context(headers={"Accept-Language": language}):
        for phrase in phrases:
            hits = find(GAMES[phrase["game"]], phrase["q"])
            first = [question.rule for question in [hits.asked] if question] + [rule.id for rule in hits.rules]
            late += [(phrase["q"], first[:3])] if not set(first[:1]) & set(phrase["want"]) else []
            lost += [(phrase["q"], first[:3])] if not set(first[:3]) & set(phrase["want"]) else []
    assert len(phrases) > 30 and len(late) <= 0.05 * len(phrases), late
    assert len(lost) <= 0.02 * len(phrases), lost


@pytest.mark.parametrize(
    ("language", "game", "phrase", "number"),
    [
        ("en", "kalooki", "no cards left but no discard", "K34"),
        ("en", "three-thirteen", "no cards left but no discard", "T14"),
        ("en", "kalooki", "only three cards left to draw", "K16"),
        ("en", "kalooki", "can i lay down in two turns", "K17"),
        ("en", "kalooki", "we added it up wrong last round", "B2"),
        ("en", "contract-rummy", "what do we need this hand", "C4"),
        ("en", "three-thirteen", "what counts as wild this time", "T4"),
        ("en", "five-crowns", "stars and spades in one run", "F7"),
        ("ja", "kalooki", "コールって何回まで", "K32"),
        ("ja", "five-crowns", "ジョーカーって何枚", "F1"),
        ("ja", "contract-rummy", "今回は何を集めるの", "C4"),
        ("ja", "kalooki", "スリーにひっつけられる札", "K21"),
        ("ja", "three-thirteen", "あがった人のあと1周まわる", "T14"),
    ],
)
def test_a_question_finds_its_rule_by_words_and_by_characters(
    app: Flask, language: str, game: str, phrase: str, number: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert find(GAMES[game], phrase).rules[0].id == number


@pytest.mark.parametrize("game", list(GAMES))
def test_what_people_ask_has_an_answer_a_rule_and_where_it_can_a_judgement(client: Phone, game: str) -> None:
    page = client.get(f"/rules/{game}/people-ask")
    asked = GAMES[game].rulebook.people_ask
    assert page.html.count('class="law-no"') == len(asked) > 5
    assert all(question.rule in GAMES[game].rulebook for question in asked)
    judged = [link["href"] for link in page.all("a") if "judge=1" in link.get("href", "")]
    assert len(judged) == sum(bool(question.ask) for question in asked) > 1
    for question, address in zip((question for question in asked if question.ask), judged, strict=True):
        ruling = client.get(html.unescape(address))
        assert ruling.status == 200 and question.rule in ruling.sent


@pytest.mark.parametrize(
    ("game", "language", "query", "asked"),
    [
        ("kalooki", "en", "can i discard a joker", "May I discard a joker?"),
        ("kalooki", "en", "must i discard a joker", None),
        ("kalooki", "en", "may I not discard a joker", None),
        ("kalooki", "en", "can four play", None),
        ("kalooki", "en", "swap joker", None),
        ("three-thirteen", "en", "may I go out in my first turn", "May I go out in my first turn?"),
        ("three-thirteen", "en", "may I go out in my last turn", None),
        ("contract-rummy", "en", "may i buy after laying down", "May I still buy after laying down?"),
        ("contract-rummy", "en", "may i buy before laying down", None),
        ("kalooki", "ja", "ジョーカーを捨ててもいい？", "May I discard a joker?"),
        ("kalooki", "ja", "ジョーカーを捨てなければならない？", None),
        ("kalooki", "ja", "4人で遊べますか", None),
        ("three-thirteen", "ja", "上がり方", None),
        ("contract-rummy", "ja", "レイダウンの前にバイできる？", None),
        ("contract-rummy", "ja", "レイダウンのあともバイできる？", "May I still buy after laying down?"),
    ],
)
def test_an_answer_is_given_only_to_the_question_that_was_asked(
    app: Flask, game: str, language: str, query: str, asked: str | None
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        found = find(GAMES[game], query).asked
    assert (found and found.question) == asked


@pytest.mark.parametrize(
    ("game", "language", "word", "number"),
    [
        ("kalooki", "en", "three", "K6"),
        ("kalooki", "en", "joker", "K9"),
        ("kalooki", "en", "tracking on", "K20"),
        ("kalooki", "en", "dead card", "K31"),
        ("three-thirteen", "en", "group", "T6"),
        ("three-thirteen", "en", "wild card", "T10"),
        ("five-crowns", "en", "book", "F6"),
        ("contract-rummy", "en", "buy", "C27"),
        ("kalooki", "ja", "スリー", "K6"),
        ("kalooki", "ja", "コール", "K27"),
        ("three-thirteen", "ja", "ラン", "T7"),
        ("five-crowns", "ja", "ワイルド", "F10"),
        ("contract-rummy", "ja", "バイ", "C27"),
    ],
)
def test_the_paragraph_that_defines_a_word_comes_first(
    app: Flask, game: str, language: str, word: str, number: str
) -> None:
    asked = ["{}", "what is a {}?", "what does {} mean"] if language == "en" else ["{}", "{}とは", "{}って何ですか？"]
    with app.test_request_context(headers={"Accept-Language": language}):
        for phrase in asked:
            hits = find(GAMES[game], phrase.format(word))
            assert (hits.rules[0].id, hits.asked) == (number, None), phrase


@pytest.mark.parametrize(
    "spellings",
    [
        ("上がり", "あがり", "アガリ", "上がる"),
        ("つけ札", "付け札", "つけふだ"),
        ("ディーラー", "親"),
        ("K-A-2", "KA2", "ＫＡ２", "K→A→2", "kA2"),
        ("333", "3-3-3"),
        ("laying off", "lay-offs", "lay off", "lays off"),
        ("two-player", "2 players", "two players"),
        ("discarding", "discards", "discard", "discrad"),
        ("call the first card", "call the 1st card"),
        ("seventh deal", "7th deal"),
    ],
)
def test_spellings_and_readings_of_a_word_find_the_same(app: Flask, spellings: tuple[str, ...]) -> None:
    with app.test_request_context(headers={"Accept-Language": "ja"}):
        found = [[rule.id for rule in find(GAMES["kalooki"], word).rules[:3]] for word in spellings]
    assert found[0] and all(other == found[0] for other in found), list(zip(spellings, found, strict=True))


@pytest.mark.parametrize(
    ("language", "game", "phrase", "number"),
    [
        ("en", "three-thirteen", "three thirteen how many players", "T1"),
        ("ja", "contract-rummy", "コントラクトラミー 何人", "C1"),
        ("ja", "five-crowns", "ファイブクラウンの切り札", "F4"),
    ],
)
def test_the_name_of_the_game_is_no_word_sought_in_its_rules(
    app: Flask, language: str, game: str, phrase: str, number: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        hits = find(GAMES[game], phrase)
    assert (hits.rules[0].id, hits.missing) == (number, [])


def test_a_katakana_word_is_not_found_inside_another(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "ja"}):
        hits = find(GAMES["three-thirteen"], "ラン")
        assert "<mark>ラン</mark>" in hits.marked("ランを組にする")
        assert "<mark>" not in hits.marked("トランプのランク")


@pytest.mark.parametrize(
    ("language", "query", "said"),
    [
        ("en", "partners", "Nothing about “partners”"),
        ("en", "zeppelin shuffle", "Not in the rules: “zeppelin”"),
        ("ja", "リーチ", "「リーチ」"),
        ("ja", "リーチしてから上がる", "ルールにない言葉：「リーチ」"),
    ],
)
def test_a_word_that_the_rules_do_not_have_is_named(client: Phone, language: str, query: str, said: str) -> None:
    assert said in client.get(f"/rules/kalooki?q={quote(query)}", **{"Accept-Language": language}).said


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(GAMES))
def test_a_synonym_leads_to_one_of_the_rules_that_have_it(app: Flask, game: str, language: str) -> None:
    book, words = GAMES[game].rulebook, translations(language)
    rules: dict[str, set[str]] = {}
    for rule in book.values():
        for line in book.synonyms(rule):
            for synonym in re.split("[,、] ?", words.gettext(line)):
                rules.setdefault(synonym, set()).add(rule.id)
    with app.test_request_context(headers={"Accept-Language": language}):
        some = [*rules.items()][::3]  # a third of hundreds tells as well
        lost = {name: its for name, its in some if find(GAMES[game], name).rules[0].id not in its}
    assert len(lost) <= 0.05 * len(some), lost


def test_the_referee_leads_to_what_people_ask(client: Phone, match: Opened) -> None:
    code = match()
    for address, leads in ((f"/m/{code}/referee", f"?code={code}&"), ("/rules/kalooki/referee", "?")):
        way = f"/rules/kalooki/people-ask{leads}back={address}"
        assert client.get(address).all("a", href=way) and way_back(client, way) == address
        assert "§Rules" in client.get(address).said, "a sign and its word"


def way_back(client: Phone, address: str) -> str:
    """Return the page that Back leads to."""
    return client.get(address).all("a", **{"class": "tool"})[0]["href"]


@pytest.mark.parametrize(
    "path", ["", "/sheet", "/referee", "/referee/four?judge=1&cards=5H+JK+JK+8H", "/may-i?seat=1", "/contract"]
)
def test_the_way_to_the_rules_says_where_it_began(client: Phone, match: Opened, path: str) -> None:
    here = f"/m/{match()}{path}"
    way = next(link["href"] for link in client.get(here).all("a") if link["href"].startswith("/rules/kalooki?"))
    assert parse_qs(urlsplit(way).query)["back"][0].split("#")[0] == here


def test_the_rules_lead_back_to_where_they_were_opened_also_after_a_search(client: Phone, match: Opened) -> None:
    here = f"/m/{match()}/sheet"
    rules = client.get(f"/rules/kalooki?code={here[3:9]}&back={here}")
    assert rules.all("a", **{"class": "tool"})[0]["href"] == here
    found = client.submit(rules.form("/rules/kalooki"), q="ace")
    assert found.all("a", **{"class": "tool"})[0]["href"].split("#")[0] == here
    ruling = next(link["href"] for link in rules.all("a") if "/referee/" in link["href"] and "%23K" in link["href"])
    assert way_back(client, ruling).startswith("/rules/kalooki?"), "and so does what the rules lead to"
    assert way_back(client, f"/rules/kalooki?q=joker&back=//evil{here}") == "/"


def test_a_ruling_of_the_scoresheet_leads_back_to_it(client: Phone, match: Opened) -> None:
    code = match()
    page = client.get(f"/m/{code}/referee/four?judge=1&cards=5H+JK+JK+8H")
    client.submit(next(form for form in page.forms if form.method == "post"))
    way = next(link["href"] for link in client.get(f"/m/{code}/sheet").all("a") if "/referee/" in link["href"])
    asked = next(form for form in client.get(way).forms if form.method == "get")
    again = client.submit(asked, cards="5H 6H 7H 8H")
    assert [page.all("a", **{"class": "tool"})[0]["href"] for page in (client.get(way), again)] == [
        f"/m/{code}/sheet"
    ] * 2


@pytest.mark.parametrize("query", ["can i discard a joker", "must i discard a joker", "swap", "zeppelin"])
def test_no_verdict_stands_in_a_list_of_results(client: Phone, query: str) -> None:
    page = client.get(f"/rules/kalooki?q={quote(query)}")
    assert "seal" not in page.html.replace("silent-seal", "seal").partition('class="reading"')[2]
    assert ("No common question asks just this" in page.said) == (query in ("must i discard a joker", "swap"))


def test_paragraphs_with_every_word_come_before_those_with_some(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        for query in ("joker hand", "call discard stock", "run ace"):
            hits = find(GAMES["kalooki"], query)
            held = [len(hits.words & hits.search.texts[rule.id]) for rule in hits.rules if hits.search]
            assert held[0] == max(held), query


@pytest.mark.parametrize("game", list(GAMES))
def test_no_example_of_a_mistake_says_yes(books: dict[str, Page], game: str) -> None:
    answers = re.findall(r'aria-label="(right|wrong)".*?<span>(.*?)</span>', books[game].html, re.DOTALL)
    assert len(answers) == 2 * len(judged(game))
    assert {mark for mark, answer in answers if answer.startswith("Yes")} == {"right"}
    assert {mark for mark, answer in answers if answer.startswith("No")} == {"wrong"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_examples_say_who_does_what_and_name_no_field(app: Flask, game: Game) -> None:
    with app.test_request_context():
        for rule in game.rulebook.values():
            for example in filter(None, (rule.kept, rule.broken)):
                inputs = {name: value for name, value in example.inputs.items() if name != "house"}
                said = asked_of(game, replace(example, inputs=inputs))
                assert ":" not in said, (rule.id, said)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_word_of_the_vocabulary_has_two_meanings(language: str) -> None:
    words = translations(language)
    listed = [word for line in MEANINGS for word in re.split("[,、] ?", words.gettext(line))]
    assert len(listed) == len({*listed}), [word for word, count in Counter(listed).items() if count > 1]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(GAMES))
def test_no_rule_has_a_synonym_twice(game: str, language: str) -> None:
    book, words = GAMES[game].rulebook, translations(language)
    for rule in book.values():
        counts = Counter(one for line in book.synonyms(rule) for one in re.split("[,、] ?", words.gettext(line)))
        assert counts.total() == len(counts), (rule.id, counts.most_common(3))


def test_examples_of_long_japanese_sentences_are_one_below_the_other(client: Phone) -> None:
    shapes = {
        language: re.search(r'id="K15".*?class="(kept-broken[^"]*)"', page.html, re.DOTALL)[1]
        for language, page in ((one, client.get("/rules/kalooki", Accept_Language=one)) for one in ("en", "ja"))
    }
    assert shapes == {"en": "kept-broken", "ja": "kept-broken long"}
