"""Base class of games: subclasses override methods, numbers are fields, a house rule returns a changed copy."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Self, TypeVar

from companion.rules import clauses
from companion.rules.cards import JOKER, Card, Pack, Unreadable, check_hand_size
from companion.rules.counting_pad import Keys
from companion.rules.deals import Arrangement, Deal, MeldLaw, Words
from companion.rules.house_rules import HouseRule, Preset, merged, read_house, unchanged
from companion.rules.prices import WILD, price_of
from companion.rules.questions import Question
from companion.rules.rulebook import Rulebook
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Text

G = TypeVar("G", bound="Game")


@dataclass(frozen=True, kw_only=True)
class Game(ABC):
    """The definition of a game, with the house rules that are in force."""

    id: str
    name: str
    in_brief: str  # one sentence for people who have never played it
    players: range
    pack: Pack
    ladder: tuple[str, ...]  # the ranks in order; an ace at each end if it may be high or low
    group: MeldLaw
    run: MeldLaw
    deals: tuple[Deal, ...]
    rulebook: Rulebook = field(compare=False)  # it follows from the rest
    words: Words
    wild_ranks: frozenset[str] = frozenset({JOKER.rank})  # wild in every deal
    one_player_goes_out: bool = False  # exactly one player ends a deal without penalty
    arranges: bool = False  # the whole hand is laid out at the end, and only the cards left over count
    questions: Mapping[str, Question] = field(default_factory=dict)
    prices: Mapping[str, int] = field(default_factory=dict)  # by rank; by card or of the wild rank where these differ
    house_rules: tuple[HouseRule, ...] = ()
    presets: tuple[Preset, ...] = ()
    calls: int = 0  # number of calls that a player may make in a deal
    bonus: Deal | None = None  # played between the players who tie
    search_step_limit: int = 29_500  # steps that the searches of a question share
    simultaneous_play: bool = False  # draws and discards are simultaneous, led by a caller
    chosen_rules: Mapping[str, Any] = field(default_factory=dict)  # changed house rules, by name

    def price(self, deal: Deal, card: Card) -> int:
        """Return the penalty for one card left over in that deal, in points."""
        prices, rank = self.prices, card.rank
        if WILD in prices and rank != JOKER.rank and (rank in deal.wild or rank in self.wild_ranks):
            return prices[WILD]
        return price_of(prices, card)

    @abstractmethod
    def count_warning(
        self, deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None
    ) -> Text | None:
        """Return a warning if this number of cards is unlikely, given calls and lay-down where known."""

    @abstractmethod
    def is_possible_total(self, deal: Deal, points: int) -> bool:
        """Return whether some hand of the deal has exactly this number of points."""

    def full_hand(self, deal: Deal, calls: int) -> int:
        """Return the number of cards of a player who has laid nothing down and made this number of calls."""
        return deal.cards

    def hand_limit(self, deal: Deal) -> int | None:
        """Return the highest number of cards of a hand at the end; None if more cards only give a warning."""
        return deal.cards

    def missed_meld(self, deal: Deal, tokens: Sequence[str]) -> Text | None:
        """Return the question to ask if the cards left over, as written, certainly contain a meld."""
        return None

    def setup_problems(self, players: int) -> Iterable[Finding]:
        """Return objections to a match of this number of players with the packs chosen."""
        clause = clauses.ENOUGH_CARDS if clauses.ENOUGH_CARDS in self.rulebook else clauses.SET_UP
        short = short_of_cards(self, players)
        return [self.finding(clause, short)] if short else []

    def for_players(self, players: int) -> Self:
        """Return the game as it is played by this number of players."""
        return self

    def against_call(self, calls_made: int, laid_down: bool) -> Iterable[Finding]:
        """Return objections to a call, given the player's calls in this deal and whether the player has laid down."""
        return ()

    def arrange(self, deal: Deal, hand: Sequence[Card]) -> Arrangement:
        """Return the arrangement with the fewest points; in games without laying out, all cards are left over."""
        return Arrangement(self.points(deal, hand), (), tuple(range(len(hand))))

    def is_wild(self, card: Card) -> bool:
        """Return whether the card is wild in every deal."""
        return card.rank in self.wild_ranks

    @property
    def wild_card(self) -> Card | None:
        """A card that is wild in every deal: the joker, or another where the pack has no jokers; None without one."""
        ranks = self.wild_ranks - {JOKER.rank} if self.pack.jokers == 0 else self.wild_ranks
        return JOKER if JOKER.rank in ranks else next((Card(rank, self.pack.suits[0]) for rank in sorted(ranks)), None)

    def points(self, deal: Deal, cards: Iterable[Card]) -> int:
        """Return the penalty for these cards in that deal, in points."""
        return sum(self.price(deal, card) for card in cards)

    def keys(self, deal: Deal) -> Keys:
        """Return the keys of the counting pad: the cards by their price in that deal."""
        if deal not in self._keys:
            self._keys[deal] = Keys(self.pack, self.ladder, partial(self.price, deal))
        return self._keys[deal]

    @cached_property
    def _keys(self) -> dict[Deal, Keys]:
        return {}

    def possible_totals(self, deal: Deal) -> Sequence[int]:
        """Return all totals but 0 that some hand of the deal has, the lowest first."""
        if deal not in self._totals:
            prices, most = [key.points for key in self.keys(deal)], deal.cards + 2 * self.calls + 1
            every = range(min(*prices, 0) * most, max(prices) * most + 1)
            self._totals[deal] = [points for points in every if points and self.is_possible_total(deal, points)]
        return self._totals[deal]

    @cached_property
    def _totals(self) -> dict[Deal, Sequence[int]]:
        return {}

    def check_held(self, cards: Sequence[Card], field: str, deal: Deal | None = None) -> None:
        """Check that a hand of the deal (or of any) can hold this number of cards: those dealt, two a call, one drawn.

        Raises: Unreadable: if there are more."""
        dealt = deal.cards if deal else max(each.cards for each in self.deals)
        check_hand_size(len(cards), dealt + 2 * self.calls + 1, field)

    @property
    def has_negative_prices(self) -> bool:
        """True if a card left over can lower the points."""
        return any(points < 0 for points in self.prices.values())

    @property
    def price_list(self) -> Keys:
        """The cards by price, without a wild rank."""
        return self.keys(replace(self.deals[0], wild=frozenset()))

    def finding(self, name: str, reason: Text, cards: Iterable[int] = ()) -> Finding:
        """Return an objection under the rule of that number or clause."""
        return Finding(self.rulebook[name], reason, tuple(cards))

    def text(self, message: str, plural: str = "", **values: Any) -> Text:
        """Return a sentence in the table's words."""
        return self.words.text(message, plural, **values)

    def ruling(
        self, findings: Iterable[Finding] = (), rules: Iterable[str] = (), open: Iterable[str] = (), **rest: Any
    ) -> Ruling:
        """Return a ruling that cites the rules of these numbers or clauses, as far as the rulebook states them.

        `open` names the rules whose open point, if they have one, decided."""
        book = self.rulebook
        silent = tuple(book[name] for name in open if name in book and book[name].open)
        return Ruling(tuple(findings), tuple(book[name] for name in rules if name in book), open=silent, **rest)

    @property
    def every_deal(self) -> tuple[Deal, ...]:
        """All possible deals, the bonus deal after the others."""
        return (*self.deals, self.bonus) if self.bonus else self.deals

    def deal(self, number: int) -> Deal:
        """Return the deal of that number.

        Raises: Unreadable: if there is no deal of that number."""
        if 1 <= number <= len(self.every_deal):
            return self.every_deal[number - 1]
        message = N_("there is no number {n}: they go from 1 to {last}")
        raise Unreadable(Text(message, n=number, last=len(self.every_deal)))

    def title(self, deal: Deal) -> Text:
        """Return the table's name for a deal: "Deal 5", "Round 5" or "Bonus round"."""
        return Text(self.words.bonus) if deal.bonus else Text(self.words.deal, n=deal.number)

    def stock(self, deal: Deal, players: int) -> int:
        """Return the number of cards in the stock when the deal begins, after one card is turned up."""
        return self.pack.size - players * deal.cards - 1

    def with_house_rules(self, house: Mapping[str, Any], players: int | None = None, any_players: bool = False) -> Self:
        """Return the game under these house rules for a number of players.

        Raises: Unreadable: for an impossible house rule, or for a number of players that the game is not for, unless
        `any_players`."""
        chosen = self.read_house_rules(house)
        game = self.for_players(players) if players is not None else self
        preset = next((p for p in self.presets if p.name == chosen.get("preset")), None)
        if preset:
            game = preset.amend(game)
            chosen = merged(self.house_rules, preset.house, chosen)
        for rule in self.house_rules:
            if rule.name in chosen:
                game = rule.amend(game, chosen[rule.name])
        game = replace(game, chosen_rules=chosen)
        if players is not None and players not in game.players and not any_players:
            raise Unreadable(out_of_range(game, players), "players")
        return game

    @cached_property
    def variants(self) -> tuple[Self, ...]:
        """The game by the book, with all ticks set (alone and under each preset), and with each number at its top."""
        ticks = {rule.name: True for rule in self.house_rules if rule.values is None}
        presets: list[dict[str, Any]] = [{**ticks, "preset": preset.name} for preset in self.presets]
        numbers = [{rule.name: rule.values[-1]} for rule in self.house_rules if rule.values is not None]
        return tuple(self.with_house_rules(house) for house in ({}, ticks, *presets, *numbers))

    @property
    def most_players(self) -> int:
        """Highest number of players under any house rules."""
        return max(game.players[-1] for game in self.variants)

    def read_house_rules(self, house: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of the house rules given.

        Raises: Unreadable: naming the house rule that is unknown or impossible.
        """
        return read_house(self.name, self.house_rules, self.presets, house)


def short_of_cards(game: Game, players: int) -> Text | None:
    """Return the message if the packs are too small for the largest deal, with the number of packs that suffices."""
    most = max(deal.cards for deal in game.every_deal)
    need = players * most + 1
    if need <= game.pack.size:
        return None
    one = len(game.pack.cards)
    packs = -(-(need - (game.pack.jokers or 0)) // one)
    message = N_(
        "{players} players need {need} cards in the largest deal, and only {have} are in play; {packs} packs would "
        "be enough"
    )
    return Text(message, players=players, need=need, have=game.pack.size, packs=packs)


def out_of_range(game: Game, players: int) -> Text:
    """Return the message for a number of players that the game is not for, with a house rule that would allow it."""
    message = N_("{game} needs {low} to {high} players, not {players}")
    said = Text(message, game=name_with_preset(game), low=game.players[0], high=game.players[-1], players=players)
    for rule, value in ((one, value) for one in game.house_rules for value in one.values or ()):
        if players in rule.amend(game, value).players:
            message = N_("{said}; there are enough with “{rule}” set to {value}")
            return Text(message, said=said, rule=Text(rule.sentence), value=value)
    return said


def range_of_players(game: Game) -> Text:
    """Return the message with the numbers of players that the game is for."""
    message = N_("{game} is for {low} to {high} players")
    return Text(message, game=name_with_preset(game), low=game.players[0], high=game.players[-1])


def name_with_preset(game: Game) -> Text:
    """Return the name of the game, or the title of the chosen preset if that amends it."""
    chosen = (each for each in game.presets if each.name == game.chosen_rules.get("preset"))
    return Text(next((each.title for each in chosen if each.amend is not unchanged), game.name))


def with_pack(game: G, **changes: Any) -> G:
    """Return the same game with another number of packs or jokers."""
    return replace(game, pack=replace(game.pack, **changes))
