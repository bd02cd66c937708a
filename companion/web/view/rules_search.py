"""Search in a rulebook: its paragraphs, best first, and the common question that was asked, if it was.

A paragraph scores by the synonym or question of it that is nearest to the words sought, and by the share of them that
it contains at all. A rare word weighs more than a frequent one. Japanese is also compared by pairs of neighbouring
characters, which finds what the vocabulary lacks. Paragraphs with every word come before the others."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from math import log, sqrt
from string import ascii_lowercase

from markupsafe import Markup

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.rulebook import CommonQuestion, Rulebook
from companion.rules.rulings import Rule
from companion.rules.text import Label, worded
from companion.rules.vocabulary import MEANINGS
from companion.web.view.language import code, say, unbroken
from companion.web.view.search_words import FILLERS, Vocabulary, character_pairs, normalise

LEAST = 0.5  # fraction of the best score, below which paragraphs are left out
KNOWN = 0.3  # least fraction of the words sought that the rulebook must contain
ASKED = 0.8  # least fraction of a question's words that was sought, so that it is the question asked
SHARE = 0.7  # weight of the share of the words that a paragraph contains, beside its nearest heading
EXACT = 0.01  # weight of a heading that has the same denials too
PAIRS = 0.9  # weight of the heading with the most pairs of characters in common, beside that by words
NUMBER = 0.5  # weight of a number, a court card or “card” itself, however rare
WHICH = frozenset({"king", "queen", "jack", "card"})
EMPTY = 0.01  # weight of no words at all
DENIALS = frozenset({"not", "must"})  # meanings that turn a question round; they weigh nothing
NAMES = 3  # synonyms shown for a paragraph
NUMBERED = re.compile(  # K24, k 24, rule K-24, 第K24条, 24
    r"(?:rule|clause|paragraph|§|ルール|第)?[\s.:]*([a-z]?)[\s.-]*([0-9]+[a-z]?)\s*条?", re.IGNORECASE
)


@dataclass(frozen=True)
class Hits:
    """The result of a search: paragraphs, best first, the common question asked, and the words found and missing."""

    rules: list[Rule]
    asked: CommonQuestion | None = None
    words: frozenset[str] = frozenset()  # by meaning
    missing: list[str] = field(default_factory=list)  # words sought that the rulebook does not have
    search: "RulebookSearch | None" = None

    def marked(self, text: str) -> Markup:
        """Return a text with the words found marked."""
        text = text.replace("\u2060", "")
        places = self.search.places(text, self.words) if self.search else []
        marked, at = Markup(), 0
        for start, end in places:
            marked += Markup("{}<mark>{}</mark>").format(text[at:start], text[start:end])
            at = end
        return Markup(unbroken(marked + text[at:]))

    def called(self, rule: Rule) -> list[str]:
        """Return the synonyms by which a paragraph was found, if its text lacks the words."""
        return self.search.called(rule, self.words) if self.search else []


class RulebookSearch:
    """The paragraphs of a rulebook in the reader's language, ready for searching."""

    def __init__(self, rulebook: Rulebook, deals: tuple[Deal, ...]):
        self.rulebook = rulebook
        meanings: dict[str, list[str]] = {}
        for message in (*rulebook.meanings, *MEANINGS):
            meanings.setdefault(listed(message)[0], []).extend(word for text in both(message) for word in listed(text))
        self.vocabulary = Vocabulary(meanings, [deal.label for deal in deals], " ".join(both(FILLERS)))
        self.headings = {rule.id: [self.meanings(text) for text in self.headed(rule)] for rule in rulebook.values()}
        written = {
            rule.id: paragraph(rule, chapter.title, deals) for chapter, rules in rulebook.by_chapter() for rule in rules
        }
        self.texts = {number: self.meanings(text).union(*self.headings[number]) for number, text in written.items()}
        self.wordings = [
            (self.meanings(text), question) for question in rulebook.people_ask for text in wordings(question)
        ]
        self.weights = rarity(self.texts.values())
        self.pairs = {rule.id: [character_pairs(text) for text in self.headed(rule)] for rule in rulebook.values()}
        self.pair_weights = rarity(character_pairs(text).union(*self.pairs[number]) for number, text in written.items())
        self.unknown = sqrt(log(len(self.texts) + 1))  # as much as the rarest

    def headed(self, rule: Rule) -> Iterator[str]:
        """Yield the synonyms of a paragraph and the questions that it answers, each in both languages."""
        for message in self.rulebook.synonyms(rule):
            for text in both(message):
                yield from listed(text)
        for question in self.rulebook.people_ask:
            if question.rule == rule.id:
                yield from wordings(question)

    def meanings(self, text: str) -> frozenset[str]:
        """Return the meanings of the words of a text."""
        return frozenset(word.meaning for word in self.vocabulary.words(normalise(text)))

    def weight(self, words: Set[str]) -> float:
        """Return the weight of words together."""
        weights = (NUMBER if says_which(word) else self.weights.get(word, self.unknown) for word in words - DENIALS)
        return sum(weights) or EMPTY

    def pair_weight(self, pairs: Set[str]) -> float:
        """Return the weight of pairs of characters together."""
        return sum(self.pair_weights.get(pair, self.unknown) for pair in pairs) or EMPTY

    def find(self, sought: str) -> Hits:
        """Return the paragraph of that number, else those that match the words, else that of a bare number."""
        number = number_in(sought)
        if rule := numbered(self.rulebook, number):
            return Hits([rule])
        if number and number[0] in {rule.id[0].lower() for rule in self.rulebook.values()}:
            return Hits([])
        words = self.corrected(sought)
        found = frozenset(words)
        missing = [word for word in words if word not in self.weights and word not in DENIALS]
        if len(missing) >= (1 - KNOWN) * len(found - DENIALS):
            return Hits([rule for rule in self.rulebook.values() if rule.id[1:].lower() == number])
        pairs = character_pairs(sought) if len(found) > 1 else frozenset()  # one word is known by any spelling
        scores = {number: self.score(found, pairs, number) for number in self.texts}
        best = max(scores.values())
        matter = {word for word in found if not says_which(word) and word not in DENIALS}
        ranked = sorted(
            (number for number in scores if scores[number] >= LEAST * best),
            key=lambda number: (not matter <= self.texts[number], -scores[number]),
        )
        return Hits(
            [self.rulebook[number] for number in ranked],
            self.question(found),
            found,
            [words[word] for word in missing],
            self,
        )

    def score(self, words: frozenset[str], pairs: frozenset[str], number: str) -> float:
        """Return how near a paragraph is: its nearest heading, by words and by pairs, and its share of the words."""
        by_words = max(nearness(self.weight, words, heading) for heading in self.headings[number])
        by_pairs = max(nearness(self.pair_weight, pairs, heading) for heading in self.pairs[number]) if pairs else 0
        share = self.weight(words & self.texts[number]) / self.weight(words)
        return by_words + EXACT * (words in self.headings[number]) + PAIRS * by_pairs + SHARE * share

    def question(self, words: frozenset[str]) -> CommonQuestion | None:
        """Return the common question that contains every word, is mostly made of them, and is not turned round."""
        fitting = [
            (len(words) / len(wording), question)
            for wording, question in self.wordings
            if words <= wording and words & DENIALS == wording & DENIALS and len(words) >= ASKED * len(wording)
        ]
        return max(fitting, key=lambda one: one[0])[1] if fitting else None

    def corrected(self, sought: str) -> dict[str, str]:
        """Return the words sought by meaning, with slips of the pen put right: the nearest word that is known."""
        text = normalise(sought)
        known = {
            *self.weights,
            *self.vocabulary.fillers,
            *(stem for phrase in self.vocabulary.english for stem in phrase),
        }
        found: dict[str, str] = {}
        for word in self.vocabulary.words(text):
            slip = word.meaning not in known and len(word.meaning) > 3 and word.meaning.isascii()
            close = get_close_matches(word.meaning, known, 1, 0.8) if slip else []
            meant = self.meanings(close[0]) - self.vocabulary.fillers if close else {word.meaning}
            found |= dict.fromkeys(meant, text[word.start : word.end])
        return found

    def places(self, text: str, words: Set[str]) -> list[tuple[int, int]]:
        """Return start and end of each stretch of a text that consists of these words."""
        stretches: list[tuple[int, int]] = []
        for word in self.vocabulary.words(text):
            if word.meaning in words - DENIALS:
                start, end = stretches[-1] if stretches else (-2, -2)
                if start <= word.start <= end + 1:
                    stretches[-1] = (start, max(end, word.end))
                else:
                    stretches.append((word.start, word.end))
        return stretches

    def called(self, rule: Rule, words: frozenset[str]) -> list[str]:
        """Return the synonyms of a paragraph nearest to the words, if they have one that its text lacks."""
        lacking = words - self.meanings(say(rule.text))
        names = [name for message in self.rulebook.synonyms(rule) for name in listed(say(message))]
        fitting = [name for name in names if self.meanings(name) & lacking]
        return sorted(fitting, key=lambda name: -nearness(self.weight, words, self.meanings(name)))[:NAMES]


