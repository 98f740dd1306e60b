"""The page of chances without a browser: acts go in as intents, scenes come out."""

import os
import random
import re
import signal
import threading
import time
from collections import Counter
from concurrent.futures import Future
from types import SimpleNamespace

import pytest

from thirtyone.cardwords import LANGUAGES
from thirtyone.rules import home_ids, load_ruleset
from thirtyone.rules.link import find
from thirtyone.sim.result import Estimate, wilson
from thirtyone.text.catalogue import read_catalogue
from thirtyone.text.translator import get_translator
from thirtyone.ui import long_run, odds_answers
from thirtyone.ui.long_run import Job, Run, State
from thirtyone.ui.odds_answers import Memory, OddsRun, ask
from thirtyone.ui.odds_lab import PAGE_STATE, OddsLab, OddsPage
from thirtyone.ui.odds_options import OPTIONS
from thirtyone.ui.odds_sections import _is_above, lasting
from thirtyone.ui.odds_setup import (
    Setup,
    chosen_options,
    offered_options,
    own_code,
    read_setup,
    switched,
    write_setup,
)
from thirtyone.ui.odds_task import THRESHOLDS, Counted, Found, Question, Task
from thirtyone.ui.odds_work import advance

TWO = "no-trettien.dk-a7"
FOUR = ("knocks-at:20", "knocks-at:25", "knocks-at:27", "knocks-at:30")


@pytest.fixture(scope="module")
def memory():
    """Everything that two rulesets are asked for, from a few hundred rounds each."""
    found = Memory()
    for task in ask(Setup(rules=("no-trettien", "dk-a7")), "no-trettien").tasks():
        found.keep(task, *advance(task, Counted(), 1500))
    return found


@pytest.fixture
def changes():
    return []


@pytest.fixture
def lab(memory, changes):
    return OddsLab(rules=TWO, memory=memory, background=False, on_change=changes.append)


def act(lab, *what):
    lab.widget.intent = {"n": lab.widget.scene["ack"] + 1, "do": [list(what)]}


def sections(lab):
    return {part["id"]: part for part in lab.widget.scene["sections"]}


# ------------------------------------------------------------------ the address


def test_a_link_says_what_was_asked():
    state = {"seats": "20.31.n.r", "rules": TWO, "set": "gk-like-all_sa-any", "who": "3"}
    setup, bad = read_setup({**state, "seed": "7", "n": "20000"}, "no-trettien")
    assert bad == ""
    assert setup.players == ("knocks-at:20", "knocks-at:31", "never-knocks", "random")
    assert (setup.seed, setup.rounds, setup.who) == (7, 20_000, 2)
    assert {o.key for o in chosen_options("no-trettien", setup.house)} == {
        "option.tie_like",
        "option.ace_any",
    }
    assert write_setup(setup, "no-trettien") == {**state, "seed": "7", "n": "20000"}


def test_what_is_usual_is_left_out():
    setup, bad = read_setup({}, "no-trettien")
    assert (setup.players, setup.rules, bad) == (FOUR, home_ids(), "")
    assert set(write_setup(setup, "no-trettien").values()) == {""}


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("seats", "20"),
        ("seats", "20.14"),
        ("seats", "20.25.27.30.31.20.20.20"),
        ("seats", "<script>"),
        ("rules", "atlantis"),
        ("set", "zz-top"),
        ("set", "sa-perhaps"),
        ("seed", "-1"),
        ("seed", "99999999999"),
        ("n", "many"),
        ("n", "30000"),
        ("who", "9"),
    ],
)
def test_a_bad_part_of_a_link_is_named_and_left_out(key, text):
    setup, bad = read_setup({key: text}, "no-trettien")
    assert bad == text[:40]
    assert setup == read_setup({}, "no-trettien")[0]
    lab = OddsLab(background=False, memory=Memory(), **{key: text})
    assert text[:40] in lab.widget.scene["message"]["text"]


def test_house_rules_go_on_and_off():
    house = ""
    for option in OPTIONS[:1]:
        house = switched("no-trettien", house, option)
    assert house == "go-1"
    code = own_code("no-trettien", house)
    assert code == "h1_no-trettien_go-1"
    assert str(find(code).form.settlement.lone_low_knocker) == "1"
    assert switched("no-trettien", house, OPTIONS[0]) == ""


