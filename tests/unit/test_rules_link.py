"""House rules as codes and as files: what goes out comes back, and nonsense gives one line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thirtyone.errors import RulesError
from thirtyone.rules import Family, load_ruleset, questions, ruleset_ids, value_text, values
from thirtyone.rules.draft import Draft, clean_name, offered
from thirtyone.rules.link import LETTERS, LONGEST, find, find_named, known_id, read_code, write_code
from thirtyone.rules.model import Players
from thirtyone.rules.values import conflicts, get_value
from thirtyone.rules.write import file_name, read_toml, write_toml
from thirtyone.text.say import say_error
from thirtyone.text.translator import get_translator

BASES = st.sampled_from(ruleset_ids()).map(load_ruleset)


@st.composite
def drafts(draw):
    """Any house rule that somebody can click together, open questions included."""
    base = draw(BASES)
    draft = Draft(base, clean_name(draw(st.text(max_size=60))))
    paths = draw(st.lists(st.sampled_from(list(questions(base.family))), max_size=12))
    for path in paths:
        asked = questions(base.family)[path]
        if asked.type is Players:
            low = draw(st.integers(2, 12))
            value = Players(low, draw(st.integers(low, 12)))
        elif asked.type is int:
            value = draw(st.sampled_from(offered(base, path)) | st.integers(asked.low, asked.high))
        else:
            value = draw(st.sampled_from(offered(base, path)))
        try:
            draft = draft.choose(path, value if isinstance(value, int) else value_text(value))
        except RulesError as error:
            assert error.reason == "refuse.rules_conflict"
    return draft


@settings(max_examples=150, deadline=None)
@given(drafts())
def test_what_goes_out_comes_back(draft):
    """A draft, its code and its file are three forms of one thing; every draft can be played."""
    assert not list(conflicts(draft.ruleset))
    code = write_code(draft)
    assert len(code) < LONGEST
    assert code.replace("-", "").replace("_", "").isalnum()
    assert code.isascii()
    again = read_code(code)
    assert again == draft
    assert write_code(again) == code
    assert known_id(code) == code
    assert find(code).id == code
    assert values(find(code)) == values(draft.ruleset)
    assert read_toml("a.toml", write_toml(draft).encode()) == draft


@settings(max_examples=150, deadline=None)
@given(drafts())
def test_an_open_question_says_what_it_is_about(draft):
    """Each has an answer that was cleared and another answer that excludes it."""
    for path, value in draft.cleared.items():
        assert draft.obstacle(path) != path
        assert not draft.fits(path, value)
        assert draft.counted[path] == get_value(draft.ruleset, path)
        assert path not in draft.changes


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80) | st.from_regex(r"h1_no-trettien(_[a-zA-Z]{2}-[a-z0-9-]{1,9}){0,4}"))
def test_no_text_breaks_the_reader(text):
    """A damaged code is refused in one line; what is taken has one plain form."""
    try:
        rules = find(text)
    except RulesError as error:
        assert known_id(text) is None
        assert "\n" not in say_error(error, get_translator("sv"))
    else:
        assert known_id(text) == rules.id == find(rules.id).id


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_file_breaks_the_reader(raw):
    """Whatever is in a file: a draft, or one line that names the file."""
    try:
        read_toml("mine.toml", raw)
    except RulesError as error:
        line = say_error(error, get_translator("en"))
        assert line.startswith("mine.toml: ")
        assert "\n" not in line


def test_letters_are_for_ever():
    """Every question of every family has two letters of its own."""
    assert set(LETTERS) == {path for family in Family for path in questions(family)}
    assert len(set(LETTERS.values())) == len(LETTERS)
    assert all(len(letters) == 2 and letters.islower() for letters in LETTERS.values())


def test_links_made_today_must_work_tomorrow():
    """These codes are printed on somebody's card."""
    rules = find("h1_no-trettien_sa-any_sk-30-5_xe-reshuffle_gk-like-all_n-The-cabin")
    assert rules.names == dict.fromkeys(("en", "nb", "sv", "da"), "The cabin")
    answers = {p: value_text(v) for p, v in values(rules).items()}
    expected = {
        **{p: value_text(v) for p, v in values(load_ruleset("no-trettien")).items()},
        "scoring.ace_across_suits": "any",
        "scoring.three_of_a_kind": "30.5",
        "stock.empty": "reshuffle",
        "settlement.tie_with_knocker": "like-all",
    }
    assert answers == expected
    greek = find("h1_greek-31_pl-2-5_bd-28_n-Kz61zfz17ez-1")
    assert (str(greek.players), greek.form.bank.draws_to) == ("2-5", 28)
    assert greek.names["en"] == "Kafž 1"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("h1_no-trettien_sa-maybe", "refuse.house_damaged"),
        ("h1_no-trettien_zz-any", "refuse.house_damaged"),
        ("h1_no-trettien_sa-any_sa-one", "refuse.house_damaged"),
        ("h1_no-trettien_Sa-any", "refuse.house_damaged"),
        ("h1_no-trettien_tw-any", "refuse.house_damaged"),
        ("h1_chess", "refuse.house_damaged"),
        ("h1_", "refuse.house_damaged"),
        ("h0_scat", "refuse.house_damaged"),
        ("h1_dk-a7_hc-4", "refuse.house_damaged"),
        ("h1_scat_n-" + "a" * 1000, "refuse.house_damaged"),
        ("h1_scat_n-<b>", "refuse.house_damaged"),
        ("h2_scat_sa-any", "refuse.house_newer"),
        ("chess", "refuse.unknown_rules"),
        ("../../etc/passwd", "refuse.unknown_rules"),
        ("own.toml", "refuse.unknown_rules"),
    ],
)
def test_refusals(code, reason):
    """Damaged, newer, unknown: each has its own line, and no file is ever opened."""
    with pytest.raises(RulesError) as caught:
        find(code)
    assert caught.value.reason == reason
    assert known_id(code) is None


