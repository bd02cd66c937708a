"""Which addresses are whose: the host's, those of whoever runs the companion, the players', the table's own host's."""

OPENING = {"setup.show", "setup.start", "paper.show", "paper.enter"}  # a match: the host, or in an open house anybody
HOSTS_ONLY = {
    "naming.change",  # who counts as whom,
    "lists.change",  # what calendars are told,
    "keep.foreseen",
    "keep.bring",  # and what comes from elsewhere, at which nobody here would sit: where there is a host of all
}
OPERATING = {
    "keep.show",
    "keep.save",
    "keep.look",
    "keep.take_away",  # all the data,
    "hosting.browsers",
    "hosting.make",
    "hosting.sign_off",  # who else sees to it,
    "operator.show",  # and how it goes: whoever runs the companion
}
PLAYERS_ONLY = {
    "phones.show",
    "phones.pending",
    "phones.present",
    "stop.show",
    "stop.deal",
    "export.whole",
    "carry.offer",
}  # the codes that let others play, the end of the match, and all of it to be brought in elsewhere
OF_THE_TABLES_HOST = {"removal.show", "removal.remove"}
NOT_YET_THERE = {"join.waiting"}  # whoever waits is not at the table
OF_AN_OPEN_HOUSE = OF_THE_TABLES_HOST | {"operator.show", "lists.take_away"}
CLOSED_THERE = HOSTS_ONLY | {"lists.feed", "keep.take_away"}  # what would tell of other people's tables, or change them