@pytest.mark.parametrize("home", home_ids())
def test_offered_house_rules_change_one_answer_each(home):
    offered = offered_options(home, "")
    assert len(offered) >= 9
    base = load_ruleset(home)
    for option, code in offered:
        assert find(code) != base, code
        assert code.count("_") == 2, f"{option.id}: {code}"


# ------------------------------------------------------------------ the figures


def test_the_page_of_two_rulesets(lab):
    scene = lab.widget.scene
    assert scene["title"] == "Who wins under which rules?"
    assert scene["lede"] == "Four players and two rulesets, with the same cards for all."
    assert list(sections(lab)) == ["wins", "effects", "knock", "lasts", "ends", "seats"]
    for part in sections(lab).values():
        assert part["heading"], part["id"]
        assert part["spec"], part["id"]
        assert re.search(r"\d", part["said"]), part["id"]
        assert re.search(r"\d rounds for each .*start value 31", part["basis"]), part["id"]
        assert part["label"].startswith(part["table"]["caption"]), part["id"]
        width = len(part["table"]["head"])
        assert {len(row) for row in part["table"]["rows"]} == {width}, part["id"]
        assert not part["old"]


def test_figures_are_those_of_the_chain(lab, memory):
    """The words, the table and the chart say what was found."""
    task = Task(Question.WINS, "no-trettien", FOUR, 0, 31)
    bold = memory.found(task).win[0]
    part = sections(lab)["wins"]
    low, mean, high = (f"{100 * x:.1f}%" for x in (bold.low, bold.mean, bold.high))
    assert part["said"].startswith(
        f"Under Norwegian base, Bold wins {mean} of the matches, likely between {low} and {high}."
    )
    assert part["table"]["rows"][0][:2] == [
        "Norwegian base",
        f"{mean} ({low[:-1]}–{high[:-1]})",
    ]
    row = part["spec"]["concat"][0]["data"]["values"][0]
    assert row["who"] == "Bold"
    assert row["share"] == pytest.approx(100 * bold.mean)


def test_the_wins_of_all_players_make_a_whole(memory):
    for task in ask(Setup(rules=("no-trettien", "dk-a7")), "no-trettien").wins.values():
        found = memory.found(task)
        assert sum(win.mean for win in found.win) == pytest.approx(1, abs=1e-6)
        assert sum(found.ends.values()) == pytest.approx(1)
        assert 1 < found.length.mean < 40


def test_a_step_more_gives_the_same_as_one_large_step():
    """Counts add up: how the rounds are cut does not matter as long as they are the same."""
    task = Task(Question.SEATS, "no-trettien", FOUR, 0, 31)
    counted, _ = advance(task, Counted(), 3000)
    weights = dict(counted.weights)
    again, _ = advance(task, Counted(), 3000)
    assert (again.tallies, again.weights) == (counted.tallies, weights)
    more, found = advance(task, counted, 3000)
    assert found.rounds == more.rounds > 5900


def test_an_option_is_judged_on_the_same_deals():
    """The paired interval is much narrower than two intervals of their own would be."""
    code = "h1_no-trettien_go-1"
    counted, found = advance(
        Task(Question.EFFECTS, "no-trettien", FOUR, 0, 31, code), Counted(), 20_000
    )
    (change,) = found.win
    assert change.low > 0  # a failed knock that costs less helps who knocks early
    _, alone = advance(Task(Question.WINS, code, FOUR, 0, 31), Counted(), 20_000)
    assert change.half_width < alone.win[0].half_width
    assert counted.joints


def test_the_words_speak_of_bars_that_are_drawn():
    """Of so many rules only the largest are drawn; the rest is in the table."""
    memory, setup = Memory(), Setup(rules=("no-trettien",))
    asked = ask(setup, "no-trettien")
    more = len(asked.effects) - 12
    assert more > 1
    for place, task in enumerate(asked.effects.values()):
        size = 0.2 - place / 200
        low = size - 0.01 if place < 12 else -size
        change = Estimate(size, low, size + 0.01, 1000)
        memory.keep(task, Counted(), Found(1000, (change,)))
    lab = OddsLab(rules="no-trettien", memory=memory, background=False)
    part = sections(lab)["effects"]
    assert part["said"].endswith(f" {more} more rules change less; the table has them.")
    assert "pale" not in part["said"]
    assert len(part["table"]["rows"]) == len(asked.effects)