def number_in(sought: str) -> str:
    """Return the paragraph's number that is sought, in lower case; "" for anything else."""
    found = NUMBERED.fullmatch(normalise(sought).strip())
    return "".join(found.groups()).lower() if found else ""


def numbered(rulebook: Rulebook, number: str) -> Rule | None:
    """Return the rule with that number, or without its letter: K24 for K24a where there is no K24a."""
    rules = {rule.id.lower(): rule for rule in rulebook.values()}
    return rules.get(number) or rules.get(number.rstrip(ascii_lowercase))


def nearness(weight: Callable[[Set[str]], float], sought: frozenset[str], heading: frozenset[str]) -> float:
    """Return how near a heading is to what is sought: 1 for the same, 0 for nothing in common."""
    common = sought & heading
    return 2 * weight(common) / (weight(sought) + weight(heading)) if common else 0.0


def rarity(texts: Iterable[frozenset[str]]) -> dict[str, float]:
    """Return the weight of each word of the texts: the more, the fewer of them contain it."""
    every = list(texts)
    counts = Counter(word for text in every for word in text)
    return {word: sqrt(log(len(every) + 1) - log(count)) for word, count in counts.items()}


def says_which(word: str) -> bool:
    """Return True for a number or a court card, which say how many or which, not of what."""
    return word.isdigit() or word in WHICH


