"""Fault injection: kills, power cuts, failing disks, lost answers, jumping clocks, planted mistakes.

- kill_loop: the server is killed again and again while phones post from their outboxes
- test_power_cut: every state a disk may be in at each moment, with the journal as shipped and with weakened ones
- test_operations: at the n-th file operation of a booking the process ends, or the disk is full or fails
- migrations: the same during a migration from every earlier revision
- test_starts: the same for a start, a restore and an import
- test_restores: the host restores a backup again and again while phones send, and the server is killed meanwhile
- lost_answers: a browser loses the answer to every form of an evening
- test_several: one of two processes dies again and again
- test_clock: a clock that jumps

`shim` (with shim.c, built on demand) and `disk` stand between the companion and its files; `proxy` and `outbox`
simulate the phones.
"""