def test_how_often_the_lead_changes_is_told(lab, memory):
    asked = ask(Setup(rules=("no-trettien", "dk-a7")), "no-trettien")
    leads = {rules: memory.found(task).lead for rules, task in asked.course.items()}
    assert 0 < leads["no-trettien"] < leads["dk-a7"] < 4
    said = sections(lab)["lasts"]["said"]
    first, most = (f"{leads[rules]:.1f}" for rules in ("no-trettien", "dk-a7"))
    assert f"The lead changes hands {first} times a match on average." in said
    assert f"It does so most under Danish exchange A7: {most} times." in said


def test_a_match_that_lasts_longer_than_we_look_is_not_called_half_over():
    tr = get_translator("en")
    assert lasting([7, 14], 15, tr) == "Half of the matches are over after 7 to 14 rounds"
    assert lasting([7, 7], 15, tr) == "Half of the matches are over after 7 rounds"
    open_end = "Half of the matches are over after 7 to more than 40 rounds"
    assert lasting([7, None], 40, tr) == open_end
    assert lasting([None], 40, tr) == "More than half of the matches still go on after 40 rounds"


def test_rounding_is_no_finding():
    """Four equal players win a quarter each, whatever the rules: nothing changes, and it is said."""
    memory, setup = Memory(), Setup(players=("knocks-at:25",) * 4, rules=("no-trettien",))
    for task in ask(setup, "no-trettien").effects.values():
        memory.keep(task, *advance(task, Counted(), 600))
    lab = OddsLab(seats="25.25.25.25", rules="no-trettien", memory=memory, background=False)
    part = sections(lab)["effects"]
    assert "0.0 percentage points" not in part["said"]
    assert "changes most" not in part["heading"]


@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_who_is_ahead_is_said_as_seldom_wrongly_as_promised(players):
    """Equal players, many times: the first is called clearly ahead of the second in one of 20."""
    rng, n, wrong = random.Random(players), 2_000, 0
    for _ in range(600):
        wins = Counter(rng.choices(range(players), k=n))
        shares = [wilson(wins[seat], n) for seat in (0, 1)]
        wrong += _is_above(*shares, players) or _is_above(*shares[::-1], players)
    assert 0.015 * 600 < wrong < 0.085 * 600


def test_every_threshold_has_a_figure(lab):
    rows = sections(lab)["knock"]["table"]["rows"]
    assert [row[0] for row in rows] == [str(at) for at in THRESHOLDS]


def test_a_bank_game_has_figures_by_round():
    memory = Memory()
    setup = Setup(rules=("greek-31",))
    asked = ask(setup, "greek-31")
    assert (asked.seats, asked.thresholds, asked.effects) == ({}, {}, {})
    for task in asked.tasks():
        memory.keep(task, *advance(task, Counted(), 800))
    lab = OddsLab(home="greek-31", rules="greek-31", memory=memory, background=False)
    said = sections(lab)["wins"]["said"]
    assert re.search(r"In 100 rounds Bold gets [+−][\d.]+ tokens \(likely", said)
    assert "In the bank game" in lab.widget.scene["form"]["note"]


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_no_english_is_left(lab, memory, lang):
    """No text of the English catalogue that reads otherwise in the language, and no 95%."""
    lab.follow({"lang": lang})
    english, own = read_catalogue("en"), read_catalogue(lang)
    sentences = {
        re.escape(text)
        for key, forms in english.items()
        for text in forms
        if key.startswith(("chances.", "option.")) and "{" not in text and len(text) > 8
        if text not in own[key]
    }
    shown = repr(lab.widget.scene)
    assert [text for text in sentences if re.search(rf"\b{text}\b", shown)] == []
    assert len(sentences) > 40
    for part in sections(lab).values():
        cells = [cell for row in part["table"]["rows"] for cell in row]
        text = " ".join([part["said"], part["sub"], *cells])
        assert re.search(r"\d,\d", text), part["id"]
        assert not re.search(r"\d%|\d\.\d(?!\d\d)|−0,0\b", text), part["id"]


# ------------------------------------------------------------------ what the reader does


