"""Names and players: only the host may merge, separate, rename and hide names, on a player's page."""

import pytest

from companion.storage.store import Store
from tests.support.evenings import Evenings, a_match_of
from tests.support.phone import Page, Phone, WebForm
from tests.web.test_home import links


def three_matches(store: Store) -> None:
    """Play matches of Ana with Ben, Anna with Ben, and Cy with Dee."""
    for names in (("Ana", "Ben"), ("Anna", "Ben"), ("Cy", "Dee")):
        a_match_of(store, *names)


@pytest.fixture(autouse=True)
def played(store: Store, evenings: Evenings) -> None:
    """Three matches of players with similar names."""
    evenings.into(store, three_matches)


def naming(page: Page, kind: str, of: str) -> list[WebForm]:
    """Return the forms of a page for that change of a name."""
    wanted = {("kind", kind), ("name", of)}
    return [form for form in page.forms if form.action == "/players/names" and wanted <= set(form.fields)]


def test_the_host_joins_two_names_and_parts_them_again(client: Phone) -> None:
    page = client.get("/players?name=Ana")
    offered = page.said.partition("Choose …")[2].split()[:3]
    assert offered == ["Anna", "Cy", "Dee"]  # the similar one first; Ben sat with her, so he is another player
    page = client.submit(naming(page, "joined", "Ana")[0], other="Anna")
    assert page.status == 200 and "Two matches" in page.said
    assert "Also played as Ana." in page.said
    assert "Anna" in client.get("/players").said and "Ana 1 " not in client.get("/players").said
    client.submit(naming(page, "parted", "Ana")[0])
    assert "One match" in client.get("/players?name=Ana").said and "Ana" in client.get("/players").said


def test_renamed_the_matches_keep_what_was_written(client: Phone) -> None:
    client.submit(naming(client.get("/players?name=Cy"), "joined", "Cy")[-1], other="Cyrus")
    assert "Cyrus" in client.get("/players").said
    table = client.get(links(client, "/?player=Cyrus")[0]).said
    assert "Cy" in table and "Cyrus" not in table


def test_left_out_somebody_is_found_again_by_the_host_alone(client: Phone) -> None:
    client.submit(naming(client.get("/players?name=Dee"), "hidden", "Dee")[0])
    said = client.get("/players").said
    assert "Left out of the statistics: Dee" in said and "Dee 0" not in said
    page = client.get("/players?name=Dee")
    assert page.status == 200 and "Dee is left out of the statistics." in page.said
    client.submit(naming(page, "shown", "Dee")[0])
    assert "Left out" not in client.get("/players").said


@pytest.mark.parametrize(
    ("fields", "status", "says"),
    [
        ({"kind": "joined", "name": "Ana", "other": "Ben"}, 409, "Ana and Ben played at the same table"),
        ({"kind": "joined", "name": "Ana", "other": "ANA"}, 409, "That is the same name."),
        ({"kind": "joined", "name": "Ana"}, 409, "Choose or type the other name first."),
        ({"kind": "joined", "name": "Ana", "other": "x" * 60}, 409, "A name has at most 40 characters."),
        ({"kind": "forgotten", "name": "Ana"}, 422, ""),
        ({"kind": "hidden"}, 422, ""),
    ],
)
def test_what_cannot_be_said_of_a_name_is_a_sentence(
    client: Phone, fields: dict[str, str], status: int, says: str
) -> None:
    answer = client.post("/players/names", **fields)
    assert answer.status == status and says in answer.said
