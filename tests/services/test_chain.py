"""The chain names every way in which it can be tampered with (reliability 2.3)."""

from __future__ import annotations

from uuid import UUID

import pytest

from competitions.common.chain import Break, Link, breaks_of, genesis_hash, link_hash

COMPETITION = UUID(int=7)


def chain(count: int = 5) -> list[Link]:
    links, prev = [], genesis_hash(COMPETITION)
    for seq in range(1, count + 1):
        body = f"event {seq}".encode()
        links.append(Link(seq, prev, link_hash(prev, seq, body), body))
        prev = links[-1].hash
    return links


def test_a_whole_chain_has_no_breaks() -> None:
    links = chain()
    assert breaks_of(COMPETITION, links, [(3, links[2].hash), (5, links[4].hash)]) == ()


def edit(links: list[Link]) -> list[Link]:
    links[2] = links[2]._replace(body=b"forged")
    return links


def edit_and_hash_again(links: list[Link]) -> list[Link]:
    links[2] = links[2]._replace(body=b"forged", hash=link_hash(links[2].prev_hash, 3, b"forged"))
    return links


def leave_one_out(links: list[Link]) -> list[Link]:
    del links[2]
    return links


def swap(links: list[Link]) -> list[Link]:
    links[1], links[2] = links[2]._replace(seq=2), links[1]._replace(seq=3)
    return links


@pytest.mark.parametrize(("tamper", "first"), [
    (edit, Break(3, "edited")), (edit_and_hash_again, Break(4, "unlinked")), (leave_one_out, Break(3, "missing")),
    (swap, Break(2, "unlinked")),
], ids=lambda value: getattr(value, "__name__", ""))
def test_tampering_is_named(tamper, first: Break) -> None:
    assert breaks_of(COMPETITION, tamper(chain()))[0] == first


def test_a_cut_end_is_seen_by_a_printed_head() -> None:
    links = chain()
    assert breaks_of(COMPETITION, links[:3]) == ()
    assert breaks_of(COMPETITION, links[:3], [(5, links[4].hash)]) == (Break(5, "cut"),)


def test_another_competitions_chain_is_unlinked() -> None:
    assert breaks_of(UUID(int=8), chain())[0] == Break(1, "unlinked")
