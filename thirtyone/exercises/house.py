"""A learner's house rules, held against the worth that some hands should have."""

from collections.abc import Mapping

from thirtyone.errors import HandError
from thirtyone.exercises.verdict import Verdict, say_cards, say_rule
from thirtyone.hands import score_hand
from thirtyone.notation import parse_cards
from thirtyone.rules import Ruleset
from thirtyone.text.say import say_error, say_score
from thirtyone.text.say_play import say_label
from thirtyone.text.translator import get_translator


def check_rules(ruleset: Ruleset, wanted: Mapping[str, str], *, lang: str = "en") -> Verdict:
    """Are these hands worth this much under the ruleset? ``{"KH 9H AS": "30"}``."""
    tr = get_translator(lang)
    lines: list[str] = []
    wrong = 0
    for text, label in wanted.items():
        hand = parse_cards(text, lang)
        try:
            score = score_hand(hand, ruleset)
        except HandError as error:
            wrong += 1
            lines.append(say_error(error, tr))
            continue
        if score.label == str(label):
            continue
        if not wrong:
            points = say_label(score, tr)
            lines.append(
                tr("exercise.rules.first", cards=say_cards(hand), points=points, wanted=label)
            )
            lines.append(say_score(score, ruleset, tr))
            lines.append(say_rule(score.reason.rule, ruleset, tr))
        wrong += 1
    if not wrong:
        title = tr.plural("exercise.rules.passed", len(wanted))
        return Verdict(True, title, (), lang)
    title = tr.plural("exercise.rules.differs", wrong, all=tr.number(len(wanted)))
    return Verdict(False, title, tuple(lines), lang)
