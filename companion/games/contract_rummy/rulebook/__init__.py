"""The rulebook of Contract Rummy: numbered rules, each with an example that keeps it and one that breaks it."""

from companion.games.contract_rummy.rulebook.contents import CONTENTS
from companion.games.contract_rummy.rulebook.melds import MELDS
from companion.games.contract_rummy.rulebook.play import PLAY
from companion.games.contract_rummy.rulebook.score import SCORE
from companion.games.contract_rummy.rulebook.set_up import SET_UP
from companion.rules.rulebook import Rulebook

RULEBOOK = Rulebook((*SET_UP, *MELDS, *PLAY, *SCORE), *CONTENTS)