@pytest.mark.parametrize("text", [None, 7, ["scat"], {}, "x" * 100_000])
def test_other_things_are_no_id(text):
    """What comes from a browser may be anything."""
    assert known_id(text) is None


def test_a_link_may_be_plainer_than_written():
    """Answers that the base gives anyway, another order, spaces in the name: one plain form."""
    assert known_id("h1_scat_sk-30-5_sa-none_n--a--b-") == known_id("h1_scat_sk-30-5_n-a-b")
    assert known_id("h1_no-trettien_gk-like-all_sa-any") == "h1_no-trettien_sa-any_gk-like-all"


def test_four_cards_open_two_questions_and_undo_closes_them():
    """A contradiction clears the choice that no longer fits; it comes back when it fits again."""
    draft = Draft(load_ruleset("dk-enogtredive"), "Hytta").choose("hand.cards", "4")
    assert {p: value_text(v) for p, v in draft.cleared.items()} == {
        "scoring.three_of_a_kind": "30.5",
        "scoring.three_aces": "33",
    }
    assert draft.obstacle("scoring.three_aces") == "hand.cards"
    assert write_code(draft) == "h1_dk-enogtredive_hc-4_SK-30-5_SE-33_n-Hytta"
    closed = draft.choose("scoring.three_aces", "none")
    assert list(closed.cleared) == ["scoring.three_of_a_kind"]
    assert value_text(closed.changes["scoring.three_aces"]) == "none"
    assert draft.undo("hand.cards") == Draft(load_ruleset("dk-enogtredive"), "Hytta")


def test_without_lives_somebody_must_win_otherwise():
    """One choice may open a chain of questions."""
    draft = Draft(load_ruleset("no-trettien")).choose("lives.start", "0")
    assert list(draft.cleared) == ["settlement.goal", "match.target"]
    assert get_value(draft.ruleset, "match.target") == 5


