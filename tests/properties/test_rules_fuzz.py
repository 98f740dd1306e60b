"""Any text as a ruleset file: it is read, or it is refused by a RulesError of one line."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import thirtyone.rules
from thirtyone.errors import RulesError
from thirtyone.rules import ruleset_ids
from thirtyone.rules.load import load_rules_file
from thirtyone.rules.model import Ruleset

DATA = Path(thirtyone.rules.__file__).parent / "data"
WORDS = st.sampled_from(
    [
        *(
            "[",
            "]",
            "[[",
            "]]",
            "=",
            '"',
            "'",
            "\n",
            "\n",
            ".",
            ",",
            "{",
            "}",
            "#",
            "value",
            "mark",
        ),
        *("players", "lives", "start", "scoring", "three_of_a_kind", "30.5", "31", "-1", "true"),
        *("nan", "inf", "1979-05-27", "based_on", "no-trettien", "names", "family", "draw", "id"),
        *("ours", "\x00", "½", "ᚠ", "1e999", "9" * 30, "0x1f", '"""', "source", "note", "region"),
    ]
)
READ = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read(data):
    """What the loader makes of a file with these bytes: a ruleset, or None where it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.toml"
        path.write_bytes(data)
        try:
            ruleset = load_rules_file(path)
        except RulesError as error:
            assert "\n" not in str(error)
            assert str(error)
            return None
        assert isinstance(ruleset, Ruleset)
        return ruleset


def as_own(id_):
    """One of our files with an id that a file of one's own may have."""
    text = (DATA / f"{id_}.toml").read_text("utf-8")
    assert text.count(f'id = "{id_}"') == 1
    return text.replace(f'id = "{id_}"', 'id = "mine"')


def test_copies_of_our_own_files_are_read():
    read_ones = [id_ for id_ in ruleset_ids() if read(as_own(id_).encode()) is not None]
    assert len(read_ones) >= 12


@READ
@given(st.binary(max_size=200))
def test_any_bytes(data):
    read(data)


@READ
@given(st.text(max_size=200))
def test_any_text(text):
    read(text.encode("utf-8", "surrogatepass"))


@READ
@given(st.lists(WORDS, max_size=40), st.sampled_from([" ", "", "\n"]), st.booleans())
def test_words_of_the_format_in_any_order(words, between, based):
    head = 'based_on = "no-trettien"\n' if based else ""
    read((head + between.join(words)).encode())


@READ
@given(
    rules=st.sampled_from(ruleset_ids()),
    at=st.integers(0, 20_000),
    size=st.integers(0, 12),
    put=st.text(st.sampled_from('0123456789abc[]{}".,=\n#-_'), max_size=6),
)
def test_edits_of_our_own_files(rules, at, size, put):
    text = as_own(rules)
    at %= len(text)
    read((text[:at] + put + text[at + size :]).encode())