def test_controls(lab, changes):
    act(lab, "seat", "0", "23")
    assert lab.setup.players[0] == "knocks-at:23"
    assert changes[-1]["seats"] == "23.25.27.30"
    seat = lab.widget.scene["form"]["seats"][0]
    assert (seat["value"], seat["options"][0]) == ("23", ["23", "From 23"])
    assert (seat["slider"]["value"], seat["slider"]["text"]) == (23, "23 points")
    act(lab, "seat", "1", "n")
    assert lab.widget.scene["form"]["seats"][1]["slider"] is None
    act(lab, "players", "6")
    assert lab.setup.players[4:] == ("knocks-at:20", "knocks-at:25")
    act(lab, "follow", "5")
    act(lab, "players", "3")
    assert lab.setup.who == 2
    act(lab, "rules", "schwimmen")
    assert changes[-1]["rules"] == "no-trettien.dk-a7.schwimmen"
    act(lab, "house", "scoring.ace_across_suits=any")
    assert changes[-1]["set"] == "sa-any"
    act(lab, "rounds", "20000")
    act(lab, "seed", "99")
    assert (changes[-1]["n"], changes[-1]["seed"]) == ("20000", "99")


@pytest.mark.parametrize(
    "what",
    [
        ("seat", "9", "20"),
        ("seat", "0", "14"),
        ("seat", "0", "99"),
        ("seat", "x", "20"),
        ("players", "1"),
        ("players", "8"),
        ("players", "many"),
        ("follow", "7"),
        ("rules", "atlantis"),
        ("rules", "no-trettien"),
        ("house", "lives.start=9"),
        ("rounds", "5"),
        ("seed", "-5"),
        ("seed", "1e9"),
        ("width", "wide"),
        ("explode",),
    ],
)
def test_nonsense_changes_nothing(lab, changes, what):
    before = lab.setup
    act(lab, *what)
    assert lab.setup == before
    assert changes == []


def test_players_who_are_called_alike_have_their_seat(lab):
    act(lab, "seat", "1", "20")
    assert [text for _, text in lab.widget.scene["form"]["follow"]["options"]] == [
        "1 Bold",
        "2 Bold",
        "Careful",
        "31 hunter",
    ]


def test_a_ruleset_for_fewer_players_is_left_out(lab):
    act(lab, "players", "7")
    assert lab.widget.scene["form"]["rules"]["notes"] == [
        "Danish exchange A7 is for 2 to 6 players, so it is not shown."
    ]
    lab.follow({"home": "dk-a7", "rules": "dk-a7"})
    assert lab.widget.scene["none"]["head"] == "None of the rulesets is for 7 players"
    assert lab.widget.scene["sections"] == []


def test_old_figures_stay_until_there_are_new_ones(lab):
    before = sections(lab)["wins"]["spec"]
    act(lab, "seed", "5")
    part = sections(lab)["wins"]
    assert (part["old"], part["spec"]) == (True, before)


def test_the_width_of_the_page_decides(lab):
    assert sections(lab)["wins"]["spec"]["columns"] == 2
    act(lab, "width", "358")
    assert lab.widget.scene["width"] == 358
    assert sections(lab)["wins"]["spec"]["columns"] == 1


def test_your_rules_with_house_rules_have_a_name(lab):
    act(lab, "house", "scoring.ace_across_suits=any")
    form = lab.widget.scene["form"]
    assert form["house"]["label"] == "House rules: 1"
    assert "Norwegian base with 1 house rule" in form["rules"]["options"][0]["html"]


def test_the_page_opens_what_the_address_asks_for():
    def here(**state):
        prefs = SimpleNamespace(letters="off")
        return SimpleNamespace(
            lang="sv",
            home="dk-a7",
            prefs=prefs,
            state={**PAGE_STATE, **state},
            go=lambda *_: None,
            observe=lambda _: None,
        )

    assert type(OddsPage(here(view="what-if")).lab).__name__ == "WhatIfLab"
    lab = OddsPage(here(seats="20.30")).lab
    try:
        assert (type(lab).__name__, lab.setup.players) == (
            "OddsLab",
            ("knocks-at:20", "knocks-at:30"),
        )
    finally:
        lab.run.stop()
        long_run.close()


# ------------------------------------------------------------------ the run


