"""The catalogues: complete, in use, alike in all four languages, and well written."""

import re
from collections import Counter
from enum import StrEnum
from pathlib import Path

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.play.outcome import RoundEnd
from thirtyone.rules import Family, Mark, Region, questions
from thirtyone.text.catalogue import LOCALE, PLURAL_RULE, read_catalogue, read_po

ROOT = Path(__file__).parents[2]
HOLE = re.compile(r"\{(\w+)\}")
OTHERS = [lang for lang in LANGUAGES if lang != "en"]

# Keys that are put together: the beginning, as it stands in the source, and what may follow.
MOVES = (
    *("draw", "take", "take_card", "knock", "throw_down", "keep"),
    *("swap", "swap_all", "pass", "renew", "hit", "stand"),
)
BUILT = {
    "language.": LANGUAGES,
    "region.": tuple(Region),
    "number.": tuple(map(str, range(2, 17))),
    "family.": tuple(Family),
    "form.": tuple(Family),
    "mark.": tuple(Mark),
    "popover.": tuple(Mark),
    "nav.": ("start", "hand", "round", "rules", "odds", "play", "learn", "teach"),
    "door.": tuple(
        f"{section}.{part}"
        for section in ("hand", "round", "rules", "odds", "play", "learn")
        for part in ("what", "who")
    ),
    "strip.": ("worst", "half", "best"),
    "strip.legend.": ("beats", "equal", "better"),
    "table.": ("rules", "beats", "level", "better", "hands", "strips"),
    "settle.bus.": (
        "target",
        *(f"{place}{who}" for place in ("lowest", "middle", "highest") for who in ("", ".knocker")),
    ),
    "study.head.": ("rounds", "matches"),
    "study.col.": ("life", "mark", "point", "token"),
    "study.end.": tuple(RoundEnd),
    "whatif.": ("best", "level"),
    "whatif.head.": tuple(f"{a}_{b}" for a in ("one", "level") for b in ("one", "level")),
    "whatif.policy.": ("bold", "steady", "careful", "hunter", "never_knocks"),
    "whatif.scale.": ("win", "lose", "lose_mark", "gain"),
    **{
        f"whatif.{part}.": ("win", "lose", "lose_mark", "gain", "tokens")
        for part in ("sub", "words", "words_set", "col")
    },
    **{f"whatif.{part}.": MOVES for part in ("move", "do")},
    "score.best_card": ("", "_four"),
    "score.one_card": ("", "_four"),
    "score.bank_natural.": ("court-cards", "ten-valued"),
}
# Twins of a text: for marks instead of lives, two lives instead of one, several instead of one.
TWINS = (".mark", ".lost", ".two", ".shared")
# Texts by rule path; test_every_rule_has_its_texts says which there must be.
BY_PATH = ("rule.", "value.", "short.")


def domains(lang):
    return {path.stem: path for path in sorted((LOCALE / lang / "LC_MESSAGES").glob("*.po"))}


def texts(lang):
    """Every single form of a language with its key."""
    return [(key, form) for key, forms in read_catalogue(lang).items() for form in forms]


@pytest.fixture(scope="module")
def source():
    """Everything of ours that may ask for a text."""
    files = [*(ROOT / "thirtyone").rglob("*.py"), *(ROOT / "notebooks").rglob("*.py")]
    assert len(files) > 20
    return "\n".join(path.read_text("utf-8") for path in files)


# ------------------------------------------------------------------ the same in all languages


def test_every_language_has_the_same_domains_and_keys():
    assert sorted(path.name for path in LOCALE.iterdir()) == sorted(LANGUAGES)
    checked = 0
    for lang in LANGUAGES:
        assert list(domains(lang)) == list(domains("en"))
        for domain, path in domains(lang).items():
            keys = [key for key, _ in read_po(path)]
            assert keys == [key for key, _ in read_po(domains("en")[domain])], (lang, domain)
            checked += len(keys)
    print(f"{checked} entries in {len(LANGUAGES)} languages")
    assert checked >= 4 * 200


