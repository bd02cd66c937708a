"""companion demo: sample matches, dealt from real packs by a seed and booked by the code that books real deals."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from companion import paths
from companion.games import GAMES
from companion.interfaces.terminal_language import _
from companion.rules.cards import JOKER, Card
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.commands import booking, corrections
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.postgres import open_address
from companion.storage.store import Form, Store

NAMES = "Aki Ben Cy Dee Emi Flora Gil Hana Ines Jun Kofi Lena Mio Noor Olu Pia".split()
FEW = 7  # number of smallest hand sizes to choose from: most players get rid of most cards
REASONS = (N_("digits swapped"), N_("a king was counted twice"), N_("one card was still in hand"))


def fill(matches: int, seed: int) -> Iterator[Text]:
    """Fill the instance with finished matches and one running match of each game; yield a line for each step."""
    yield from played(open_address(paths.address(), "companion demo"), matches, seed)
    yield Text(N_("Finished matches added to {folder}: {matches}"), matches=matches, folder=paths.instance())


def played(store: Store, matches: int, seed: int) -> Iterator[Text]:
    """Play this many matches to the end and one of each game to its middle; yield a line for each step."""
    games = list(GAMES.values())
    for number in range(matches):
        at = datetime.now(UTC) - timedelta(hours=9 * (matches - number) + 20)
        play(store, games[number % len(games)], random.Random(f"{seed}.{number}"), at)
    for game in games:
        at, chance = datetime.now(UTC) - timedelta(hours=2), random.Random(f"{seed}.{game.id}")
        code = play(store, game, chance, at, deals=len(game.deals) // 2)
        yield Text(N_("running: {game}, {code}"), game=Text(game.name), code=code)


def play(store: Store, game: Game, chance: random.Random, at: datetime, deals: int | None = None) -> str:
    """Play one match from the first deal on, this many deals of it or all, and return its code."""
    players = chance.choice([many for many in (4, 4, 4, 3, 5) if can_play(game, many)] or game.players)
    names = chance.sample(NAMES, players)
    form = Form(f"{chance.getrandbits(128):032x}", "demo")
    code = store.open(game.id, {}, names, chance.randrange(players), form, at)
    for number in range(1, (deals or len(game.deals)) + 1):
        form = Form(f"{chance.getrandbits(128):032x}", "demo")
        when = at + timedelta(minutes=14 * number)
        luck = random.Random(chance.getrandbits(64))  # separate: a deal stored already does not change the next
        store.write(code, form, lambda sheet, n=number, luck=luck: (deal_played(sheet, n, luck), ""), when)  # type: ignore[misc]
    return code


def can_play(game: Game, players: int) -> bool:
    """Return whether this number of players can play the game by the book."""
    return players in game.players and not list(game.with_house_rules({}, players).setup_problems(players))


def deal_played(sheet: Sheet, number: int, chance: random.Random) -> list[Entry]:
    """Return the entries of a deal, from the player who went out to the booking, sometimes with a correction."""
    deal = sheet.deal(number)
    assert deal is not None
    out = chance.choice(sheet.seats_in(deal))
    now = sheet.with_entries(booking.end_play(sheet, number, out))
    pack = shuffled(sheet.game, chance)
    for seat in sheet.seats_in(deal):
        if seat != out:
            now = now.with_entries(dealt_hand(now, deal, seat, pack, chance))
    now = now.with_entries(booking.book(now, number))
    if pack and chance.random() < 0.06:
        seat = chance.choice([seat for seat in sheet.seats_in(deal) if seat != out])
        reason = _(chance.choice(REASONS))
        card, hand = str(pack[-1]), now.latest(EntryKind.HAND, number, seat)  # a card that no player holds
        if hand and hand.points and hand.cards != card:
            now = now.with_entries(corrections.correct_hand(now, number, seat, card, "", reason))
    return list(now.entries[len(sheet.entries) :])


def dealt_hand(sheet: Sheet, deal: Deal, seat: int, pack: list[Card], chance: random.Random) -> list[Entry]:
    """Return the entries of one hand: cards left over, drawn from the pack of the deal."""
    game, calls = sheet.game, min(chance.choice([0, 0, 1, 1, 2, 3]), sheet.game.calls)
    counts = range(game.one_player_goes_out, min(game.full_hand(deal, calls), len(pack)) + 1)
    size = chance.choice([count for count in counts if not game.count_warning(deal, count, calls)][:FEW])
    cards = " ".join(str(pack.pop()) for _ in range(size))
    return booking.count_hand(sheet, deal.number, seat, cards, "" if cards else "0")


def shuffled(game: Game, chance: random.Random) -> list[Card]:
    """Return all the cards of the match, shuffled."""
    cards = [*game.pack.cards] * (game.pack.copies or 1) + [JOKER] * (game.pack.jokers or 0)
    chance.shuffle(cards)
    return cards
