"""Common questions, with answers, for games in which groups and runs are arranged."""

from companion.rules.rulebook import CommonQuestion, asked_of_every_game
from companion.rules.text import N_


def asked_of_groups_and_runs(go_out: str, turn: str, lay_off: str, tie: str, stock: str) -> tuple[CommonQuestion, ...]:
    """Return the common questions of this family of games; the parameters are rule numbers of one game."""
    going_out, a_turn, points = N_("Going out"), N_("A turn"), N_("Points")
    return (
        CommonQuestion(
            going_out,
            N_("May I lay combinations down before I go out?"),
            N_("No, only when you go out or in your last turn."),
            go_out,
            False,
            N_("meld early, put down, lay down"),
        ),
        CommonQuestion(
            going_out,
            N_("May I go out in my first turn?"),
            N_("Yes, nothing forbids it."),
            go_out,
            True,
            N_("at once, straight away, first round"),
        ),
        CommonQuestion(
            going_out,
            N_("I said that I am out, and a run is wrong. What now?"),
            N_("The rules are silent. Usual: the cards go back and play goes on."),
            go_out,
            words=N_("false declaration, wrong declaration, mistake, invalid"),
        ),
        CommonQuestion(
            a_turn,
            N_("In my last turn, may I take the card with which the other went out?"),
            N_("Yes, it is the top discard."),
            turn,
            True,
            N_("final turn, pick up the discard, last discard"),
        ),
        CommonQuestion(
            a_turn,
            N_("May I throw back the card I have just taken from the discards?"),
            N_("The rules are silent. Usual: no."),
            turn,
            words=N_("same card, discard it again, put back"),
        ),
        CommonQuestion(
            a_turn,
            N_("May I add my cards to others' combinations in the last turn?"),
            N_("No, everybody arranges their own hand alone."),
            lay_off,
            False,
            N_("lay off, play on others, opponents"),
            "lay-off",
            {"whose": "another"},
        ),
        CommonQuestion(
            points,
            N_("Who wins a tie?"),
            N_("Both; by house rule they play a bonus round."),
            tie,
            True,
            N_("equal, same score, draw, tie-break"),
            "winner",
            {"totals": "88 61 61"},
        ),
        *asked_of_every_game(stock),
    )
