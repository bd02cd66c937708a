"""Judge shown cards as a group or run: every objection under its clause, and a short fix for an illegal one."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.rules import clauses
from companion.rules.cards import JOKER, Card, too_many
from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.melds.unordered_reading import Cards, grounds, is_wild, kind, natural, open_kind, stands_for
from companion.rules.rulings import Finding, Ruling
from companion.rules.text import N_, Listed, Number, Text


def objections(game: Game, deal: Deal, cards: Cards) -> list[Finding]:
    """Return all objections to these cards as a meld; empty if they are one."""
    findings = [*unplayable(game, cards)]
    if kind(game, deal, cards):
        return findings
    naturals = natural(deal, cards)
    ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
    shapes = [no_group(game, deal, cards)] if len(ranks) < 2 or len(suits) > 1 else []
    if len(ranks) != 1 or len(naturals) == 1:
        shapes.append(no_run(game, deal, cards))
    return [*findings, *sorted(shapes, key=lambda found: len(found.cards))]  # the likelier intention comes first


def unplayable(game: Game, cards: Cards) -> Iterator[Finding]:
    """Yield objections to cards that are not in play, or not in this number."""
    for card, limit in game.pack.too_many(cards):
        places = [place for place, other in enumerate(cards) if other == card]
        if card == JOKER and not limit:
            yield game.finding(clauses.JOKERS_IN_PLAY, no_jokers(game), places)
        else:
            yield game.finding(clauses.COPIES, too_many(card, limit), places)


def no_jokers(game: Game) -> Text:
    """Return the message about a joker where none is in play."""
    if any(rule.name == "jokers" for rule in game.house_rules):
        return Text(N_("jokers are not in play; a house rule can add them"))
    return Text(N_("jokers are not in play"))


def no_group(game: Game, deal: Deal, cards: Cards) -> Finding:
    """Return the objection to the cards as a group."""
    if len(cards) < game.group.size:
        reason = game.text(N_("a {group} needs at least {least} cards"), least=Number(game.group.size))
        return game.finding(clauses.GROUP, reason, range(len(cards)))
    ranks = Counter(card.rank for card in natural(deal, cards))
    most = max(ranks, key=lambda rank: ranks[rank])
    off = [place for place, card in enumerate(cards) if not is_wild(deal, card) and card.rank != most]
    reason = Text(
        N_("a {group} needs cards of one rank; {cards} does not match"),
        N_("a {group} needs cards of one rank; {cards} do not match"),
        count=len(off),
        group=Text(game.words.group),
        cards=Listed(cards[place] for place in off),
    )
    return game.finding(clauses.GROUP, reason, off)


def no_run(game: Game, deal: Deal, cards: Cards) -> Finding:
    """Return the objection to the cards as a run."""
    naturals = natural(deal, cards)
    suits = Counter(card.suit for card in naturals)
    if len(cards) < game.run.size:
        reason = game.text(N_("a {run} needs at least {least} cards"), least=Number(game.run.size))
        return game.finding(clauses.RUN, reason, range(len(cards)))
    if len(suits) > 1:
        most = max(suits, key=lambda suit: suits[suit])
        off = [place for place, card in enumerate(cards) if not is_wild(deal, card) and card.suit != most]
        reason = Text(
            N_("a run needs cards of one suit; {cards} does not match"),
            N_("a run needs cards of one suit; {cards} do not match"),
            count=len(off),
            cards=Listed(cards[place] for place in off),
        )
        return game.finding(clauses.RUN, reason, off)
    return twice(game, deal, cards) or too_long(game, deal, cards) or apart(game, deal, cards)


def twice(game: Game, deal: Deal, cards: Cards) -> Finding | None:
    """Return an objection to a card for which a run has no second place."""
    room = Counter(game.ladder if len(cards) >= len(game.ladder) else game.pack.ranks)  # both aces only from end to end
    places = []
    for place, card in enumerate(cards):
        if not is_wild(deal, card):
            room[card.rank] -= 1
            places += [place] if room[card.rank] < 0 else []
    if not places:
        return None
    message = N_("a run cannot hold {cards} more than once")
    reason = Text(message, cards=Listed(dict.fromkeys(cards[place] for place in places)))
    return game.finding(clauses.RUN, reason, places)


def too_long(game: Game, deal: Deal, cards: Cards) -> Finding | None:
    """Return an objection to wild cards beyond both ends of the ladder."""
    if len(cards) <= len(game.ladder):
        return None
    message = N_("a run has at most {most} cards, from {low} to {high}; no wild card goes beyond its ends")
    reason = Text(message, most=len(game.ladder), low=game.ladder[0], high=game.ladder[-1])
    return game.finding(clauses.WILD_CARDS, reason, [place for place, card in enumerate(cards) if is_wild(deal, card)])


def apart(game: Game, deal: Deal, cards: Cards) -> Finding:
    """Return an objection to a gap that the wild cards do not fill, or to a run that goes round the corner."""
    naturals = natural(deal, cards)
    places = [place for place, card in enumerate(cards) if card in naturals]
    if goes_round(game, naturals, len(cards)):
        aces = [place for place in places if cards[place].rank == "A"] or places
        return game.finding(clauses.LADDER, round_the_corner(game), aces)
    lacking = gap_cards(game, deal, cards)
    as_themselves = len(gaps(game, naturals)) - len(lacking)
    wild = len(cards) - len(naturals) - as_themselves  # that could stand for missing cards
    if len(lacking) > wild + 3:
        return game.finding(clauses.RUN, Text(N_("the cards are too far apart for a run")), places)
    message = N_("a run needs {cards} in between")
    if wild:
        message = N_("a run needs {cards} in between, and there are too few wild cards ({wild})")
    return game.finding(clauses.RUN, Text(message, cards=Listed(lacking), wild=wild), places)


def round_the_corner(game: Game) -> Text:
    """Return the message about a run that continues at the other end of the ladder."""
    if "A" not in game.ladder:
        message = N_("a run never wraps around: {low} is the lowest card and {high} the highest")
        return Text(message, low=game.ladder[0], high=game.ladder[-1])
    if game.ladder[-1] == "A":
        return Text(N_("an ace is never in the middle of a run"))
    return Text(N_("no card goes above the king; the ace is low"))


def goes_round(game: Game, naturals: list[Card], size: int) -> bool:
    """Return whether the cards would be a run if the ace followed the king in a circle."""
    circle = game.pack.ranks * 2
    ranks = {card.rank for card in naturals}
    return any(ranks <= set(circle[start : start + size]) for start in range(len(game.pack.ranks)))


def gap_cards(game: Game, deal: Deal, cards: Cards) -> list[Card]:
    """Return the cards that a run of these lacks; a wild card that lies there as itself is not missing."""
    return [card for card in gaps(game, natural(deal, cards)) if card not in cards]


def gaps(game: Game, naturals: list[Card]) -> list[Card]:
    """Return the cards between the lowest and the highest of these, with the ace where the span is shortest."""
    ranks = [card.rank for card in naturals]
    spans = [[game.ladder.index(rank) for rank in ranks]]
    if game.ladder[-1] == "A":
        spans.append([len(game.ladder) - 1 if rank == "A" else game.ladder.index(rank) for rank in ranks])
    places = min(spans, key=lambda places: max(places) - min(places))
    between = game.ladder[min(places) : max(places)]
    return [Card(rank, naturals[0].suit) for rank in between if rank not in ranks]


def meld(game: Game, deal: Deal, cards: Cards) -> Ruling:
    """Rule on whether these cards are a group, a run or either, with all objections."""
    findings = objections(game, deal, cards)
    if findings:
        return game.ruling(findings, **remedy(game, deal, cards))
    answer = {"kind": kind(game, deal, cards)}
    twins = [clauses.COPIES] if game.pack.copies and len(set(cards)) < len(cards) else []
    rules, open = [*grounds(game, deal, cards), *twins], open_kind(game, deal, cards)
    return game.ruling((), rules, open, answer=answer, stands_for=stands_for(game, deal, cards))


def remedy(game: Game, deal: Deal, cards: Cards) -> dict[str, Any]:
    """Return the fix of a meld and the cards after it, if adding, removing or replacing one card is enough."""
    if len(cards) > len(game.ladder) + 1 or not natural(deal, cards):
        return {}
    for text, changed in changes(game, deal, cards):
        if kind(game, deal, changed) and not game.pack.too_many(changed):
            return {"fix": text, "fixed": changed}
    return {}


def changes(game: Game, deal: Deal, cards: Cards) -> Iterator[tuple[Text, Cards]]:
    """Yield possible fixes: leave a card out, add one, or replace one."""
    for place in range(len(cards) if len(cards) > game.group.size else 0):
        yield Text(N_("Yes, without the {card}"), card=cards[place]), cards[:place] + cards[place + 1 :]
    for card in wanted(game, deal, cards):
        yield Text(N_("Yes, with the {card} added"), card=card), (*cards, card)
    suit, _ = Counter(card.suit for card in natural(deal, cards)).most_common(1)[0]
    rank, _ = Counter(card.rank for card in natural(deal, cards)).most_common(1)[0]
    for place, card in enumerate(cards):
        nearest = () if is_wild(deal, card) else (Card(card.rank, suit), Card(rank, card.suit))
        for other in nearest:
            if other not in cards:
                text = Text(N_("Yes, with the {card} instead of the {other}"), card=other, other=card)
                yield text, (*cards[:place], other, *cards[place + 1 :])


def wanted(game: Game, deal: Deal, cards: Cards) -> list[Card]:
    """Return the cards worth adding: a missing card or the neighbours of a run, the other suits of a group."""
    naturals = natural(deal, cards)
    ranks, suits = [card.rank for card in naturals], [card.suit for card in naturals]
    found = []
    if len(set(suits)) == 1:
        ends = [game.pack.ranks.index(rank) for rank in ranks]
        neighbours = [*game.pack.ranks[max(ends) + 1 :][:1], *game.pack.ranks[: min(ends)][-1:]]
        found = gap_cards(game, deal, cards)[:1] or [Card(rank, suits[0]) for rank in neighbours]
    if len(set(ranks)) == 1:
        found += [Card(ranks[0], suit) for suit in game.pack.suits if suit not in suits]
    return found