def test_babel_reads_the_same_and_finds_a_comment_on_each():
    from babel.messages.pofile import read_po as babel_read_po

    checked = 0
    for lang in LANGUAGES:
        for domain, path in domains(lang).items():
            with path.open("rb") as file:
                catalogue = babel_read_po(file, locale=lang, domain=domain)
            header = dict(catalogue.mime_headers)
            assert header["Language"] == lang
            assert header["Plural-Forms"] == PLURAL_RULE
            theirs = {}
            for message in catalogue:
                if not message.id:
                    continue
                plural = isinstance(message.id, tuple)
                key = message.id[0] if plural else message.id
                if plural:
                    assert message.id[0] == message.id[1], key
                theirs[key] = tuple(message.string) if plural else (message.string,)
                assert "".join(message.auto_comments).strip(), f"{key} has no comment ({lang})"
                assert not message.fuzzy, key
                checked += 1
            assert dict(read_po(path)) == theirs
    print(f"{checked} entries read twice")
    assert checked >= 4 * 200


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_forms_and_holes(lang):
    english, other = read_catalogue("en"), read_catalogue(lang)
    for key, forms in english.items():
        assert len(other[key]) == len(forms), key
        for ours, theirs in zip(forms, other[key], strict=True):
            # A singular may say “one” in a word where another language writes the number.
            free = {"n"} if len(forms) == 2 else set()
            holes = [Counter(h for h in HOLE.findall(f) if h not in free) for f in (ours, theirs)]
            assert holes[0] == holes[1], f"{key} in {lang}"
    print(f"{len(english)} keys")
    assert english


@pytest.mark.parametrize("lang", LANGUAGES)
def test_comments_do_not_differ_between_languages(lang):
    for domain, path in domains(lang).items():

        def comments(po):
            return [x for x in po.read_text("utf-8").splitlines() if x.startswith("#. ")]

        assert comments(path) == comments(domains("en")[domain])
        assert comments(path)


# ------------------------------------------------------------------ nothing obsolete, nothing missing


def built(key):
    for beginning, rest in BUILT.items():
        if key.startswith(beginning) and (rest is None or key.removeprefix(beginning) in rest):
            return beginning
    return None


def stem(key):
    for twin in TWINS:
        key = key.removesuffix(twin)
    return stem(key) if key.endswith(TWINS) else key


def test_every_key_is_used(source):
    """Each key stands in the source, or is put together from a declared beginning that does."""
    quoted = set(re.findall(r"""["']([a-z_]+(?:\.[\w.-]+)+)["']""", source))
    keys = read_catalogue("en")
    idle = [
        key
        for key in keys
        if not {key, stem(key)} & quoted
        and built(key) is None
        and "." in key
        and not key.startswith(BY_PATH)
    ]
    assert idle == [], "no source file asks for these texts"
    for beginning in BUILT:
        if any(built(key) == beginning for key in keys):
            assert re.search(rf"""f["'][^"'\n]*{re.escape(beginning)}\{{""", source), beginning
    print(f"{len(keys)} keys in use")
    assert len(keys) >= 200


def test_every_rule_has_its_texts():
    """A question, and each answer as a sentence and in a few words; and no text without a rule."""
    wanted = set()
    for family in Family:
        for path, question in questions(family).items():
            answers = [""]
            if question.type is bool or issubclass(question.type, StrEnum):
                answers = [f".{answer}" for answer in question.answers]
            wanted |= {f"rule.{path}"}
            wanted |= {
                f"{kind}.{path}{answer}" for kind in ("value", "short") for answer in answers
            }
    keys = {key for key in read_catalogue("en") if key.startswith(BY_PATH)}
    assert sorted(wanted - keys) == []
    # A number may have words of its own for nought (“no lives”), a question for the game of 41.
    more = {f"{key}.0" for key in wanted} | {f"{key}.41" for key in wanted if "rule." in key}
    more |= {"rule.knock.first_turn.exchange"}
    assert sorted(keys - wanted - more) == []
    print(f"{len(keys)} texts about rules")
    assert len(keys) >= 200


