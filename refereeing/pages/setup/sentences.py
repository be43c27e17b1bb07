"""What the setting-up part can be refused, in words, and the names of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.common.errors import DomainError
from refereeing.pages.run.refusals import refusal_text

SENTENCES: Mapping[str, Promise] = {
    "required": _("Fill this in."),
    "too_long": _("At most %(limit)s letters."),
    "control_character": _("The text holds an invisible control character."),
    "broken_letters": _("Some letters could not be read. Choose the encoding of the file."),
    "too_many_marks": _("Too many marks over one letter."),
    "formula": _("The cell begins like a formula (= + - @)."),
    "unknown_sex": _("This is neither a man nor a woman. Write V or S, M or F, M or N, М or Ж."),
    "wrong_year": _("Not a year of birth from %(minimum)s to %(maximum)s."),
    "not_whole": _("Not a whole number."),
    "out_of_range": _("Must be from %(minimum)s to %(maximum)s."),
    "unknown_class": _("The regulations do not have this class."),
    "short_row": _("The row ends too early: columns are missing."),
    "long_row": _("The row has more columns than the headings. Is a separator inside a text without quotes?"),
    "name_twice": _("The same name stands in row %(line)s. Add what tells the two apart."),
    "number_twice": _("The same number stands in row %(line)s."),
    "licence_twice": _("The same licence stands in row %(line)s."),
    "seed_twice": _("The same seed stands in row %(line)s."),
    "same_person": _("This is the same person as in row %(line)s."),
    "name_taken": _("An entrant of this name is on the list already. Add what tells the two apart."),
    "already_entered": _("This person is on the list already, as %(name)s."),
    "person_taken": _("Another person of this name and year of birth is known."),
    "licence_taken": _("This is the licence of %(name)s."),
    "seed_taken": _("Another entrant has seed %(seed)s."),
    "empty_list": _("There is nothing in the list."),
    "no_headings": _("The first row must hold the headings, and one of them must be the name."),
    "bad_quote": _("A quotation mark in row %(line)s is not closed, or something follows it."),
    "too_many_rows": _("At most %(limit)s rows."),
    "too_many_columns": _("Row %(line)s has more than %(limit)s columns."),
    "not_text": _("This is neither a text nor a workbook (XLSX)."),
    "not_xlsx": _("This workbook cannot be read. Save it again as XLSX or CSV."),
    "old_excel": _("This is an old Excel file (XLS). Save it as XLSX or CSV."),
    "unpacks_too_large": _("This workbook unpacks to far more than an entry list."),
    "too_hard": _("This workbook takes too long to read. Save the list as CSV."),
    "file_too_large": _("The file is too large: at most %(megabytes)s MB."),
    "no_team_lists": _("Lists can be imported for singles and doubles only."),
    "not_singles": _("This event is not one of single players."),
    "not_doubles": _("This event is not one of pairs."),
    "partner_missing": _("The partner is missing. The regulations of this event do not let one person play alone."),
    "sex_needed": _("The regulations of this event ask for the sex of both players."),
    "men_only": _("The regulations admit pairs of men only."),
    "women_only": _("The regulations admit pairs of women only."),
    "pair_not_admitted": _("A pair that is entered would not be admitted: %(pair)s."),
    "not_mixed": _("The regulations admit mixed pairs only: one man and one woman."),
    "same_person_twice": _("Both players are the same person: %(name)s."),
    "already_in_pair": _("%(name)s plays in another pair of this event already: %(pair)s."),
    "pair_has_played": _("The pair has played: its players stand in a protocol and cannot be replaced."),
    "import_refused": _("The list has faults. Nothing was stored."),
    "preview_stale": _("The entries have changed since you looked. Look again and confirm."),
    "days_order": _("The last day is before the first."),
    "too_many_days": _("At most %(limit)s days."),
    "unknown_value": _("Choose one of the list."),
    "duplicate": _("The same is chosen twice."),
    "wrong_type": _("This cannot be read."),
    "points_order": _("A win must count more than a draw, and a draw not less than a loss."),
    "reason_needed": _("Say why: the draw is locked, and the change is recorded with its reason."),
    "wrong_username": _("2 to 40 small letters a to z, digits, dot, dash or underscore."),
    "wrong_sexes": _("One letter for each number of the team: M, F, or - for anybody."),
    "wrong_schedule": _("Round %(round)s: G or H, then each number of both teams once, as 1-2; no pair meets twice."),
    "schedule_length": _("Who meets whom needs %(rounds)s lines, one for each round."),
    "ages_order": _("The oldest age is below the youngest."),
    "other_kind": _("An event of teams stays one, and no other event becomes one."),
    "lineups_exist": _("Line-ups have been handed in: the shape of the matches stands."),
    "part_of_teams": _("This belongs to a team event and follows it."),
    "not_teams": _("This is no event of teams."),
    "in_other_team": _("%(name)s is in the team %(team)s: one person plays in one team."),
    "named_twice": _("%(name)s stands twice in this team."),
    "no_regulars": _("A team needs one regular at least."),
    "too_many_regulars": _("At most %(limit)s regulars."),
    "too_many_reserves": _("At most %(limit)s reserves."),
    "too_few_women": _("At least %(limit)s numbers of the team are for women."),
    "number_for_women": _("Number %(number)s is for women by the regulations."),
    "number_for_men": _("Number %(number)s is for men by the regulations."),
    "age_unknown": _("The regulations limit the age: fill in the year of birth."),
    "too_young": _("%(name)s is too young: %(limit)s or older by the regulations."),
    "too_old": _("%(name)s is too old: %(limit)s or younger by the regulations."),
    "team_in_match": _("The team has a match under way: its numbers stand until the match is over."),
    "member_has_played": _("%(name)s has a game in this event and stays in the team."),
    "username_taken": _("This user name is taken."),
    "wrong_pin": _("A PIN has six digits."),
    "weak_pin": _("This PIN is too easily guessed."),
    "last_chief": _("The competition needs a chief referee."),
    "official_chief": _("Only the chief referee may decide about chief referees."),
    "table_in_use": _("Table %(table)s has a match to be played. Give the match another table first."),
    "opens_late": _("It closes before it opens."),
    "form_no_teams": _("The public entry form is for singles and doubles, not for teams."),
    "not_waiting": _("This entrant does not wait for a place any more."),
    "application_unfit": _(
        "No entry can be made of this: the name is on the list already, or name and licence belong to two people. "
        "Mend it, or take it off."),
    "licence_of_another": _("This licence belongs to another name."),
    "registration_closed": _("Entries are closed."),
    "form_used": _("This form has been sent already, with something else in it. Open it anew and send it again."),
    "list_full": _("The waiting list is full."),
    "one_already": _("These are one already."),
    "both_in_event": _("Both play in %(event)s, %(competition)s: they cannot be one."),
    "both_in_series": _("Both have a place in %(leg)s, %(series)s: they cannot be one."),
    "merge_of_others": _(
        "One of them also plays in a competition of others. Its chief referee or the administrator has to do this."),
    "merge_conflict": _("Both have something of which one can have only one. Nothing was changed."),
    "places_line": _("Line %(line)s cannot be read: place; name; club; points won; clears."),
    "event_open": _("Something of this event is still to be played or approved."),
    "no_event": _("This competition was played elsewhere: type its places."),
    "has_event": _("The places of this competition come from its event."),
    "series_has_places": _("The series has results already. Take its competitions out first."),
    "too_many_legs": _("A series has at most a hundred competitions."),
    "places_rise": _("A place must not bring more than the one before it."),
    "entry_in_draw": _("The entrant stands in a draw. Withdraw the entrant instead."),
    "account_of_administrator": _("The account of an administrator is changed by an administrator only."),
    "account_of_others": _("This official also serves in a competition of others, whose chief has to do this."),
}

FIELDS: Mapping[str, Promise] = {
    "number": _("number"), "name": _("name"), "given": _("given name"), "surname": _("surname"), "sex": _("sex"),
    "born": _("year of birth"), "club": _("club"), "licence": _("licence"), "rating": _("rating"),
    "class_name": _("class"), "seed": _("seed"), "row": _("row"), "partner": _("partner"),
    "partner_sex": _("partner's sex"), "partner_born": _("partner's year of birth"),
    "partner_club": _("partner's club"), "partner_licence": _("partner's licence"),
    "partner_rating": _("partner's rating"),
}


def sentence(code: str, params: Mapping[str, Any], otherwise: str = "") -> str:
    """The translated sentence of a code; a missing parameter leaves the general one."""
    text = SENTENCES.get(code)
    try:
        return str(text) % dict(params) if text is not None else otherwise or str(_("The input is not valid."))
    except (KeyError, TypeError, ValueError):
        return otherwise or str(_("The input is not valid."))


def refused_because(refusal: DomainError) -> str:
    """The sentence of a refusal."""
    action = str(refusal.params.get("action", ""))
    if action in SENTENCES:
        return str(SENTENCES[action])
    return sentence(refusal.code, refusal.params, refusal_text(refusal))


def field_name(field: str) -> str:
    """The name of a field of an entry list."""
    return str(FIELDS.get(field, field))
