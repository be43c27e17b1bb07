"""The printed protocol of a team match: who meets whom, line-ups, substitutions, running score, where it stopped."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from competitions.common.errors import NotFound
from competitions.models import TeamBoard
from competitions.services.team_matches import team_match_award
from refereeing.services.documents.render import document_render
from refereeing.services.protocols import protocol_approve
from tests.services.team_hall import TeamHall, rules
from tests.services.test_lineups import hand_in
from tests.services.test_team_matches import approve, play

pytestmark = pytest.mark.django_db


def printed(hall: TeamHall, tmp_path: Path, kind: str = "team_protocols", **args: Any) -> str:
    given = {"language": "en", "base_url": "https://novuss.example", **args}
    made = document_render(kind, hall.competition, given)
    file = tmp_path / "protocol.pdf"
    file.write_bytes(made.content)
    done = subprocess.run(["pdftotext", "-layout", str(file), "-"], capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


def test_a_blank_protocol_has_the_whole_table_of_who_meets_whom(poppler: str, tmp_path: Path) -> None:
    hall = TeamHall()
    text = printed(hall, tmp_path, match=str(hall.match().uid))

    assert "Round 1: first stroke " + hall.match().second.team_name in text  # 22.2
    assert "Round 2: first stroke " + hall.match().first.team_name in text
    assert "Round 5" in text
    assert "Substitutions (22.4)" in text
    assert "Representative, home" in text


def test_the_protocol_of_a_match_that_stopped_with_the_deciding_round(poppler: str, tmp_path: Path) -> None:
    hall = TeamHall()
    play(hall, "LLLLL LLLLL LLLWL")
    approve(hall)
    text = printed(hall, tmp_path, match=str(hall.match().uid))

    assert "2 : 28" in text
    assert "stopped at the end of round 3, which decided it" in text
    assert "match points 0 : 2" in text
    assert text.count("not needed") == 10
    assert "Substitutions (22.4) none" in text


def test_a_substitution_stands_on_the_protocol_with_its_round(poppler: str, tmp_path: Path) -> None:
    hall = TeamHall()
    play(hall, "WWWW-")
    own, other = hall.match().first.team_name, hall.match().second.team_name
    hand_in(hall, "A", 2, f"{own}1 {own}6 {own}3 {own}4 {own}5")
    hand_in(hall, "B", 2, f"{other}1 {other}2 {other}3 {other}4 {other}5")

    assert f"{own}: number 2 from round 2 on, {own}6 for {own}2" in printed(
        hall, tmp_path, match=str(hall.match().uid))


def test_an_empty_place_is_named(poppler: str, tmp_path: Path) -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), missing={"A": (2,)}, reserves=0)
    play(hall, "W")
    assert "empty place" in printed(hall, tmp_path, match=str(hall.match().uid))


def test_an_awarded_match_has_no_points_of_games(poppler: str, tmp_path: Path) -> None:
    hall = TeamHall()
    team_match_award(match_uid=hall.match().uid, winner="A", reason="did not come", by=hall.chief, at=hall.later())
    text = printed(hall, tmp_path, match=str(hall.match().uid))
    assert "+:−" in text.replace(" ", "")
    assert "awarded" in text


def test_protocols_of_a_round_and_a_stage(poppler: str, tmp_path: Path) -> None:
    hall = TeamHall("A B C D")
    assert printed(hall, tmp_path, stage=str(hall.stage.uid), round=1).count("Senior referee") == 2
    assert printed(hall, tmp_path, stage=str(hall.stage.uid)).count("Senior referee") == 6
    with pytest.raises(NotFound):
        printed(hall, tmp_path, match=str(hall.stage.uid))


def test_tables_of_teams_are_printed_in_their_own_words(poppler: str, tmp_path: Path) -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    play(hall, "WL")
    approve(hall)
    for kind in ("final_table", "cross_table"):
        text = printed(hall, tmp_path, kind, stage=str(hall.stage.uid))
        assert "Game point difference" in text
        assert "Sets" not in text


def test_the_protocols_of_the_games_are_those_of_singles(poppler: str, tmp_path: Path) -> None:
    hall = TeamHall(regulations=rules(size=2, rounds=1), reserves=0)
    play(hall, "WL")
    board = TeamBoard.objects.get(home_number=1).match
    protocol_approve(match_uid=board.uid, version=board.version, by=hall.chief, at=hall.later())
    text = printed(hall, tmp_path, "protocols", match=str(board.uid))

    assert str(board.first) in text
    assert hall.match().first.team_name in text
