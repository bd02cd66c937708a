"""Work counted in lines executed or in steps of a search, which no clock and no machine can change."""

import sys
from unittest.mock import patch

from companion.rules.budget import Budget


def lines_executed(function, *arguments):
    """How many lines of the rules run: the same on every machine."""
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
    """How many steps the searches take, each of some twenty lines; counting them costs nothing."""
    taken = []
    spend = Budget.spend

    def counted(budget, steps):
        taken.append(steps)
        spend(budget, steps)

    with patch.object(Budget, "spend", counted):
        function(*arguments)
    return sum(taken)
