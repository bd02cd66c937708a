"""A game as a value: its deals, pack, ladder, prices and law. A house rule makes a game from a game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from companion.rules.cards import Card, Pack, Unreadable, check_most, quoted
from companion.rules.counting import Keys
from companion.rules.rulings import Finding, Rule, Ruling
from companion.rules.text import N_, Text

if TYPE_CHECKING:
    from companion.rules.arrange import Arrangement
    from companion.rules.asks import Ask
    from companion.rules.houses import HouseRule, Preset

FITS = Rule(  # for a game that has no paragraph of its own on it
    "",
    N_("The cards of the largest deal for every player and one more must be in play."),
    N_("it follows from the packs"),
)


@dataclass(frozen=True)
class Deal:
    """One dealing of the cards: how many each, what must be laid down, and which ranks are wild."""

    number: int
    cards: int
    short: str  # 3-3-4, or the wild rank
    spoken: str  # the same in words, for the translators
    groups: int = 0
    runs: int = 0
    wild: frozenset[str] = frozenset()
    bonus: bool = False  # played only between players who tie


@dataclass(frozen=True)
class Words:
    """What the table calls things, as whole phrases, since each language builds them its own way."""

    deal: str  # "Deal {n}"
    deals: str  # "nine deals"
    deals_played: str  # "{n} of {total} deals played"
    over: str  # "Deal over"
    play: str  # "Play deal {n}"
    last: str  # "{points} last deal"
    out_last: str  # "went out last deal"
    group: str
    run: str
    kinds: Mapping[str, str] = field(default_factory=dict)  # how "It is: a run" ends, by the kinds that rulings name
    short: str = ""  # what heads the column of contracts or wild ranks
    column: str = N_("Deal")  # what heads the column of deals
    bonus: str = N_("Bonus round")  # a deal between those who tie
    bonus_won: str = N_("{points} points, and the bonus round")
    tie: str = N_("Equal lowest totals share the win.")


class Doubt(Protocol):
    """What is odd about a hand's count of cards, the player's calls and whether they laid down being known or not."""

    def __call__(
        self, game: "Game", deal: Deal, count: int, calls: int | None = None, laid_down: bool | None = None
    ) -> Text | None: ...


class Overlooked(Protocol):
    """What is asked where cards counted as left over, as they were written down, make a combination for sure."""

    def __call__(self, game: "Game", deal: Deal, tokens: Sequence[str]) -> Text | None: ...


class MayCall(Protocol):
    """What stands against a call of a player who made so many in the deal, and who laid down or did not."""

    def __call__(self, game: "Game", calls_made: int, laid_down: bool) -> Iterable[Finding]: ...


def short_of_cards(game: "Game", players: int) -> Text | None:
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


def too_few_cards(game: "Game", players: int) -> Iterator[Finding]:
    """What stands against a match in which the largest deal does not fit the packs."""
    if short := short_of_cards(game, players):
        yield Finding(FITS, short)


@dataclass(frozen=True)
class Game:
    """The definition of a game, with the house rules it was amended by."""

    id: str
    name: str
    players: range
    pack: Pack
    ladder: tuple[str, ...]  # the ranks in order; an ace at each end where it may be high or low
    group_size: int
    run_size: int
    deals: tuple[Deal, ...]
    price: Callable[["Game", Card], int]
    rulebook: Mapping[str, Rule]
    words: Words
    # How a deal is counted: a doubt about a hand's count of cards, and whether any hand gives a bare total.
    doubt: Doubt
    some_hand: Callable[["Game", Deal, int], bool]
    one_zero: bool  # exactly one player ends a deal without penalty
    full_hand: Callable[[Deal, int], int] = lambda deal, calls: deal.cards  # nothing laid down, so many calls made
    hand_limit: Callable[[Deal], int | None] = lambda deal: deal.cards  # cards no hand exceeds; None: only doubted
    overlooked: Overlooked = lambda game, deal, tokens: None  # where what is left over can be laid out for nothing
    unfit: Callable[["Game", int], Iterable[Finding]] = too_few_cards  # what stands against a match of so many
    arrange: Callable[["Game", Deal, tuple[Card, ...]], "Arrangement"] | None = None  # a whole hand at its lightest
    asks: Mapping[str, "Ask"] = field(default_factory=dict)
    house_rules: tuple["HouseRule", ...] = ()
    presets: tuple["Preset", ...] = ()
    seat: Callable[["Game", int], "Game"] = lambda game, players: game  # what follows from the number of players
    naturals: int = 0  # a run needs at least so many
    calls: int = 0  # how often a player may call in a deal
    may_call: MayCall = lambda game, calls_made, laid_down: ()  # what else stands against a call
    joker_price: int = 50
    bonus: Deal | None = None  # played between those who tie
    steps: int | None = 20_000  # that each part of a long search may take; None: as many as it needs
    caller: bool = False  # draws and discards happen at once, under a caller
    house: Mapping[str, Any] = field(default_factory=dict)  # what was changed, by name

    def points(self, cards: Iterable[Card]) -> int:
        """The penalty for these cards, in points."""
        return sum(self.price(self, card) for card in cards)

    @cached_property
    def keys(self) -> Keys:
        """The cards by what they cost: the keys of the counting pad."""
        return Keys(self.pack, self.ladder, lambda card: self.price(self, card))

    def check_held(self, cards: Sequence[Card], field: str, deal: Deal | None = None) -> None:
        """Unreadable if no hand of the deal, or of any, holds so many: those dealt, two a call, and one drawn."""
        check_most(len(cards), max(each.cards for each in ([deal] if deal else self.deals)) + 2 * self.calls + 1, field)

    def finding(self, number: str, reason: Text, cards: Iterable[int] = ()) -> Finding:
        """An objection under the paragraph of that number."""
        return Finding(self.rulebook[number], reason, tuple(cards))

    def ruling(
        self, findings: Iterable[Finding] = (), rules: Iterable[str] = (), open: Iterable[str] = (), **rest: Any
    ) -> Ruling:
        """A ruling that rests on the paragraphs of those numbers."""
        book = self.rulebook
        return Ruling(tuple(findings), tuple(book[n] for n in rules), open=tuple(book[n] for n in open), **rest)

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

    def amended(self, house: Mapping[str, Any], players: int | None = None) -> "Game":
        """The game under these house rules for so many players; Unreadable if they cannot be."""
        if players is not None and players not in self.players:
            raise Unreadable(out_of_range(self, players), "players", players)
        chosen = self.chosen(house)
        game = self.seat(self, players) if players is not None else self
        preset = next((p for p in self.presets if p.name == chosen.get("preset")), None)
        if preset:
            game = preset.amend(game)
            chosen = {**preset.house, **chosen}
        for rule in self.house_rules:
            if rule.name in chosen:
                game = rule.amend(game, chosen[rule.name])
        if players is not None and players not in game.players:
            raise Unreadable(out_of_range(game, players), "players", players)
        return replace(game, house=chosen)

    def chosen(self, house: Mapping[str, Any]) -> dict[str, Any]:
        """The house rules given, each read; Unreadable names the one that is unknown or impossible."""
        known = {rule.name: rule for rule in self.house_rules}
        read: dict[str, Any] = {}
        for name, value in house.items():
            if name == "preset" and value in [preset.name for preset in self.presets]:
                read[name] = value
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


def out_of_range(game: Game, players: int) -> Text:
    """The sentence for a number of players the game is not for."""
    message = N_("{game} is for {low} to {high} players, not {players}")
    return Text(message, game=Text(game.name), low=game.players[0], high=game.players[-1], players=players)


def with_pack(game: Game, **changes: Any) -> Game:
    """The same game from another number of packs or jokers."""
    return replace(game, pack=replace(game.pack, **changes))
