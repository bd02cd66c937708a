"""How much one request may say: a form or an address that holds more is refused shortly, and nothing of it is read."""

from flask import Flask, abort, request

LONGEST_NAME, LONGEST = 60, 2000  # characters of a field's name, and of what it holds
MOST_FIELDS, MOST_TEXT = 500, 20_000  # of one request, and characters in all of them
OWN_LIMITS = {"keep.foreseen", "api.ask"}  # a file or a list of questions, which has a limit at its own place


def install(app: Flask) -> None:
    """Look at every form and every query before a screen does."""
    app.before_request(check)


def check() -> None:
    """Refuse more than any page of ours would send (413)."""
    fields = list(request.args.items(multi=True))
    if request.method == "POST" and request.endpoint not in OWN_LIMITS:
        fields += request.form.items(multi=True)
    sizes = [(len(name), len(value)) for name, value in fields]
    over = any(name > LONGEST_NAME or value > LONGEST for name, value in sizes)
    if over or len(sizes) > MOST_FIELDS or sum(map(sum, sizes)) > MOST_TEXT:
        abort(413)