def paragraph(rule: Rule, chapter: str, deals: tuple[Deal, ...]) -> str:
    """Return the words of a paragraph in both languages, with the chapter and its table of deals."""
    texts = [text for message in (rule.text, rule.open, chapter) for text in both(message)]
    if rule.table == "deals":
        texts += [f"{deal.number}; {deal.cards}; {deal.label}" for deal in deals]
    return "; ".join(texts)


def wordings(question: CommonQuestion) -> Iterator[str]:
    """Yield a question and its other wordings, each in both languages."""
    yield from both(question.question)
    for text in both(question.words):
        yield from listed(text)


def listed(words: str) -> list[str]:
    """Return words that commas separate."""
    return [word.strip() for word in words.replace("、", ",").split(",") if word.strip()]


def both(message: Label) -> list[str]:
    """Return a message in the reader's language and in English: players type either."""
    return list(dict.fromkeys([say(message), worded(message)])) if message else []


@lru_cache(maxsize=16)
def search_in(rulebook: Rulebook, deals: tuple[Deal, ...], language: str) -> RulebookSearch:
    """Return the search in a rulebook, once for every language, which is that of the request."""
    return RulebookSearch(rulebook, deals)


def find(game: Game, sought: str) -> Hits:
    """Return the paragraphs that match, best first, and the question that was asked; what the game is, is its aim."""
    search, rest = search_in(game.rulebook, game.deals, code()), without_name(game, sought)
    named = rest != normalise(sought).strip()
    return search.find("aim" if named and search.meanings(rest) <= search.vocabulary.fillers else rest)


def without_name(game: Game, sought: str) -> str:
    """Return the words sought without the game's own name, which is what all of its rules are about."""
    names = "|".join(r"[-・\s]?".join(re.split(r"[-・\s]", name)) for name in both(game.name))
    return re.sub(names, " ", normalise(sought), flags=re.IGNORECASE).strip()
