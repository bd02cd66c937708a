"""Permissions by endpoint: for hosts, the operator, players, and a table's own host."""

OPENING = {"setup.show", "setup.start", "paper.show", "paper.enter"}  # the host, or anyone in an open house
HOSTS_ONLY = {
    "naming.change",  # joined and hidden names
    "lists.change",  # the calendar feed
    "keep.foreseen",
    "keep.bring",  # imports, where one host is responsible for all matches
}
OPERATING = {
    "keep.show",
    "keep.save",
    "keep.look",
    "keep.take_away",  # all the data
    "hosting.browsers",
    "hosting.make",
    "hosting.sign_off",  # host browsers
    "operator.show",  # state of the server
}
PLAYERS_ONLY = {
    "phones.show",
    "phones.pending",
    "phones.present",
    "stop.show",
    "stop.deal",
    "export.whole",
    "carry.offer",
}  # players' codes, the end of the match, and its file for import elsewhere
OF_THE_TABLES_HOST = {"removal.show", "removal.remove"}
NOT_YET_THERE = {"join.waiting"}  # a waiting phone has no role yet
OF_AN_OPEN_HOUSE = OF_THE_TABLES_HOST | {"operator.show", "lists.take_away"}
CLOSED_THERE = HOSTS_ONLY | {"lists.feed", "keep.take_away"}  # pages that show or change the tables of others
