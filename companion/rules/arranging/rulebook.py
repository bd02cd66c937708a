"""Parts that the rulebooks of games of groups and runs share: how to play in a minute, and what people ask."""

from companion.rules.rulebook import CommonQuestion, Step, asked_of_every_game
from companion.rules.text import N_


def how_to_play(group: str, go_out: str) -> tuple[Step, ...]:
    """Return the steps of how to play, with the game's name of a group and its sentence on going out."""
    each_round = N_("one card more each time, from three on; the rank of that number is wild.")
    return (
        Step(N_("Each round"), each_round, "row", "3S 3H 3D"),
        Step(group, N_("three or more of one rank."), "row", "9S 9H 9D"),
        Step(N_("A run"), N_("three or more of one suit in a row."), "row", "5C 6C 7C"),
        Step(N_("Your turn"), N_("draw one, discard one."), "draws", "4S"),
        Step(N_("Go out"), go_out, "goes_out", "8H"),
        Step(N_("Cards left over"), N_("count against you. Fewest points wins."), "worth", "KC 7C"),
    )


def asked_of_groups_and_runs(go_out: str, turn: str, lay_off: str, tie: str, stock: str) -> tuple[CommonQuestion, ...]:
    """Return the common questions of this family of games; the parameters are rule numbers of one game."""
    going_out, a_turn, points = N_("Going out"), N_("A turn"), N_("Points")
    return (
        CommonQuestion(
            going_out,
            N_("May I lay down melds before I go out?"),
            N_("No, only when you go out or in your last turn."),
            go_out,
            False,
            N_("lay down early, lay down melds early"),
        ),
        CommonQuestion(
            going_out,
            N_("May I go out in my first turn?"),
            N_("Yes, nothing forbids it."),
            go_out,
            True,
            N_("go out at once, go out straight away"),
        ),
        CommonQuestion(
            going_out,
            N_("I said that I was out, but a run is wrong. What now?"),
            N_("The rules are silent. Usually the cards go back into the hand and play goes on."),
            go_out,
            words=N_("false declaration, wrong declaration, went out by mistake"),
        ),
        CommonQuestion(
            a_turn,
            N_("In my last turn, may I take the card that the other player went out with?"),
            N_("Yes, it is the top discard."),
            turn,
            True,
            N_("take the discard in the last turn"),
        ),
        CommonQuestion(
            a_turn,
            N_("May I discard the card I have just taken from the discard pile?"),
            N_("The rules are silent. Usually not."),
            turn,
            words=N_("put back the card just taken, take a discard and discard it again"),
        ),
        CommonQuestion(
            a_turn,
            N_("May I add my cards to other players’ melds in the last turn?"),
            N_("No, everybody arranges only their own hand."),
            lay_off,
            False,
            N_("lay off in the last turn"),
            "lay-off",
            {"whose": "another"},
        ),
        CommonQuestion(
            points,
            N_("Who wins a tie?"),
            N_("All who are tied; by house rule they play a bonus round."),
            tie,
            True,
            N_("who wins after a tie, same score at the end"),
            "winner",
            {"totals": "88 61 61"},
        ),
        *asked_of_every_game(stock),
    )
