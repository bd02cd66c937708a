"""Size limits of a request's fields: larger ones are refused before a screen reads them."""

from flask import Flask, abort, request

LONGEST_NAME, LONGEST = 60, 2000  # characters of a field's name, and of its value
MOST_FIELDS, MOST_TEXT = 500, 20_000  # fields of one request, and characters in all of them
OWN_LIMITS = {"keep.foreseen", "api.ask"}  # a file or a list of questions, with limits at its screen


def install(app: Flask) -> None:
    """Check every form and query before a screen reads it."""
    app.before_request(check)


def check() -> None:
    """Refuse a request larger than any page of ours would send (413)."""
    fields = list(request.args.items(multi=True))
    if request.method == "POST" and request.endpoint not in OWN_LIMITS:
        fields += request.form.items(multi=True)
    sizes = [(len(name), len(value)) for name, value in fields]
    over = any(name > LONGEST_NAME or value > LONGEST for name, value in sizes)
    if over or len(sizes) > MOST_FIELDS or sum(map(sum, sizes)) > MOST_TEXT:
        abort(413)
