"""Sheets: right by an independent count, the same for the same order, another for each pupil."""

import re
from html.parser import HTMLParser

import pytest

from thirtyone.cards import Card
from thirtyone.cardwords import LANGUAGES
from thirtyone.errors import UsageError
from thirtyone.hands import score_hand
from thirtyone.play.outcome import RoundEnd
from thirtyone.play.settle import settle
from thirtyone.rules import Family, get_value, load_ruleset, ruleset_ids
from thirtyone.rules.draft import offered
from thirtyone.sheets import Order, SheetKind, check_order, make_sheet, usual_count
from thirtyone.ui.sheet_print import Job, Part, count_pages, job_document, job_pages

RULES = [load_ruleset(id_) for id_ in ruleset_ids()]
LEVELS = (1, 2, 3)
PAGE = '<section class="pg '


def every_order():
    for kind in SheetKind:
        for ruleset in RULES:
            for level in LEVELS:
                yield Order(kind, ruleset, level)


def test_every_ruleset_has_every_sheet_and_it_is_full():
    """Four kinds, sixteen rulesets, three levels; as many tasks as a page has room for."""
    checked = 0
    for order in every_order():
        sheet = make_sheet(order, 1)
        most = usual_count(order.kind, order.ruleset, order.level)
        if order.kind is SheetKind.AGREE:
            assert 5 <= len(sheet.tasks) <= most, order
        else:
            assert len(sheet.tasks) == most, order
        checked += len(sheet.tasks)
    print(f"{checked} tasks on {4 * 16 * 3} sheets")
    assert checked > 2000


def test_the_same_order_makes_the_same_sheet_and_each_number_another():
    for order in every_order():
        assert make_sheet(order, 7) == make_sheet(order, 7)
        if order.kind is not SheetKind.AGREE:
            assert make_sheet(order, 7).tasks != make_sheet(order, 8).tasks
    one = Order(SheetKind.SCORE, RULES[0])
    tasks = {make_sheet(one, n).tasks for n in range(1, 41)}
    assert len(tasks) == 40
    assert make_sheet(Order(SheetKind.SCORE, RULES[0], seed=32), 1).tasks not in tasks


def test_no_hand_stands_twice_on_a_sheet():
    for order in every_order():
        sheet = make_sheet(order, 3)
        if order.kind is SheetKind.SCORE:
            hands = [frozenset(case.cards) for case in sheet.tasks]
            assert len(set(hands)) == len(hands), order


def test_hands_are_of_the_level_that_was_ordered():
    """Easy sheets have no aces to trip over; hard ones nothing else."""
    for ruleset in RULES:
        if ruleset.family is Family.BANK:
            continue
        easy = make_sheet(Order(SheetKind.SCORE, ruleset, 1), 2).tasks
        hard = make_sheet(Order(SheetKind.SCORE, ruleset, 3), 2).tasks
        assert {case.level for case in easy} == {1}
        assert {case.level for case in hard} <= {2, 3}


def test_the_answers_are_those_of_the_engine():
    """Each answer of a key, asked again from the engine by another way."""
    checked = 0
    for order in every_order():
        for task in make_sheet(order, 5).tasks:
            if order.kind is SheetKind.SCORE:
                assert task.value(order.ruleset) == score_hand(task.cards, order.ruleset).label
            elif order.kind is SheetKind.SETTLE:
                cards = [card for hand in task.hands for card in hand]
                assert len(set(cards)) == len(cards)
                done = task.settled(order.ruleset)
                if task.end is not RoundEnd.BANK:
                    again = settle(order.ruleset, task.hands, end=done.end, knocker=task.knocker)
                    assert again.changes == done.changes
            elif order.kind is SheetKind.COMPARE:
                across = make_sheet(order, 5).columns
                assert task.labels == tuple(score_hand(task.cards, r).label for r in across)
            else:
                continue
            checked += 1
    print(f"{checked} answers")
    assert checked > 1500


def test_compared_rulesets_part_more_often_the_harder_the_sheet():
    for ruleset in RULES:
        counts = []
        for level in LEVELS:
            order = Order(SheetKind.COMPARE, ruleset, level)
            rows = [row for n in range(1, 4) for row in make_sheet(order, n).tasks]
            counts.append(sum(row.disputed for row in rows))
            assert make_sheet(order, 1).columns[0] == ruleset
            assert len(make_sheet(order, 1).columns) >= 2
        assert 0 < counts[0] < counts[2], (ruleset.id, counts)


def test_wishes_are_possible_and_not_what_the_rules_say():
    """Three wishes a pupil, among the boxes to tick; pupils have different ones."""
    for ruleset in RULES:
        wishes = set()
        for number in range(1, 13):
            sheet = make_sheet(Order(SheetKind.AGREE, ruleset, 2), number)
            mine = [topic for topic in sheet.tasks if topic.wish is not None]
            assert len(mine) == 3, ruleset.id
            for topic in sheet.tasks:
                own = get_value(ruleset, topic.path)
                assert topic.answers[0] == own
                assert len(set(topic.answers)) == len(topic.answers) >= 2
                assert set(topic.answers) <= set(offered(ruleset, topic.path))
                assert topic.wish is None or topic.wish in topic.answers[1:]
            wishes.add(tuple((topic.path, topic.wish) for topic in mine))
        assert len(wishes) > 4, ruleset.id


