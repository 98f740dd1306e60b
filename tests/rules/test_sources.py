"""The texts that values come from: five documents with their headings, and pages elsewhere."""

from collections import Counter
from itertools import pairwise

import pytest

from thirtyone.rules import Mark, load_ruleset, ruleset_ids, sources

DOCUMENTS = {
    "trettien": ("nb", "000_45e3bf86e42d137b.txt", 18),
    "svensk-bas": ("sv", "001_22f86e11c705473c.txt", 9),
    "trettioett": ("sv", "002_f62774d15c35addd.txt", 6),
    "spillevejledning": ("da", "003_51c63d0f1b5b9481.txt", 2),
    "enogtredive": ("da", "004_94061cc8e0e96b95.txt", 14),
}

OWN = {
    "no-trettien": "trettien",
    "no-kildebeskrivelse": "trettien",
    "se-svensk-bas": "svensk-bas",
    "se-forst-till-fem": "trettioett",
    "dk-enogtredive": "enogtredive",
    "dk-a7": "spillevejledning",
    "dk-a9": "spillevejledning",
    "dk-a5": "spillevejledning",
    "enogfyrre": "enogtredive",
}


def provenances(id_):
    return load_ruleset(id_).provenance.values()


def test_the_five_documents_come_first_with_file_and_headings():
    assert list(sources())[:5] == list(DOCUMENTS)
    for id_, (lang, file, headings) in DOCUMENTS.items():
        source = sources()[id_]
        assert (source.lang, source.file, len(source.sections)) == (lang, file, headings)
        assert len(set(source.sections)) == headings


def test_pages_elsewhere_have_a_title_and_a_language_only():
    pages = list(sources().values())[5:]
    assert len(pages) == 12
    for page in pages:
        assert page.title
        assert page.lang in {"en", "de", "sv", "da"}
        assert page.file is None
        assert page.sections == ()


def test_titles_tell_sources_apart():
    titles = Counter(source.title for source in sources().values())
    assert max(titles.values()) == 1


def test_every_source_is_used():
    used = {p.source.id for id_ in ruleset_ids() for p in provenances(id_) if p.source}
    assert used == set(sources())


@pytest.mark.parametrize(("id_", "document"), OWN.items())
def test_a_scandinavian_ruleset_states_only_what_its_own_document_states(id_, document):
    stated = Counter(p.source.id for p in provenances(id_) if p.mark is Mark.STATED)
    assert list(stated) == [document]
    assert stated[document] >= 12


def test_sections_point_into_all_parts_of_the_documents():
    """Rules stand all over the pages; only tips and mere frames have no value."""
    used = {
        (p.source.id, p.section)
        for id_ in ruleset_ids()
        for p in provenances(id_)
        if p.source and p.section
    }
    unused = {
        (id_, section)
        for id_ in DOCUMENTS
        for section in sources()[id_].sections
        if (id_, section) not in used
    }
    assert unused == {
        ("trettien", "Et eksempel på en runde"),
        ("trettien", "Varianter og husregler"),
        ("trettien", "Tips og vanlige feil"),
        ("trettien", "Vanlige spørsmål"),
        ("svensk-bas", "Hur fungerar kortbytet i 31?"),
        ("svensk-bas", "Hur vinner man i 31?"),
        ("svensk-bas", "Finns det varianter av 31?"),
        ("trettioett", "Taktiska råd"),
        ("trettioett", "Vanliga frågor"),
        ("enogtredive", "Kortene og hændernes værdi"),
        ("enogtredive", "Hænderne fra bedst til værst"),
        ("enogtredive", "Strategi"),
    }


def test_a_source_is_one_object_wherever_it_is_named():
    found = [p.source for id_ in ruleset_ids() for p in provenances(id_) if p.source]
    by_id = sorted(found, key=lambda source: source.id)
    assert all(a is b for a, b in pairwise(by_id) if a.id == b.id)
    assert len(by_id) > 300