class Pool:
    """Does every job at once, or never."""

    def __init__(self, *, dead=False):
        self.jobs, self.dead = 0, dead

    def submit(self, call, *args):
        future = Future()
        if not self.dead:
            self.jobs += 1
            try:
                future.set_result(call(*args))
            except Exception as error:  # noqa: BLE001
                future.set_exception(error)
        return future


class Sums:
    """Work for a run: so many jobs."""

    def __init__(self, jobs):
        self.left, self.got = jobs, []

    @property
    def finished(self):
        return not self.left

    def next(self):
        if not self.left:
            return None
        self.left -= 1
        return Job(self.left, pow, (self.left, 2))

    def done(self, job, answer):
        self.got.append((job.key, answer))


def end_of(run):
    """The state in which a run ends."""
    for _ in range(500):
        if run.state is not State.RUNNING:
            return run.state
        long_run.time.sleep(0.01)
    return run.state


def test_a_run_does_all_its_work(monkeypatch):
    monkeypatch.setattr(long_run, "processes", lambda **_: Pool())
    work, news = Sums(9), []
    run = Run(work, lambda run: news.append(run.state))
    run.start()
    assert end_of(run) is State.DONE
    assert sorted(work.got) == [(n, n * n) for n in range(9)]
    long_run.time.sleep(0.05)
    assert news[-1] is State.DONE


def test_what_somebody_waits_for_has_processes_of_its_own():
    try:
        urgent = long_run.processes(urgent=True)
        rest = long_run.processes()
        assert urgent is not rest
        assert (urgent, rest) == (long_run.processes(urgent=True), long_run.processes())
        nice = [pool.submit(os.nice, 0).result(60) for pool in (urgent, rest)]
        assert nice[0] < nice[1]
    finally:
        long_run.close()


def test_a_run_stops_and_a_lease_lapses(monkeypatch):
    monkeypatch.setattr(long_run, "processes", lambda **_: Pool(dead=True))
    run = Run(Sums(3), lambda _: None)
    run.start()
    run.stop()
    assert run.state is State.STOPPED
    monkeypatch.setattr(long_run, "LEASE", 0.05)
    lapsed = Run(Sums(3), lambda _: None)
    lapsed.start()
    assert end_of(lapsed) is State.STOPPED


def test_too_many_runs_are_busy_and_places_come_back(monkeypatch):
    monkeypatch.setattr(long_run, "processes", lambda **_: Pool(dead=True))
    monkeypatch.setattr(long_run, "_runs", long_run.threading.BoundedSemaphore(1))
    first, second = Run(Sums(1), lambda _: None), Run(Sums(1), lambda _: None)
    first.start()
    second.start()
    assert (first.state, second.state) == (State.RUNNING, State.BUSY)
    first.stop()
    for _ in range(200):
        third = Run(Sums(0), lambda _: None)
        third.start()
        if third.state is not State.BUSY:
            break
        long_run.time.sleep(0.02)
    assert end_of(third) is State.DONE


def test_who_asks_anew_keeps_the_place(monkeypatch):
    monkeypatch.setattr(long_run, "processes", lambda **_: Pool(dead=True))
    monkeypatch.setattr(long_run, "_runs", long_run.threading.BoundedSemaphore(1))
    run = Run(Sums(3), lambda _: None)
    run.start()
    for _ in range(50):
        before, run = run, Run(Sums(3), lambda _: None)
        before.stop()
        run.start(instead=before)
        assert run.state is State.RUNNING
    stranger = Run(Sums(1), lambda _: None)
    stranger.start()
    assert stranger.state is State.BUSY
    run.stop()
    assert end_of(run) is State.STOPPED


class Naps(Sums):
    """Jobs that take a while."""

    def next(self):
        job = super().next()
        return job and job._replace(call=time.sleep, args=(0.3,))


def test_a_process_that_is_killed_is_replaced_also_after_stopped_runs():
    try:
        old = [Run(Naps(9), lambda _: None) for _ in range(3)]
        for run in old:
            run.start()
        time.sleep(1.0)
        for run in old:
            run.stop()
        run = Run(Naps(6), lambda _: None)
        run.start()
        time.sleep(0.3)
        pool = long_run.processes()
        os.kill(next(iter(pool._processes)), signal.SIGKILL)
        begun = time.monotonic()
        while run.state is State.RUNNING and time.monotonic() < begun + 60:
            time.sleep(0.05)
        assert run.state is State.DONE
        assert long_run.processes() is not pool
    finally:
        long_run.close()


