"""The rules in words: a question a path, a sentence and a short text an answer, in four languages."""

import re

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules import Family, questions
from thirtyone.rules.model import Players
from thirtyone.text.catalogue import LOCALE, read_po
from thirtyone.text.translator import get_translator

ALL_PATHS = {path for family in Family for path in questions(family)}
NUMBER = re.compile(r"\d+(?:½)?")


def asked_by(path):
    """The question of a path, of the family that knows most answers to it."""
    return max((q[path] for q in map(questions, Family) if path in q), key=lambda q: len(q.answers))


def text_keys():
    """Every key that the rules need, and whether it takes a number."""
    for path in sorted(ALL_PATHS):
        asked = asked_by(path)
        yield f"rule.{path}", False
        for kind in ("value", "short"):
            if asked.type is int:
                yield f"{kind}.{path}", True
                if asked.low == 0:
                    yield f"{kind}.{path}.0", False
            elif asked.type is Players:
                yield f"{kind}.{path}", False
            else:
                for answer in asked.answers:
                    yield f"{kind}.{path}.{answer}", False


FORTY_ONE = {
    f"rule.instant.{name}.41"
    for name in ("dealt", "in_play", "after_knock", "payers", "knocker_pays")
}
IN_EXCHANGE_GAMES = {"rule.knock.first_turn.exchange"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_and_answer_has_its_words(lang):
    tr = get_translator(lang)
    checked = 0
    for key, number in [*text_keys(), *((key, False) for key in FORTY_ONE | IN_EXCHANGE_GAMES)]:
        kind = key.partition(".")[0]
        for n in (1, 2):
            text = tr.plural(key, n) if number else tr(key, low=2, high=7)
            assert text.strip() == text != "", key
            assert {"rule": text.endswith("?"), "value": text.endswith(".")}.get(kind, True), key
            if kind == "short":
                assert len(text) <= 25, (key, text)
                assert not text.endswith("."), key
            if number:
                assert str(n) in text, (key, text)
        checked += 1
    assert checked > 300


def test_the_rules_in_words_have_no_other_keys():
    wanted = {key for key, _ in text_keys()} | FORTY_ONE | IN_EXCHANGE_GAMES
    for lang in LANGUAGES:
        written = [key for key, _ in read_po(LOCALE / lang / "LC_MESSAGES" / "rules.po")]
        assert len(written) == len(set(written))
        assert set(written) == wanted


def test_answers_to_one_question_read_differently():
    for lang in LANGUAGES:
        tr = get_translator(lang)
        for path in sorted(ALL_PATHS):
            asked = asked_by(path)
            if asked.type is int or asked.type is Players:
                continue
            for kind in ("value", "short"):
                said = [tr(f"{kind}.{path}.{answer}") for answer in asked.answers]
                assert len(set(said)) == len(said), (lang, path, kind, said)


def test_words_say_the_same_numbers_in_four_languages():
    for key, number in text_keys():
        if key.startswith("short."):
            continue
        said = []
        for lang in LANGUAGES:
            tr = get_translator(lang)
            text = tr.plural(key, 7) if number else tr(key, low=2, high=7)
            said.append(tuple(sorted(NUMBER.findall(text))))
        assert len(set(said)) == 1, (key, said)


def test_the_same_path_takes_the_same_answers_in_every_family():
    for path in ALL_PATHS:
        answers = {q[path].answers for q in map(questions, Family) if path in q}
        if path not in {"knock.first_turn", "instant.dealt"}:  # an exchange game knows one more
            assert len(answers) == 1, path
