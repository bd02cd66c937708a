"""Find combinations among the cards counted as left over, if the known ranks and suits make them certain."""

from collections import defaultdict
from collections.abc import Sequence

from companion.rules.cards import Card
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.melds.run_reading import is_group, is_wild
from companion.rules.text import N_, Text


def missed_meld(game: Game, deal: Deal, tokens: Sequence[str]) -> Text | None:
    """Return the question to ask if cards left over make a combination; of some only the rank or the key is known."""
    if group := sure_group(game, deal, tokens):
        return meld_question(game, group, is_run=False)
    known = [card for token in tokens if (card := card_of(game, deal, token))]
    cards = tuple(card for card in known if card.suit or is_wild(deal, card))
    if len(cards) <= deal.cards and any(not is_wild(deal, card) for card in cards):
        for places in game.arrange(deal, cards).melds:
            meld = tuple(cards[place] for place in places)
            return meld_question(game, tuple(map(str, meld)), is_run=not is_group(game, deal, meld))
    return None


def meld_question(game: Game, cards: Sequence[str], is_run: bool) -> Text:
    """Return the question whether a combination is laid out."""
    if is_run:
        return Text(N_("{cards} make a run and would cost 0: is it laid out?"), cards=" ".join(cards))
    message = N_("{cards} make a {group} and would cost 0: is it laid out?")
    return Text(message, cards=" ".join(cards), group=Text(game.words.group))


def sure_group(game: Game, deal: Deal, tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the first cards that are a group whatever their suits; empty if there are none."""
    wild: list[str] = []
    alike: dict[str | int, list[str]] = defaultdict(list)  # by rank; a key of several ranks by its position
    for place, token in enumerate(tokens):
        card = card_of(game, deal, token)
        if card and is_wild(deal, card):
            wild.append(token)
        else:
            alike[card.rank if card else place].append(token)  # any card is a group with two wild cards
    for naturals in sorted(alike.values(), key=len, reverse=True):
        group = (*naturals, *wild)[: game.group.size]
        if len(group) == game.group.size:
            return tuple(group)
    return tuple(wild[: game.group.size]) if len(wild) >= game.group.size else ()


def card_of(game: Game, deal: Deal, token: str) -> Card | None:
    """Return the card, with an empty suit if it is not given; None for a key of several ranks."""
    key = game.keys(deal).key(token)
    if token == key.code and key.several:
        return None
    return next((card for card in key.cards if str(card) == token), Card(token))
