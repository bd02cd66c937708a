"""The rulebook of Kalooki: numbered rules, each with an example that keeps it and one that breaks it."""

from companion.games.kalooki.rulebook.contents import CONTENTS
from companion.games.kalooki.rulebook.melds import MELDS
from companion.games.kalooki.rulebook.play import PLAY
from companion.games.kalooki.rulebook.score import SCORE
from companion.games.kalooki.rulebook.set_up import SET_UP
from companion.rules.rulebook import Rulebook

RULEBOOK = Rulebook((*SET_UP, *MELDS, *PLAY, *SCORE), *CONTENTS)
