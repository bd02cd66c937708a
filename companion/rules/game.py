"""A game as a class with methods that a game replaces, its numbers fields; a house rule makes a game from a game."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Self, TypeVar

from companion.rules.arrangement import Arrangement
from companion.rules.cards import Card, Pack, Unreadable, check_most, quoted
from companion.rules.counting_pad import Keys
from companion.rules.deals import Deal, Words
from companion.rules.house_rules import HouseRule, Preset
from companion.rules.questions import Question
from companion.rules.rulebook import Rulebook
from companion.rules.rulings import Finding, Rule, Ruling
from companion.rules.text import N_, Series, Text

G = TypeVar("G", bound="Game")

MOST_AMENDED = 200  # games under house rules that a game remembers

FITS = Rule(  # for a game that has no paragraph of its own on it
    "",
    N_("The cards of the largest deal for every player and one more must be in play."),
    N_("it follows from the packs"),
)


@dataclass(frozen=True, kw_only=True)
class Game(ABC):
    """The definition of a game, with the house rules it was made by."""

    id: str
    name: str
    in_brief: str  # what it is, in one sentence for whoever never played it
    players: range
    pack: Pack
    ladder: tuple[str, ...]  # the ranks in order; an ace at each end where it may be high or low
    group_size: int
    run_size: int
    deals: tuple[Deal, ...]
    rulebook: Rulebook
    words: Words
    exactly_one_zero: bool = False  # exactly one player ends a deal without penalty
    arranges: bool = False  # a whole hand is laid out at the end, and only what is left over counts
    questions: Mapping[str, Question] = field(default_factory=dict)
    house_rules: tuple[HouseRule, ...] = ()
    presets: tuple[Preset, ...] = ()
    calls: int = 0  # how often a player may call in a deal
    bonus: Deal | None = None  # played between those who tie
    steps: int | None = 20_000  # that each part of a long search may take; None: as many as it needs
    caller: bool = False  # draws and discards happen at once, under a caller
    house: Mapping[str, Any] = field(default_factory=dict)  # what was changed, by name

    @abstractmethod
    def price(self, deal: Deal, card: Card) -> int:
        """The penalty for one card left over in that deal, in points."""

    @abstractmethod
    def count_warning(
        self, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None
    ) -> Text | None:
        """What is odd about a hand of so many cards, its calls and whether it was laid down being known or not."""

    @abstractmethod
    def is_possible_total(self, deal: Deal, points: int) -> bool:
        """Whether some hand of the deal gives just these points."""

    def full_hand(self, deal: Deal, calls: int) -> int:
        """The cards of a player who laid nothing down and made so many calls."""
        return deal.cards

    def hand_limit(self, deal: Deal) -> int | None:
        """The cards that no hand exceeds at the end; None where more is only doubted."""
        return deal.cards

    def missed_meld(self, deal: Deal, tokens: Sequence[str]) -> Text | None:
        """What is asked where cards counted as left over, as they were written down, make a combination for sure."""
        return None

    def setup_problems(self, players: int) -> Iterable[Finding]:
        """What stands against a match of so many with the packs chosen."""
        return too_few_cards(self, players)

    def for_players(self, players: int) -> Self:
        """The game as so many play it."""
        return self

    def against_call(self, calls_made: int, laid_down: bool) -> Iterable[Finding]:
        """What stands against a call of a player who made so many in the deal, and who laid down or did not."""
        return ()

    def arrange(self, deal: Deal, hand: Sequence[Card]) -> Arrangement:
        """The hand at its lightest; where nothing is laid out at the end, all of it is left over."""
        return Arrangement(self.points(deal, hand), (), tuple(range(len(hand))))

    def points(self, deal: Deal, cards: Iterable[Card]) -> int:
        """The penalty for these cards in that deal, in points."""
        return sum(self.price(deal, card) for card in cards)

    def keys(self, deal: Deal) -> Keys:
        """The cards by what they cost in that deal: the keys of the counting pad."""
        if deal not in self._keys:
            self._keys[deal] = Keys(self.pack, self.ladder, partial(self.price, deal))
        return self._keys[deal]

    @cached_property
    def _keys(self) -> dict[Deal, Keys]:
        return {}

    def check_held(self, cards: Sequence[Card], field: str, deal: Deal | None = None) -> None:
        """Unreadable if no hand of the deal, or of any, holds so many: those dealt, two a call, and one drawn."""
        check_most(len(cards), max(each.cards for each in ([deal] if deal else self.deals)) + 2 * self.calls + 1, field)

    @property
    def price_list(self) -> Keys:
        """The cards by what they cost while no rank is wild."""
        return self.keys(replace(self.deals[0], wild=frozenset()))

    def finding(self, name: str, reason: Text, cards: Iterable[int] = ()) -> Finding:
        """An objection under the rule of that number or clause."""
        return Finding(self.rulebook[name], reason, tuple(cards))

    def ruling(
        self, findings: Iterable[Finding] = (), rules: Iterable[str] = (), open: Iterable[str] = (), **rest: Any
    ) -> Ruling:
        """A ruling that rests on the rules of those numbers or clauses; open where a rule says that it is."""
        book = self.rulebook
        silent = tuple(book[name] for name in open if book[name].open)
        return Ruling(tuple(findings), tuple(book[name] for name in rules), open=silent, **rest)

    @property
    def last(self) -> int:
        """The number of the last deal there can be: the bonus deal, if the game has one."""
        return self.bonus.number if self.bonus else len(self.deals)

    def deal(self, number: int) -> Deal:
        """The deal of that number, the bonus deal after the others; Unreadable if there is none."""
        if self.bonus and number == self.bonus.number:
            return self.bonus
        if 1 <= number <= len(self.deals):
            return self.deals[number - 1]
        raise Unreadable(Text(N_("there is no number {n}; they run from 1 to {last}"), n=number, last=self.last))

    def title(self, deal: Deal) -> Text:
        """What the table calls a deal: "Deal 5", "Round 5" or "Bonus round"."""
        return Text(self.words.bonus) if deal.bonus else Text(self.words.deal, n=deal.number)

    def dealer(self, number: int, players: int, first_dealer: int) -> int:
        """The seat that deals: the deal passes clockwise."""
        return (first_dealer + number - 1) % players

    def stock(self, deal: Deal, players: int) -> int:
        """Cards in the stock when the deal begins, one card having been turned up."""
        return self.pack.size - players * deal.cards - 1

    def with_house_rules(self, house: Mapping[str, Any], players: int | None = None, any_players: bool = False) -> Self:
        """Return the game under these house rules for a number of players.

        Raises: Unreadable: for a house rule that is impossible, or for players who cannot play unless any are taken."""
        chosen = self.read_house_rules(house)
        game = self.for_players(players) if players is not None else self
        preset = next((p for p in self.presets if p.name == chosen.get("preset")), None)
        if preset:
            game = preset.amend(game)
            chosen = {**preset.house, **chosen}
        for rule in self.house_rules:
            if rule.name in chosen:
                game = rule.amend(game, chosen[rule.name])
        if players is not None and players not in game.players and not any_players:
            raise Unreadable(out_of_range(game, players), "players", players)
        return replace(game, house=chosen)

    def amended(self, house: str, players: int) -> Self:
        """Return the game under house rules that are kept as JSON, the same value for the same rules.

        Raises: Unreadable: for a house rule that is impossible; ValueError and its like: for what is no JSON object."""
        if (house, players) not in self._amended:
            if len(self._amended) >= MOST_AMENDED:
                self._amended.clear()
            self._amended[house, players] = self.with_house_rules(json.loads(house), players)
        return self._amended[house, players]

    @cached_property
    def _amended(self) -> dict[tuple[str, int], Self]:
        return {}

    @cached_property
    def variants(self) -> tuple[Self, ...]:
        """The game by the book, with every tick set, alone and under each preset, and with each number at its most."""
        ticks = {rule.name: True for rule in self.house_rules if rule.values is None}
        presets: list[dict[str, Any]] = [{**ticks, "preset": preset.name} for preset in self.presets]
        numbers = [{rule.name: rule.values[-1]} for rule in self.house_rules if rule.values is not None]
        return tuple(self.with_house_rules(house) for house in ({}, ticks, *presets, *numbers))

    @property
    def most_players(self) -> int:
        """How many play it at most, under whichever house rules."""
        return max(game.players[-1] for game in self.variants)

    def read_house_rules(self, house: Mapping[str, Any]) -> dict[str, Any]:
        """The house rules given, each read; Unreadable names the one that is unknown or impossible."""
        known = {rule.name: rule for rule in self.house_rules}
        read: dict[str, Any] = {}
        for name, value in house.items():
            if name == "preset" and self.presets:
                read[name] = self._read_preset(value)
            elif name in known:
                try:
                    read[name] = known[name].read(value)
                except Unreadable as error:
                    raise Unreadable(error.reason, f"house.{name}", value) from None
            else:
                unknown = Text(
                    N_("{game} has no house rule {name} “{value}”"),
                    game=Text(self.name),
                    name=str(name)[:30],
                    value=quoted(value, 20),
                )
                raise Unreadable(unknown, f"house.{str(name)[:30]}", value)
        return read

    def _read_preset(self, value: object) -> str:
        names = [preset.name for preset in self.presets]
        if isinstance(value, str) and value in names:
            return value
        message = N_("{game} has no preset “{value}”; there are {known}")
        text = Text(message, game=Text(self.name), value=quoted(value, 20), known=Series(names))
        raise Unreadable(text, "house.preset", value)


def short_of_cards(game: Game, players: int) -> Text | None:
    """What is said when the largest deal does not fit the packs, naming the packs that would do."""
    most = max(deal.cards for deal in (*game.deals, *([game.bonus] if game.bonus else [])))
    need = players * most + 1
    if need <= game.pack.size:
        return None
    one = len(game.pack.cards)
    packs = -(-(need - (game.pack.jokers or 0)) // one)
    message = N_(
        "{players} players need {need} cards in the largest deal and {have} are in play; {packs} packs would do"
    )
    return Text(message, players=players, need=need, have=game.pack.size, packs=packs)


def too_few_cards(game: Game, players: int) -> Iterator[Finding]:
    """What stands against a match in which the largest deal does not fit the packs."""
    if short := short_of_cards(game, players):
        yield Finding(FITS, short)


def out_of_range(game: Game, players: int) -> Text:
    """The sentence for a number of players the game is not for, with the house rule that has room for them."""
    message = N_("{game} is for {low} to {high} players, not {players}")
    said = Text(message, game=Text(game.name), low=game.players[0], high=game.players[-1], players=players)
    for rule, value in ((one, value) for one in game.house_rules for value in one.values or ()):
        if players in rule.amend(game, value).players:
            message = N_("{said}; there is room with “{rule}” at {value}")
            return Text(message, said=said, rule=Text(rule.sentence), value=value)
    return said


def with_pack(game: G, **changes: Any) -> G:
    """The same game from another number of packs or jokers."""
    return replace(game, pack=replace(game.pack, **changes))
