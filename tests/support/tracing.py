"""Work counted in lines executed, which no clock and no machine can change."""

import sys


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
