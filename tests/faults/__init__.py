"""What goes wrong at a table, made to go wrong: kills, power cuts, failing disks, bad wires, jumping clocks, mistakes.

Each harness has a small form in the test of its name, and a large one by hand (python -m tests.faults.NAME):

- kill_loop: the server is killed again and again while phones post from their outboxes
- power_cut: all that a disk may hold at each moment, in the journal as shipped and in weakened ones
- operations: the n-th file operation of a booking ends the process, or finds the disk full or failing
- migrations: the same on the way up from every earlier revision; starts: the same at a start and at a restore
- commands: every command in every bad state, and at every step of the disk
- places: a full or read-only disk, a database taken away or replaced
- wifi: a proxy cuts connections; without the key posts are doubled
- crowd: fifty phones at one match, and the ledger as witness
- clock, stall, sent_away: a clock that jumps, a host that stands still, a lost phone

`mistakes` are planted in the companion to see that the harnesses find them; `shim` (with shim.c, built where it is
needed) and `disk` stand between the companion and its files; `proxy`, `outbox`, `members` and `witness` are the phones.
"""
