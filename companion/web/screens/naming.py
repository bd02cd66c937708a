"""Host's commands on names: join two as one person, separate them, hide a person from statistics."""

from datetime import UTC, datetime

from flask import Blueprint, abort, redirect, url_for
from werkzeug.wrappers import Response

from companion.names import fault, same
from companion.rules.text import N_, Text
from companion.sheet.refusals import Refused
from companion.storage.players.identities import PersonAct, PersonEntry
from companion.storage.players.name_commands import Together, say_of_name
from companion.web.forms.posting import conflict_page, posted, store, words

bp = Blueprint("naming", __name__, url_prefix="/players/names")


@bp.post("")
def change() -> Response | tuple[str, int]:
    """Record the entry about a name; then redirect to the page of its person."""
    name, other, kind = words("name"), words("other"), words("kind")
    if kind not in list(PersonAct) or not name or fault(name, []):
        abort(422)
    other = other if kind == PersonAct.JOINED else ""
    back = url_for("players.show", name=name) + "#names"
    try:
        refuse_bad_name(kind, name, other)
        say_of_name(store(), PersonEntry(posted().key, PersonAct(kind), name, other, datetime.now(UTC)))
    except Refused as error:
        return conflict_page(error, back)
    except Together as error:
        reason = Text(N_("{name} and {other} sat at one table together, so they are two."), name=name, other=other)
        return conflict_page(Refused("other", reason), url_for("table.show", code=error.code))
    return redirect(back, 303)


def refuse_bad_name(kind: str, name: str, other: str) -> None:
    """Raise Refused if the name to join with is missing, too long or the same."""
    if kind != PersonAct.JOINED:
        return
    if not other:
        raise Refused("other", Text(N_("Choose or type the other name first.")))
    if wrong := fault(other, []):
        raise Refused("other", wrong)
    if same(name, other):
        raise Refused("other", Text(N_("That is the same name.")))
