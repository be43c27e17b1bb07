"""Discipline and devices on the panel."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Account, Entry, Match
from refereeing.models import Device, PairingCode, PlayerWarning, Sanction
from refereeing.services.devices import device_pair
from tests.pages.run_site import Hall, said, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    return Hall(client)


def state(entry: Entry) -> str:
    return Entry.objects.get(id=entry.id).state


def lose_by_absence(hall, entry, count):
    """Let an entrant miss games: called, the clock runs out, the no-show is declared."""
    for match in hall.stage.matches.filter(status="scheduled").order_by("round__number"):
        if count and entry.id in (match.first_id, match.second_id):
            hall.press("match-call", match)
            Match.objects.filter(id=match.id).update(called_at=timezone.now() - timedelta(minutes=3))
            hall.press("match-no-show", match, who="A" if match.first_id == entry.id else "B")
            count -= 1


# 14.3: the second game lost for not coming proposes the exclusion, the first does not.
@pytest.mark.parametrize(("misses", "proposed"), [(1, 0), (2, 1)])
def test_second_no_show_proposes_exclusion(hall, misses, proposed):
    lose_by_absence(hall, hall.entries[0], misses)

    assert Sanction.objects.count() == proposed
    assert ("14.3" in text(hall.get("discipline"))) == bool(proposed)
    assert ("exclusion is proposed" in text(hall.get("overview"))) == bool(proposed)
    assert state(hall.entries[0]) == "present"


def test_exclusion_shows_what_it_changes_before_it_is_confirmed(hall):
    entry = hall.entries[0]
    lose_by_absence(hall, entry, 2)

    page = text(hall.client.get(hall.url("leave", uid=entry.uid) + "?as=exclude&clause=14.3"))

    assert "All results of this entrant fall" in page
    assert 'value="exclude" checked' in page
    assert 'value="14.3" selected' in page
    assert state(entry) == "present"
    # 3.2: at most half was played, so nothing counts for anybody: no game goes to an opponent.
    assert "These results fall" in page
    assert "go to the opponents" not in page

    hall.post("leave", {"move": "exclude", "clause": "14.3", "reason": "missed twice"}, uid=entry.uid)
    log = text(hall.get("log"))
    assert "result 2" not in log  # an awarded game has no sets
    assert state(entry) == "excluded"
    assert Sanction.objects.get().state == "confirmed"
    assert not Match.objects.filter(first=entry, status="scheduled").exists()


@pytest.mark.parametrize(("data", "words"), [
    ({"move": "exclude", "reason": "x"}, "Choose the clause"), ({"move": "withdraw", "reason": " "}, "Say why"),
    ({"move": "vanish", "reason": "x"}, "cannot be read"),
])
def test_refused_leaving_changes_nothing(hall, data, words):
    answer = hall.post("leave", data, uid=hall.entries[0].uid)

    assert words in text(answer)
    assert "leaves the competition" in text(answer)
    assert state(hall.entries[0]) == "present"


def test_withdrawal_is_taken_back(hall):
    entry = hall.entries[0]
    hall.post("leave", {"move": "withdraw", "reason": "ill"}, uid=entry.uid)
    assert state(entry) == "withdrawn"
    assert "ill" in text(hall.get("discipline"))

    hall.post("come-back", {"reason": "better"}, uid=entry.uid)

    assert state(entry) == "present"


def test_proposal_is_dismissed_with_a_reason(hall):
    lose_by_absence(hall, hall.entries[0], 2)
    sanction = Sanction.objects.get()

    assert "Say why" in said(hall.post("dismiss", {"reason": ""}, uid=sanction.uid))
    hall.post("dismiss", {"reason": "tram accident"}, uid=sanction.uid)

    assert Sanction.objects.get().state == "dismissed"


def test_warnings_are_listed_with_their_text(hall):
    hall.press("match-warn", hall.match(), who="A", clause="19.1.a")

    page = text(hall.get("discipline"))

    assert "<strong>19.1.a</strong>" in page
    assert str(PlayerWarning.objects.get().entry) in page


def test_pairing_code_is_shown_with_its_address_and_pairs_one_tablet(hall):
    hall.post("device-pair")
    page = text(hall.get("devices"))
    code = re.search(r'class="pair-code">([A-Z0-9-]+)<', page)[1]

    assert f"/tablet/pair/?code={code}" in page
    assert "<svg" in page
    device_pair(code=code, name="Tablet 7", at=timezone.now())
    used = text(hall.get("devices"))
    assert "Tablet 7" in used
    assert code not in used


def test_pairing_code_is_put_away(hall):
    hall.post("device-pair")
    assert "pair-code" in text(hall.get("devices"))
    hall.post("device-done")
    assert "pair-code" not in text(hall.get("devices"))


def test_code_of_ten_minutes_ago_is_no_longer_shown(hall):
    hall.post("device-pair")
    session = hall.client.session
    session["pairing-code"] |= {"ends": (timezone.now() - timedelta(seconds=1)).isoformat()}
    session.save()

    assert "pair-code" not in text(hall.get("devices"))
    assert PairingCode.objects.count() == 1


def test_revoked_tablet_may_no_longer_write(hall):
    device = Device.objects.create(competition=hall.competition, name="Tablet 1", token_hash="x" * 64)

    assert "may no longer write" in said(hall.post("device-revoke", uid=device.uid))
    assert Device.objects.get().is_revoked


def test_locked_pin_is_unlocked(hall):
    Account.objects.filter(id=hall.chief.id).update(pin_fails=5)
    assert "five wrong tries" in text(hall.get("devices"))

    hall.post("pin-unlock", uid=hall.chief.uid)

    assert Account.objects.get(id=hall.chief.id).pin_fails == 0
