"""The public protocol of a game, and the check of a printed one."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.test import Client

from competitions.common.actors import SYSTEM
from competitions.models import Game
from competitions.services.audit import canonical, decision_record
from refereeing.models import Approval, Protocol
from tests.factories import NOON, make_account, make_entry, make_event, make_result, make_stage

pytestmark = pytest.mark.django_db
TOKEN = "abcdefghijklmnopqrstuv"


@pytest.fixture
def game() -> Game:
    """Anna beat Bruno 2:1 with a replay in set 2 and a warning for Bruno."""
    event = make_event()
    stage = make_stage(event, [[make_entry(event, "Anna"), make_entry(event, "Bruno")]])
    game = make_result(stage.matches.get(), 2, 1).games.get()
    rows = [("A", "A", "S", False), ("B", "B", "N", False), ("A", "A", "S", True)]
    game.state = {
        "sets": [
            {"number": n, "winner": winner, "first_stroke": first, "side_of_a": side, "awarded": awarded}
            for n, (winner, first, side, awarded) in enumerate(rows, start=1)
        ],
        "replays": [{"set": 2, "reason": "double_clear"}], "next": None, "lost_by": None,
        "warning_list": [{"uid": "x", "who": "B", "clause": "19.1.c", "set": 2, "number": 1}],
        "signatures": {"A": {"name": "Anna"}, "B": None, "referee": None}, "clears": {"A": 1, "B": 1},
    }
    game.save()
    return game


def freeze(game: Game, revision: int = 1, token: str = TOKEN, **fields: Any) -> Protocol:
    link = decision_record(game.match.stage.event.competition, kind="note", subject=None, facts={}, by=SYSTEM, at=NOON)
    body = {"result": [2, 1], "revision": revision}
    digest = hashlib.sha256(canonical(body)).hexdigest()
    return Protocol.objects.create(**{
        "game": game, "revision": revision, "body": body, "digest": digest, "head_seq": link.seq,
        "head_hash": link.hash, "token": token, "created_at": NOON, **fields})


def test_game_page_shows_sets_sides_replays_and_warnings(client: Client, game):
    page = client.get(f"/g/{game.uid}/").content.decode()

    assert "2:1" in page
    assert page.count("south") == 3  # each of three sets has somebody in the south
    assert page.count("north") == 3
    assert "replayed: both cleared in the first series" in page
    assert "awarded" in page
    assert "19.1.c" in page
    assert "Signed by" in page


def test_game_of_a_hidden_competition_looks_like_none(client: Client, game):
    game.match.stage.event.competition.__class__.objects.update(is_public=False)
    protocol = freeze(game)

    answers = [client.get(path) for path in (f"/g/{game.uid}/", f"/v/{protocol.token}/", "/v/aaaaaaaaaaaaaaaaaaaaaa/")]

    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


def test_sets_of_two_results_that_differ_are_not_published(client: Client, game):
    Game.objects.update(has_conflict=True)
    game.match.__class__.objects.update(status="finished")

    page = client.get(f"/g/{game.uid}/").content.decode()

    assert "2:1" not in page
    assert "19.1.c" not in page
    assert "under review" in page


def approve(protocol: Protocol) -> None:
    Approval.objects.create(protocol=protocol, game=protocol.game, account=make_account(), at=NOON)


def test_newest_approved_paper_counts(client: Client, game):
    approve(freeze(game))

    assert "This is the stored protocol, and it is approved." in client.get(f"/v/{TOKEN}/").content.decode()


def test_paper_without_approval_is_provisional(client: Client, game):
    freeze(game)

    assert "it is not approved yet" in client.get(f"/v/{TOKEN}/").content.decode()


def test_replaced_paper_is_out_of_date(client: Client, game):
    freeze(game)
    approve(freeze(game, 2, "b" * 22))

    page = client.get(f"/v/{TOKEN}/").content.decode()

    assert "This paper is out of date." in page
    assert "Revision 2 has replaced it." in page


HEADS = [("as printed", True), ("of another paper", False)]


@pytest.mark.parametrize(("case", "agrees"), HEADS, ids=[case for case, _ in HEADS])
def test_printed_head_is_compared(client: Client, game, case, agrees):
    protocol = freeze(game)
    head = protocol.head_hash[:16] if agrees else "0" * 16

    page = client.get(f"/v/{TOKEN}/", {"head": head}).content.decode()

    assert ("The printed head is not the stored one." in page) is not agrees


TAMPERED = [("the sheet", {"body": {"result": [0, 2]}}), ("the digest", {"digest": "0" * 64}),
            ("the head", {"head_hash": "1" * 64}), ("the place in the log", {"head_seq": 999})]


@pytest.mark.parametrize(("what", "fields"), TAMPERED, ids=[what for what, _ in TAMPERED])
def test_altered_protocol_is_told(client: Client, game, what, fields):
    protocol = freeze(game)
    Protocol.objects.filter(id=protocol.id).update(**fields)

    assert "The stored protocol does not fit the log." in client.get(f"/v/{TOKEN}/").content.decode()
