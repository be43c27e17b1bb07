"""Headings of entry lists in English, Latvian, Estonian, Russian and German. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

# The order in which a list is shown and in which the template has its columns.
FIELDS = ("number", "name", "sex", "born", "club", "licence", "rating", "class_name", "seed")
# What a list of pairs has besides, after the columns of its first player.
PARTNER_FIELDS = (
    "partner", "partner_sex", "partner_born", "partner_club", "partner_licence", "partner_rating",
)
# What a list to be filled in has as its first row: in the words of each language, in the order of `FIELDS`.
_TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "en": ("Nr", "Name", "Sex", "Born", "Club", "Licence", "Rating", "Class", "Seed"),
    "lv": ("Nr.", "Vārds, uzvārds", "Dzimums", "Dz. gads", "Klubs", "Licence", "IK", "Klase", "Izsējums"),
    "et": ("Nr", "Nimi", "Sugu", "Sünniaasta", "Klubi", "Litsents", "Reiting", "Klass", "Asetus"),
    "ru": ("№", "Имя, фамилия", "Пол", "Год рождения", "Клуб", "Лицензия", "Рейтинг", "Класс", "Посев"),
    "de": ("Nr.", "Name", "Geschlecht", "Jahrgang", "Verein", "Lizenz", "Wertungszahl", "Klasse", "Setzplatz"),
}
# The same for the columns of the partner, in the order of `PARTNER_FIELDS`.
_PARTNER_TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "en": ("Partner", "Partner's sex", "Partner's year of birth", "Partner's club", "Partner's licence",
           "Partner's rating"),
    "lv": ("Partneris", "Partnera dzimums", "Partnera dz. gads", "Partnera klubs", "Partnera licence", "Partnera IK"),
    "et": ("Paariline", "Paarilise sugu", "Paarilise sünniaasta", "Paarilise klubi", "Paarilise litsents",
           "Paarilise reiting"),
    "ru": ("Партнёр", "Пол партнёра", "Год рождения партнёра", "Клуб партнёра", "Лицензия партнёра",
           "Рейтинг партнёра"),
    "de": ("Partner", "Geschlecht des Partners", "Jahrgang des Partners", "Verein des Partners",
           "Lizenz des Partners", "Wertungszahl des Partners"),
}

_WORDS: Mapping[str, str] = {
    "number": "nr|no|n|#|number|start number|start no|nr p k|nr pk|npk|n p k|numurs|kārtas numurs|starta numurs|jrk|"
              "jrk nr|jrk number|stardinumber|номер|no п п|п п|стартовый номер|lfd nr|nummer|startnummer|"
              "start nr|startnr",
    "name": "full name|player|entrant|participant|name and surname|first and last name|vārds uzvārds|vārds un uzvārds|"
            "uzvārds vārds|uzvārds un vārds|dalībnieks|dalībniece|spēlētājs|sportists|ees ja perekonnanimi|"
            "ees ja perenimi|mängija|osaleja|võistleja|имя фамилия|имя и фамилия|фамилия имя|фамилия и имя|фио|ф и о|"
            "участник|игрок|спортсмен|name vorname|vorname name|vor und nachname|vorname nachname|spieler|teilnehmer|"
            "spielername",
    "given": "first name|given name|forename|eesnimi|vorname",
    "surname": "surname|last name|family name|uzvārds|perekonnanimi|perenimi|фамилия|nachname|familienname",
    "either": "name|vārds|nimi|имя",
    "sex": "sex|gender|m f|f m|dzimums|dz|v s|s v|sugu|m n|n m|пол|м ж|ж м|geschlecht|m w|w m",
    "born": "born|year of birth|birth year|year|yob|date of birth|birth date|dob|dz gads|dzimšanas gads|dz g|dzim gads|"
            "dz dati|dzimšanas datums|dzimšanas dati|gads|sünniaasta|sünd|sünniaeg|snd|год рождения|год рожд|г р|"
            "год|дата рождения|др|geburtsjahr|jahrgang|jg|geb|geboren|geburtsdatum",
    "club": "club|team|klubs|sporta klubs|komanda|klubs komanda|klubi|spordiklubi|võistkond|клуб|команда|клуб команда|"
            "verein|klub|mannschaft",
    "licence": "licence|license|licence no|license no|licence nr|licence number|license number|licences nr|"
               "licences numurs|litsents|litsentsi nr|litsentsi number|лицензия|номер лицензии|no лицензии|lizenz|"
               "lizenznummer|lizenz nr",
    "rating": "rating|elo|ik|ind koeficients|individuālais koeficients|koeficients|reitings|reiting|рейтинг|ик|"
              "коэффициент|индивидуальный коэффициент|wertung|wertungszahl",
    "class_name": "class|category|klase|kategorija|klass|kategooria|класс|категория|разряд|klasse|kategorie",
    "seed": "seed|seed no|seeding|seed number|izsējums|izsēšana|izsēšanas nr|izsētais|asetus|asetusnumber|paigutus|"
            "посев|номер посева|no посева|setzung|setzplatz|setznummer|setzliste",
}
_PARTNER_WORDS: Mapping[str, str] = {
    "partner": "partner|player 2|second player|partners name|partner name|partneris|partnere|pārinieks|2 spēlētājs|"
               "otrais spēlētājs|paariline|partneri nimi|2 mängija|партнёр|партнер|партнёрша|напарник|второй игрок|"
               "partnerin|mitspieler|zweiter spieler|spieler 2",
    "partner_sex": "partner sex|partners sex|sex 2|partnera dzimums|dzimums 2|paarilise sugu|sugu 2|пол партнёра|"
                   "пол партнера|пол 2|geschlecht des partners|geschlecht partner|geschlecht 2",
    "partner_born": "partner born|partners year of birth|born 2|partnera dz gads|partnera dzimšanas gads|dz gads 2|"
                    "paarilise sünniaasta|sünniaasta 2|год рождения партнёра|год рождения партнера|год рождения 2|"
                    "jahrgang des partners|jahrgang partner|jahrgang 2",
    "partner_club": "partner club|partners club|club 2|partnera klubs|klubs 2|paarilise klubi|klubi 2|клуб партнёра|"
                    "клуб партнера|клуб 2|verein des partners|verein partner|verein 2",
    "partner_licence": "partner licence|partners licence|partner license|licence 2|partnera licence|"
                       "paarilise litsents|litsents 2|лицензия партнёра|лицензия партнера|лицензия 2|"
                       "lizenz des partners|lizenz partner|lizenz 2",
    "partner_rating": "partner rating|partners rating|rating 2|partnera ik|partnera reitings|ik 2|paarilise reiting|"
                      "reiting 2|рейтинг партнёра|рейтинг партнера|рейтинг 2|wertungszahl des partners|"
                      "wertungszahl partner|wertungszahl 2",
}
_FIELD_OF: Mapping[str, str] = {word: field for field, words in _WORDS.items() for word in words.split("|")}
_PARTNER_FIELD_OF: Mapping[str, str] = {
    word: field for field, words in _PARTNER_WORDS.items() for word in words.split("|")}


def fields_of(*, pairs: bool) -> tuple[str, ...]:
    """What a list of entrants, or of pairs, can tell."""
    return FIELDS + PARTNER_FIELDS if pairs else FIELDS


def template_headings(language: str | None, *, pairs: bool = False) -> tuple[str, ...]:
    """The headings of an empty list in a language; English where there are none."""
    known = (language or "en")[:2] if (language or "en")[:2] in _TEMPLATES else "en"
    return _TEMPLATES[known] + _PARTNER_TEMPLATES[known] if pairs else _TEMPLATES[known]


def heading_field(text: str, *, pairs: bool = False) -> str:
    """The field that a heading names, in any of the five languages; empty when it is not known.

    Besides `FIELDS` it gives `given`, `surname`, and `either` for the words that mean one or the other; of `pairs` also
    `PARTNER_FIELDS`.
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", "")
    words = "".join(c if c.isalnum() or c == "#" else " " for c in folded).split()
    told = " ".join(words)
    return (_PARTNER_FIELD_OF.get(told, "") if pairs else "") or _FIELD_OF.get(told, "")


def columns_of(headings: Sequence[str], *, pairs: bool = False) -> tuple[str, ...]:
    """The field of each column, empty for those that are not used.

    "Name" beside "Vorname" is the surname, "vārds" beside "uzvārds" the given name, alone each is the whole name. The
    first of two columns for one field counts.
    """
    found = [heading_field(heading, pairs=pairs) for heading in headings]
    either = _meaning_of_either(found)
    fields: list[str] = []
    for field in (either if field == "either" else field for field in found):
        fields.append(field if field not in fields else "")
    if "name" in fields:
        fields = ["" if field in ("given", "surname") else field for field in fields]
    return tuple(fields)


def _meaning_of_either(found: Sequence[str]) -> str:
    if "name" in found:
        return ""
    if "surname" in found:
        return "given"
    return "surname" if "given" in found else "name"