def test_jobs_of_a_run_that_ended_are_passed_over():
    run = Run(Sums(1), lambda _: None)
    mark = run._slot, run._number
    assert long_run._do(*mark, pow, 2, 5) is None  # not begun
    long_run._alive()[run._slot] = run._number
    assert long_run._do(*mark, pow, 2, 5) == 32
    run.stop()
    assert long_run._do(*mark, pow, 2, 5) is None


def test_a_run_keeps_its_slot_however_many_begin_and_end_meanwhile(monkeypatch):
    """A reader who leaves a long run open must not lose answers to others who move sliders."""
    monkeypatch.setattr(long_run, "processes", lambda **_: Pool())
    monkeypatch.setattr(long_run, "_SLOTS", 4)
    hold = threading.Event()

    class Held(Sums):
        def next(self):
            hold.wait(20)

    long = Run(Held(0), lambda _: None)
    long.start()
    for _ in range(10):
        other = Run(Sums(0), lambda _: None)
        other.start()
        assert other._slot != long._slot
        assert end_of(other) is State.DONE
        while other._slot in long_run._going:
            time.sleep(0.001)
    assert long_run._do(long._slot, long._number, pow, 2, 5) == 32
    hold.set()
    assert end_of(long) is State.DONE


def test_a_failure_is_said_and_the_figures_stay(monkeypatch, lab, caplog):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(long_run, "processes", lambda **_: Pool())
    work = Sums(1)
    work.next = lambda: Job(0, broken, ())
    run = Run(work, lambda _: None)
    run.start()
    assert end_of(run) is State.FAILED
    assert "a long run failed" in caplog.text
    lab._run = run
    lab.follow({"lang": "en"})
    told = lab.widget.scene["run"]
    assert (told["head"], told["text"]) == ("The run broke off", "The figures so far still hold.")
    assert told["button"]["html"] == "Try again"


def test_work_is_shared_out_fairly(monkeypatch):
    """First a first step for every task in the order of the page, then whoever is behind."""
    monkeypatch.setattr(odds_answers, "_CALM", 0)
    asked = ask(Setup(rules=("no-trettien", "dk-a7")), "no-trettien")
    memory = Memory()
    work = OddsRun(asked, 20_000, memory)
    assert not work.finished
    some = Estimate(0.2, 0.1, 0.3, 10)
    seen = []
    while (job := work.next()) is not None:
        task = job.key
        seen.append(task)
        known = memory.found(task)
        rounds = (known.rounds if known else 0) + 4000
        work.done(job, (Counted(rounds=rounds), Found(rounds, (some,))))
        assert len(seen) < 500
    tasks = asked.tasks()
    assert seen[: len(tasks)] == tasks
    assert all(memory.found(task).rounds >= 4000 for task in tasks)
    assert min(memory.found(task).rounds for task in asked.wins.values()) >= 20_000
    assert work.played == work.all_rounds
    assert work.answered(asked.wins)
    assert work.finished


def test_at_first_only_the_first_chart_is_worked_on():
    """A slider that is being moved asks many questions; only the last one deserves all charts."""
    asked = ask(Setup(rules=("no-trettien", "dk-a7")), "no-trettien")
    work = OddsRun(asked, 20_000, Memory())
    jobs = [work.next() for _ in range(3)]
    assert [job and job.key for job in jobs] == [*asked.wins.values(), None]
    assert not work.finished


def test_progress_and_a_stop_in_words(lab):
    lab._run.state = State.STOPPED
    lab.follow({"lang": "en"})
    told = lab.widget.scene["run"]
    assert re.fullmatch(r"Stopped at [\d,]+ rounds", told["head"])
    assert re.fullmatch(
        r"The shares won are good to about ±\xa0\d+\.\d percentage points\. You can go on from here\.",
        told["text"],
    )
    assert told["button"]["act"] == "start"
    lab._run.state = State.RUNNING
    lab.follow({"lang": "en"})
    told = lab.widget.scene["run"]
    assert re.fullmatch(r"[\d,]+ of [\d,]+ rounds", told["head"])
    assert told["button"]["act"] == "stop"
