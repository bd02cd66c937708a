"""Words of a text as the rules search reads them: by meaning, in English and in Japanese.

An English word loses its ending, a Japanese one its inflection; words and phrases of the vocabulary become one meaning:
"threw it away", "discarding" and "捨てて" are all "discard". Numbers become digits."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from companion.rules.text import N_

FILLERS = N_(  # words without a meaning of their own in a search
    "a an and am are as at be been being but by can could did do does doing for from get gets getting go had has "
    "have he her him his how i id if ii im in into is it its ive just let lets like may me might my of off on or "
    "our ok okay out of she should so some than that the their them then there theres these they thing this those "
    "to u up ur us use used using was we were what whats when which while who whom why will with "
    "would you your youre rule rules allowed allow legal possible permitted valid legit right away any one "
    "put puts putting anyone anybody someone somebody please much many such table mean means about "
    "happen happens each every length count counts per still time make makes made making ever anyway want wants "
    "look looks seem seems onto"
)
IRREGULAR = {  # forms of words of card games that lose no ending
    "bought": "buy", "dealt": "deal", "drawn": "draw", "drew": "draw", "gone": "go", "goes": "go", "going": "go",
    "went": "go", "held": "hold", "laid": "lay", "lain": "lay", "taken": "take", "took": "take", "threw": "throw",
    "thrown": "throw", "won": "win", "said": "say", "gave": "give", "given": "give", "got": "get", "kept": "keep",
    "left": "left", "put": "put", "cut": "cut", "dice": "dice", "people": "people", "began": "begin", "begun": "begin",
    "tied": "tie", "tying": "tie", "stole": "steal", "stolen": "steal", "swop": "swap", "jkr": "joker",
    "broken": "break", "broke": "break", "1st": "first",
}  # fmt: skip
NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        ["", "", "two second 2nd", "three third 3rd", "four fourth", "five fifth", "six sixth", "seven seventh",
         "eight eighth", "nine ninth", "ten tenth", "eleven eleventh", "twelve twelfth", "thirteen thirteenth",
         "fourteen fourteenth", "fifteen", "sixteen"]
    )
    for word in (*words.split(), f"{number}th")
}  # fmt: skip
NUMBERS |= dict(zip("一二三四五六七八九", "123456789", strict=True)) | {"十": "10"}
NUMBERS |= {"zero": "0", "twenty": "20", "thirty": "30", "fifty": "50", "hundred": "100"}
IRREGULAR |= {f"{word}s": f"{word}s" for word in NUMBERS}  # threes are a rank, or melds
RANK = "(?:10|[AKQJakqj2-9])"
COUNTED = {
    "people",
    "deal",
    "round",
    "game",
    "ace",
    "king",
    "queen",
    "jack",
    *NUMBERS,
}  # "three" beside one is a number
COURT = {"k", "q", "j", "king", "queen", "jack"}
RANKS = {"a": "ace", "k": "king", "q": "queen", "j": "jack"}
SIGNS = {"★": "star", "⭐": "star", "♠": "suit", "♥": "suit", "♦": "suit", "♣": "suit", "🃏": "joker"}
PARTICLES = {"down", "up", "off", "out", "away", "on", "back"}  # second word of a verb, also behind its object
LONGEST_PHRASE = 5  # words of a phrase
BETWEEN = 3  # most words between a verb and its particle
KANA, KANJI = "ァ-ヺー", "一-鿿々"


class Word(NamedTuple):
    """A meaning and where it stands in the text."""

    meaning: str
    start: int
    end: int


def normalise(text: str) -> str:
    """Normalise text for search: no full-width letters, straight apostrophes, no word joiners."""
    return unicodedata.normalize("NFKC", text).replace("’", "'").replace("\u2060", "")


def stem(word: str) -> str:
    """Return an English word without its usual ending."""
    if word in IRREGULAR or len(word) < 4:
        return IRREGULAR.get(word, word)
    word = re.sub(r"(?<=\w{3})(?:ies|ied)$", "y", word)
    word = re.sub(r"(?<=[^su])s$", "", word)
    word = re.sub(r"(?<=\w{3})(?:ing|ed|e)$", "", word)
    return re.sub(r"(?<=\w\w)([bdgmnprt])\1$", r"\1", word)


class Vocabulary:
    """The words that mean the same, as a reader of texts."""

    def __init__(self, meanings: Mapping[str, Iterable[str]], labels: Iterable[str] = (), fillers: str = ""):
        """Read the words of every meaning by its name; `labels` are contracts such as 3-3-4."""
        self.labels = {label.replace("-", ""): label for label in labels if "-" in label}
        self.fillers = frozenset(fillers.split())
        meanings = {**meanings, "": [word for word in self.fillers if not word.isascii()]}
        self.english: dict[tuple[str, ...], str] = {}
        self.japanese: dict[str, str] = {}
        for name, words in meanings.items():
            for word in words:
                if word.isascii():
                    self.english.setdefault(tuple(stem(part) for part in latin(word)), name)
                else:
                    self.japanese.setdefault(normalise(word).lower(), name)
        self.katakana = one_of(word for word in self.japanese if re.fullmatch(f"[{KANA}]+", word))

    @cached_property
    def pieces(self) -> re.Pattern[str]:
        """Pattern of the pieces of a text: contracts, known Japanese words, and the rest by script."""
        known = one_of(word for word in self.japanese if not re.fullmatch(f"[{KANA}]+", word))
        label = one_of({*self.labels, *self.labels.values()})
        return re.compile(
            rf"(?P<label>(?<![\w-])(?:{label})(?![\w-]))"
            rf"|(?P<known>{known})"
            rf"|(?P<ranks>(?<![A-Za-z0-9]){RANK}(?:[-–→・ ]?{RANK}){{2,}}(?![A-Za-z0-9]))"
            r"|(?P<article>A(?= [a-z]))"
            r"|(?P<word>[A-Za-z0-9]+(?:'[a-z]+)?)"
            rf"|(?P<kana>[{KANA}]+)"
            r"|(?P<number>[一二三四五六七八九十](?=[人枚組回点番つ]))"
            rf"|(?P<kanji>(?:(?!{known})[{KANJI}])+)"
            rf"|(?P<sign>[{''.join(SIGNS)}])"
        )

    def words(self, text: str) -> list[Word]:
        """Return the words of a text by meaning, without fillers unless there is nothing else."""
        return self.read(text, self.fillers) or self.read(text, frozenset())

    def read(self, text: str, fillers: Set[str]) -> list[Word]:
        """Return the words of a text by meaning, without these fillers."""
        found: list[Word] = []
        row: list[re.Match[str]] = []  # consecutive English words
        for piece in self.pieces.finditer(text):
            if piece.lastgroup in ("word", "article"):
                row.append(piece)
            else:
                found += self.phrases(row, fillers)
                found += self.piece(piece)
                row = []
        return sorted([*found, *self.phrases(row, fillers)], key=lambda word: word.start)

    def piece(self, piece: re.Match[str]) -> Iterator[Word]:
        """Yield the words of a piece that is not English, by meaning."""
        text, (start, end) = piece[0].lower(), piece.span()
        match piece.lastgroup:
            case "label":
                yield Word(self.labels.get(text, text), start, end)
            case "ranks":
                for rank in re.finditer(RANK, text):
                    yield Word(RANKS.get(rank[0], rank[0]), start + rank.start(), start + rank.end())
            case "known" if self.japanese[text]:
                yield Word(self.japanese[text], start, end)
            case "kana":
                parts = re.findall(self.katakana, text)
                whole = "".join(parts) == text
                yield from (Word(self.japanese[part], start, end) for part in parts if whole and self.japanese[part])
                yield from () if whole else (Word(text, start, end),)
            case "sign":
                yield Word(SIGNS[text], start, end)
            case "number" | "kanji":
                yield Word(NUMBERS.get(text, text), start, end)

    def phrases(self, row: list[re.Match[str]], fillers: Set[str]) -> Iterator[Word]:
        """Yield the meanings of consecutive English words, the longest phrases first, without fillers."""
        stems = [stem(plain(word[0])) for word in row]
        taken: set[int] = set()
        for at, word in enumerate(row):
            if at in taken:
                continue
            phrase = next(filter(taken.isdisjoint, self.phrases_from(stems, at)), (at,))
            taken.update(phrase)
            if len(phrase) > 1:
                meant: str | None = self.english[tuple(stems[place] for place in phrase)]
            else:
                around = [plain(other[0]) for other in (*row[max(at - 1, 0) : at], *row[at + 1 : at + 3])]
                meant = None if word.lastgroup == "article" else self.single(word[0], around, fillers)
            if meant:
                yield from (Word(meant, *row[place].span()) for place in phrase)

    def phrases_from(self, stems: list[str], at: int) -> Iterator[tuple[int, ...]]:
        """Yield the places of the known phrases from a word on: the longest first, then a verb around its object."""
        for length in range(LONGEST_PHRASE, 1, -1):
            if at + length <= len(stems) and tuple(stems[at : at + length]) in self.english:
                yield tuple(range(at, at + length))
        for place in range(at + 2, min(at + 2 + BETWEEN, len(stems))):
            if stems[place] in PARTICLES and (stems[at], stems[place]) in self.english:
                yield at, place

    def single(self, word: str, around: list[str], fillers: Set[str]) -> str | None:
        """Return the meaning of one English word among those around it, None for a filler."""
        bare = plain(word)
        singular = bare.removesuffix("s")
        if bare in NUMBERS or bare.isdigit():
            counts = any(other in COUNTED or (other.endswith("s") and other not in self.fillers) for other in around)
            return (None if counts else self.english.get((stem(bare),))) or NUMBERS.get(bare, bare)
        if bare != singular and (singular in NUMBERS or singular.isdigit() or singular in COURT):
            return self.english.get((stem(bare),), "rank")
        if bare in RANKS and word != "a":
            return RANKS[bare]
        return None if bare in fillers else self.english.get((stem(bare),), stem(bare))


def character_pairs(text: str) -> frozenset[str]:
    """Return the pairs of neighbouring characters within the Japanese words of a text, which no spaces divide."""
    words = [word for word in re.findall(r"\w+", normalise(text).lower()) if not word.isascii()]
    return frozenset(a + b for word in words for a, b in pairwise(word))


def one_of(words: Iterable[str]) -> str:
    """Return a pattern of any of these words, the longest first; without words one that matches nothing."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"


def latin(text: str) -> list[str]:
    """Return the English words of a text, in lower case."""
    return [plain(word) for word in re.findall(r"[A-Za-z0-9]+(?:'[a-z]+)?", text)]


def plain(word: str) -> str:
    """Return an English word in lower case, without a possessive ending or an apostrophe."""
    return re.sub("'s$", "", word.lower()).replace("'", "")
