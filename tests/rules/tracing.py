"""Work measured in executed lines or search steps, independent of clock and machine."""

import sys
from unittest.mock import patch

from companion.rules.search_state import Budget


def lines_executed(function, *arguments):
    """Return the number of lines of the rules executed: the same on every machine."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    return count


def steps_taken(function, *arguments):
    """Return the number of search steps: the same on every machine; counting them costs nothing."""
    taken = []
    charge = Budget.charge

    def counted(budget, steps):
        taken.append(steps)
        charge(budget, steps)

    with patch.object(Budget, "charge", counted):
        function(*arguments)
    return sum(taken)