@pytest.mark.parametrize(
    ("order", "sheets", "reason"),
    [
        (Order(SheetKind.SCORE, RULES[0], level=4), 1, "refuse.sheet_level"),
        (Order(SheetKind.SCORE, RULES[0], count=97), 1, "refuse.sheet_number"),
        (Order(SheetKind.SETTLE, RULES[0], count=31), 1, "refuse.sheet_number"),
        (Order(SheetKind.SCORE, RULES[0], seed=-1), 1, "refuse.sheet_number"),
        (Order(SheetKind.SCORE, RULES[0]), 41, "refuse.sheet_number"),
        (Order(SheetKind.SCORE, RULES[0]), 0, "refuse.sheet_number"),
    ],
)
def test_what_cannot_be_ordered_is_refused(order, sheets, reason):
    with pytest.raises(UsageError) as caught:
        check_order(order, sheets)
    assert caught.value.reason == reason


# ------------------------------------------------------------------------------------ documents


@pytest.mark.parametrize("part", list(Part))
def test_pages_are_counted_without_making_them(part):
    """What the button says is what comes: for all kinds, long and short, one sheet and many."""
    checked = 0
    for ruleset in (RULES[0], RULES[5], load_ruleset("enogfyrre"), load_ruleset("greek-31")):
        for kind in SheetKind:
            for count, sheets in ((0, 1), (0, 7), (3, 5), (9, 4)):
                job = Job((kind,), ruleset, sheets=sheets, count=count, part=part)
                assert len(job_pages(job)) == count_pages(job), job
                checked += 1
    long = Job((SheetKind.SCORE,), RULES[0], sheets=3, count=96, part=part)
    assert len(job_pages(long)) == count_pages(long)
    print(f"{checked} jobs")


def test_keys_stand_behind_the_sheets_on_pages_of_their_own():
    job = Job((SheetKind.SCORE, SheetKind.SETTLE), RULES[0], sheets=3)
    kinds = [re.search(r'class="pg ([^"]+)"', page)[1].split() for page in job_pages(job)]
    told = [(kind[0], "key" in kind) for kind in kinds]
    sheets = [("score", False), ("settle", False)] * 3
    assert told == [*sheets, ("score", True), *[("settle", True)] * 3]


def test_the_key_has_the_answers_and_the_sheet_has_not():
    job = Job((SheetKind.SCORE,), load_ruleset("se-svensk-bas"), "sv", sheets=1, count=5)
    sheet, key = job_pages(job)
    values = [case.value(case.ruleset) for case in make_sheet(job.order(job.kinds[0]), 1).tasks]
    found = re.findall(r"<b>([^<]+)</b><small>", key)
    assert found == values
    assert "Blad 1" in key
    assert "blad 1 av 1" in sheet
    assert sheet.count('class="bx"') == 5
    assert not re.findall(r"<b>\d+</b><small>", sheet)


class _Sound(HTMLParser):
    """Every tag is closed, every picture of a card has a name, every reference leads somewhere."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.uses, self.cards = [], set(), set(), 0

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids |= {attrs["id"]} if "id" in attrs else set()
        if tag == "use":
            self.uses.add(attrs["href"][1:])
        if tag == "svg" and "card" in attrs.get("class", ""):
            self.cards += 1
            assert attrs["aria-label"]
        if tag not in {"meta", "link", "br", "input"}:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_document_stands_by_itself(lang):
    """No address in it, no script, all cards named, in one language."""
    for ruleset in RULES:
        text = job_document(Job(tuple(SheetKind), ruleset, lang, 3, sheets=2))
        assert f'<html lang="{lang}">' in text
        assert "://" not in text
        assert "<script" not in text
        assert "{" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
        sound = _Sound()
        sound.feed(text)
        assert sound.open == []
        assert sound.uses <= sound.ids
        assert sound.cards > 100


def test_the_same_job_makes_the_same_bytes():
    job = Job(tuple(SheetKind), RULES[0], "da", 2, seed=5, sheets=3)
    assert job_document(job) == job_document(job)
    assert job_document(job) != job_document(Job(tuple(SheetKind), RULES[0], "da", 2, 6, 0, 3))


def test_a_pupil_with_only_a_number_gets_the_sheet_of_that_number():
    job = Job((SheetKind.SCORE,), RULES[0], sheets=26, part=Part.SHEETS)
    (own,) = job_pages(Job((SheetKind.SCORE,), RULES[0], only=7, part=Part.SHEETS))
    seventh = job_pages(job)[6]
    assert own.partition("<footer>")[0] == seventh.partition("<footer>")[0]
    assert "sheet 7 of 26" in seventh
    assert "sheet 7 ·" in own


def test_local_letters_are_on_the_cards():
    from thirtyone.ui.faces import symbol

    job = Job((SheetKind.SCORE,), RULES[0], "da", local=True)
    assert symbol(Card("JH"), "da", local=True) in job_document(job)
