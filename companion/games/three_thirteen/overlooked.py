"""T17: combinations among the cards that are counted as left over, where what is known of these cards makes it sure."""

from collections import defaultdict
from collections.abc import Sequence

from companion.games.three_thirteen.hands import MOST, arranged, picked
from companion.games.three_thirteen.readings import is_group, is_wild
from companion.rules.cards import Card
from companion.rules.game import Deal, Game
from companion.rules.text import N_, Text


def overlooked(game: Game, deal: Deal, tokens: Sequence[str]) -> Text | None:
    """What is asked where cards left over, of some of which only the rank or the key is known, make a combination."""
    if group := sure_group(game, deal, tokens):
        return Text(N_("{cards} make a group and would cost 0: is it laid out?"), cards=" ".join(group))
    cards = tuple(card for token in tokens if (card := card_of(game, token)) and (card.suit or is_wild(deal, card)))
    if len(cards) <= MOST and any(not is_wild(deal, card) for card in cards):
        for places in arranged(game, deal, cards).melds:
            meld = picked(cards, places)
            message = N_("{cards} make a run and would cost 0: is it laid out?")
            if is_group(game, deal, meld):
                message = N_("{cards} make a group and would cost 0: is it laid out?")
            return Text(message, cards=" ".join(map(str, meld)))
    return None


def sure_group(game: Game, deal: Deal, tokens: Sequence[str]) -> tuple[str, ...]:
    """T6, T10: the first cards that are a group whatever their suits are; nothing where none is sure."""
    wild, alike = [], defaultdict(list)
    for place, token in enumerate(tokens):
        card = card_of(game, token)
        if card and is_wild(deal, card):
            wild.append(token)
        else:
            alike[card.rank if card else f"{place}"].append(token)  # with two wild cards any card is a group
    for naturals in sorted(alike.values(), key=len, reverse=True):
        group = (*naturals, *wild)[: game.group_size]
        if len(group) == game.group_size:
            return tuple(group)
    return tuple(wild[: game.group_size]) if len(wild) >= game.group_size else ()


def card_of(game: Game, token: str) -> Card | None:
    """The card, its suit empty where it is not said; None for a key on which several ranks stand."""
    key = game.keys.key(token)
    if token == key.code and key.several:
        return None
    return next((card for card in key.cards if str(card) == token), Card(token))