def test_what_no_game_of_the_kind_can_have_is_not_offered():
    """An exchange game has three cards in the hand; the bank game has one pack of 52."""
    assert offered(load_ruleset("dk-a7"), "hand.cards") == ("3",)
    assert offered(load_ruleset("greek-31"), "deck.cards") == ("52",)
    with pytest.raises(RulesError):
        Draft(load_ruleset("dk-a7")).choose("hand.cards", "4")


def test_another_base_keeps_the_choices_that_it_can_take():
    """From draw to exchange: scoring stays, the stock goes."""
    draft = Draft(load_ruleset("no-trettien"), "Hytta")
    draft = draft.choose("scoring.ace_across_suits", "any").choose("stock.empty", "reshuffle")
    moved = draft.moved(load_ruleset("dk-a7"))
    assert {p: value_text(v) for p, v in moved.changes.items()} == {
        "scoring.ace_across_suits": "any"
    }
    assert moved.name == "Hytta"
    assert moved.moved(load_ruleset("greek-31")).changes == {}


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (b"", "family"),
        (b"based_on = 7", "7"),
        (b'based_on = "scat"\nlives = 3\n', "lives"),
        (b'based_on = "scat"\n[lives]\nstart = 99\n', "lives.start"),
        (b'based_on = "scat"\n[lives]\nstrat = 3\n', "lives.start"),
        (b"\xff\xfe", "UTF-8"),
        (b"[" * 50_000, ""),
        (b'based_on = "scat"\nx = ' + b"[" * 20_000, ""),
        (b"a = " + b"9" * 100_000, ""),
        (b"x" * 10_000_000, "200"),
        (b'based_on = "dk-a7"\n[hand]\ncards = 4\n', "hand.cards"),
    ],
)
def test_files_that_are_none(raw, part):
    """One line with the file's name, whatever it is."""
    with pytest.raises(RulesError) as caught:
        read_toml("our-table.toml", raw)
    line = say_error(caught.value, get_translator("en"))
    assert line.startswith("our-table.toml: ")
    assert part in line
    assert len(line) < 400


def test_a_house_rule_may_be_called_like_one_of_ours(tmp_path):
    """Its file then has the name of a ruleset, and can be read all the same, by the command too."""
    draft = Draft(load_ruleset("no-trettien"), "Scat").choose("scoring.ace_across_suits", "any")
    assert file_name(draft) == "scat.toml"
    assert read_toml("scat.toml", write_toml(draft).encode()) == draft
    place = tmp_path / "scat.toml"
    place.write_text(write_toml(draft), "utf-8")
    assert find_named(str(place)).id == "house-scat"
    assert file_name(Draft(draft.base, "Hytta på Hafjell ½")) == "hytta-pa-hafjell-1-2.toml"
    assert file_name(Draft(draft.base, "ニ")) == "house-rules.toml"


def test_names_are_one_visible_line():
    """No line breaks, no text that runs backwards, forty characters at most."""
    assert clean_name("  The \n\t cabin\u202e ") == "The cabin"
    assert clean_name("å" * 100) == "å" * 40
    assert clean_name("a\u0301") == "á"
    assert clean_name("\u200b\x00\ud800") == ""
    assert clean_name('<b>"x"\'{n}') == '<b>"x"\'{n}'


def test_a_whole_ruleset_of_ones_own_can_be_edited():
    """A file without a base starts from the nearest of ours; all its answers are kept."""
    text = "\n".join(
        ['family = "draw"', 'name = "Alone"']
        + [
            f"{path} = {str(v).lower() if type(v) is int else repr(value_text(v))}"
            for path, v in values(load_ruleset("cadillac")).items()
        ]
    ).replace("players = '2-9'", "players = '2-8'")
    draft = read_toml("alone.toml", text.encode())
    assert draft.base.id == "cadillac"
    assert draft.name == "Alone"
    assert {p: value_text(v) for p, v in draft.changes.items()} == {"players": "2-8"}