def test_every_text_that_the_source_asks_for_exists(source):
    asked = set(re.findall(r"""\b(?:tr|plural)\(\s*["']([a-z_]+(?:\.[\w-]+)+)["']""", source))
    asked |= set(re.findall(r"""["'](refuse\.\w+)["']""", source)) - {"refuse.not_in_deck"}
    missing = sorted(key for key in asked if key not in read_catalogue("en"))
    assert missing == []
    print(f"{len(asked)} keys are asked for by name")
    assert len(asked) >= 100


# ------------------------------------------------------------------ typography

QUOTES = {"en": "“”", "nb": "«»", "sv": "””", "da": "»«"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(lang):
    first, last = QUOTES[lang]
    seen = 0
    for key, text in texts(lang):
        marks = re.findall("[“”„«»\"']", text)
        assert marks == [first, last] * (len(marks) // 2), f"{key}: {text}"
        seen += len(marks)
    print(f"{seen // 2} quotations in {len(texts(lang))} texts")
    assert seen >= 40


@pytest.mark.parametrize("lang", LANGUAGES)
def test_typography(lang):
    checked = 0
    for key, text in texts(lang):
        where = f"{key} ({lang}): {text}"
        assert text.strip() == text, where
        assert text, where
        assert "  " not in text, where
        assert "..." not in text, where
        assert "!" not in text, where
        assert not re.search(r"(?<=\s)-(?=\s)|(?<!\S)-\d", text), where  # – or − is meant
        assert not re.search(r"\d ?%|\d[ .,]\d{3}\b", text), where  # numbers come from Python
        assert not re.search(r"\s[,.?:;]|\(\s|\s\)", text), where
        if "…" in text:
            assert (" …" in text) == (lang != "en"), where
        checked += 1
    print(f"{checked} texts")
    assert checked >= 200


# ------------------------------------------------------------------ words

# What the terms page warns of, and gambling or chatty words, which this game does without.
FORBIDDEN = {
    "en": r"simply|oops|lucky|bets?|jackpot|home rules|opponents?",
    "nb": r"hjemmeregler\w*|kilden tier|diamanter|klubber|køller|dronning|poenger|points?|drakt|"
    r"kulør\w*|färg\w*|enkelt og greit|ops|flaks|innsats|gevinst|satse|kun|dersom|syv|motstander\w*",
    "sv": r"hemmaregler\w*|källan tiger|diamanter|klubbor|drottning|poänger|points?|dräkt|kulör\w*|"
    r"farge\w*|helt enkelt|hoppsan|insats|vinst|satsa|endast|denna|motspelare|linje",
    "da": r"hjemmeregler\w*|kilden tier|diamanter|køller|dronning|pointer|points|farver?\w*|färg\w*|"
    r"farge\w*|simpelthen|ups|held|indsats|gevinst|satse|modspiller\w*|kløver|spader|bare",
}
# Words of a neighbour language, the usual slip of a translator.
FOREIGN = {
    "nb": r"och|inte|på en gång|af|ikke noget|jeg|hvad|meget|kort til spil|ett kort på",
    "sv": r"og|ikke|eller ikke|hvad|hva|hvor|når|spill|kortene|hånd\w*",
    "da": r"och|inte|ikke noe|hva|hvorfor ikke|spill|kortstokk\w*|av|å|sju|åtte|ess",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_to_keep_out(lang):
    words = FORBIDDEN[lang] + ("|" + FOREIGN[lang] if lang in FOREIGN else "")
    found = [
        f"{key}: {hit[0]}"
        for key, text in texts(lang)
        if (hit := re.search(rf"(?<![\w{{])(?:{words})(?![\w}}])", text, re.IGNORECASE))
    ]
    assert found == []
    print(f"{len(texts(lang))} texts")
    assert texts(lang)


@pytest.mark.parametrize("lang", ["nb", "da"])
def test_three_aces_are_ild_and_never_fire(lang):
    """In Norwegian and Danish fire is the number four."""
    text = read_catalogue(lang)["score.three_aces.ild"][0]
    assert "Ild" in text
    assert "fire" not in text.lower()
