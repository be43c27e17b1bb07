"""Who may play in a team: age, sex, how many. Every fault has a name. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from competitions.formats.team_regulations import TeamRegulations


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """What is known of somebody who is to play. `sex`: M, F or nothing."""

    name: str
    sex: str = ""
    born: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterFault:
    """Why a roster is refused. `number`: of a regular, or of a reserve where `is_reserve`; 0: the team as a whole."""

    code: str
    name: str = ""
    number: int = 0
    is_reserve: bool = False
    limit: int = 0


def roster_faults(
    rules: TeamRegulations, regulars: Sequence[Member | None], reserves: Sequence[Member], *, year: int
) -> tuple[RosterFault, ...]:
    """Everything that the regulations do not admit. `None` among the regulars is an empty place of a short team.

    Ages are those reached in `year`. What is not known cannot be checked and is a fault where it is asked for.
    """
    return tuple(_of_team(rules, regulars, reserves)) + tuple(
        fault for number, member, is_reserve in _all(regulars, reserves)
        for fault in _of_member(rules, member, number, is_reserve, year))


def order_faults(rules: TeamRegulations, order: Sequence[Member | None]) -> tuple[RosterFault, ...]:
    """What the order of one round breaks: a number that is for the other sex, or too few places left for women."""
    found = [fault for number, member in enumerate(order, 1) if member is not None
             for fault in _wrong_sex(rules, member, number)]
    if _leaves_too_few_women(rules, order):
        found.append(RosterFault(code="too_few_women", limit=rules.women))
    return tuple(found)


def _all(
    regulars: Sequence[Member | None], reserves: Sequence[Member]
) -> Iterator[tuple[int, Member, bool]]:
    for number, member in enumerate(regulars, 1):
        if member is not None:
            yield number, member, False
    for number, reserve in enumerate(reserves, 1):
        yield number, reserve, True


def _of_team(
    rules: TeamRegulations, regulars: Sequence[Member | None], reserves: Sequence[Member]
) -> Iterator[RosterFault]:
    if not any(regulars):
        yield RosterFault(code="no_regulars")
    if len(regulars) > rules.size:
        yield RosterFault(code="too_many_regulars", limit=rules.size)
    if len(reserves) > rules.reserves:
        yield RosterFault(code="too_many_reserves", limit=rules.reserves)
    if _leaves_too_few_women(rules, regulars):
        yield RosterFault(code="too_few_women", limit=rules.women)


def _leaves_too_few_women(rules: TeamRegulations, order: Sequence[Member | None]) -> bool:
    """An empty place may be a woman's: she is missing, nobody stands in her place."""
    others = sum(member is not None and member.sex != "F" for member in order)
    return rules.women > 0 and others > rules.size - rules.women


def _of_member(
    rules: TeamRegulations, member: Member, number: int, is_reserve: bool, year: int
) -> Iterator[RosterFault]:
    if not is_reserve and number <= rules.size:
        yield from _wrong_sex(rules, member, number)
    if rules.min_age is None and rules.max_age is None:
        return
    if member.born is None:
        yield RosterFault(code="age_unknown", name=member.name, number=number, is_reserve=is_reserve)
        return
    age = year - member.born
    if rules.min_age is not None and age < rules.min_age:
        yield RosterFault(
            code="too_young", name=member.name, number=number, is_reserve=is_reserve, limit=rules.min_age)
    if rules.max_age is not None and age > rules.max_age:
        yield RosterFault(code="too_old", name=member.name, number=number, is_reserve=is_reserve, limit=rules.max_age)


def _wrong_sex(rules: TeamRegulations, member: Member, number: int) -> Iterator[RosterFault]:
    wanted = rules.sex_at(number)
    if wanted and member.sex != wanted:
        yield RosterFault(code="number_for_women" if wanted == "F" else "number_for_men", name=member.name,
                          number=number)
