"""What the learn page shows: the course, a step of a lesson, the practice, the words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.lessons.glossary import glossary
from thirtyone.lessons.lesson import Lesson
from thirtyone.lessons.load import course, load_course, load_lesson
from thirtyone.lessons.search import plain, questions, search
from thirtyone.quiz import LEVELS, Kind, kind_name, level_name
from thirtyone.text.translator import Translator
from thirtyone.ui.learn_ask import Asking, ask_scene
from thirtyone.ui.learn_hands import Reader
from thirtyone.ui.learn_kept import Kept, kept_text
from thirtyone.ui.learn_place import PRACTICE, Place, neighbours
from thirtyone.ui.learn_rules import try_scene
from thirtyone.ui.learn_text import all_terms, term_scenes, text_scene
from thirtyone.ui.learn_try import Try
from thirtyone.ui.marks import icon
from thirtyone.ui.scene import Scene

_MOST: Final = 12
_FEW_WORDS: Final = 3
"""So many words of the glossary at most, and of so many letters at least, are found."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What somebody practises: kinds of questions, a level or 0 for the fitting one."""

    kinds: tuple[Kind, ...]
    offered: tuple[Kind, ...]
    """Those that can be asked under these rules."""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that a scene is made of."""

    reader: Reader
    place: Place
    kept: Kept
    wanted: str = ""
    """What is searched for."""
    tried: Try | None = None
    asking: Asking | None = None
    practice: Practice | None = None

    @property
    def tr(self) -> Translator:
        """The words."""
        return self.reader.tr

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is open."""
        return load_lesson(self.place.lesson, self.tr.lang) if self.place.lesson else None


def learn_scene(page: Page) -> Scene:
    """The whole scene but what the lab adds: acknowledgement, messages, what is said aloud."""
    lesson = page.lesson
    kind = "practice" if page.place.practice else "lesson" if lesson else "course"
    if page.place.glossary:
        kind = "glossary"
    scene: Scene = {
        "lang": page.tr.lang,
        "page": kind,
        "words": _words(page.tr),
        "back": page.tr("learn.back"),
        "rail": None if lesson is None else _rail(page, lesson),
    }
    if kind == "course":
        return scene | _course(page)
    if kind == "glossary":
        return scene | _glossary(page)
    if page.place.practice:
        return scene | _practice(page, lesson)
    assert lesson is not None
    return scene | _step(page, lesson)


def _words(tr: Translator) -> Scene:
    return {
        "check": icon("check"),
        "previous": icon("previous"),
        "next": icon("next"),
        "search": icon("search"),
        "warn": icon("warn"),
        "down": icon("down"),
        "star": icon("swap"),
        "close": tr("act.close"),
        "cross": icon("x"),
    }


# --------------------------------------------------------------------------------------- the course


def _course(page: Page) -> Scene:
    tr = page.tr
    lessons = load_course(tr.lang)
    return {
        "title": tr("learn.title"),
        "lede": tr("learn.lede", n=tr.spelled(len(lessons), first=True)),
        "search": _search(page),
        "heading": tr("learn.lessons"),
        "lessons": [_entry(page, number, lessons) for number in range(len(lessons))],
        "go_on": _go_on(page, lessons),
        "practise": {"text": tr("learn.practise_all"), "place": _at(Place(step=PRACTICE))},
        "glossary": {"text": tr("learn.glossary"), "place": _at(Place(view="glossary"))},
        "progress": progress_scene(page, lessons),
    }


def _at(place: Place) -> dict[str, str]:
    return {"lesson": place.lesson, "step": place.step, "view": place.view}


def _entry(page: Page, number: int, lessons: Sequence[Lesson]) -> Scene:
    tr, lesson = page.tr, lessons[number]
    done, steps = page.kept.count(lesson), len(lesson.steps)
    titles = {one.slug: one.title for one in lessons}
    needs = [tr.quote(titles[slug]) for slug in lesson.needs if slug in titles]
    return {
        "number": tr.number(number + 1),
        "label": tr("learn.number", n=tr.number(number + 1)),
        "title": lesson.title,
        "summary": lesson.summary,
        "place": _at(Place(lesson.slug, _first_open(page.kept, lesson))),
        "minutes": tr.plural("learn.minutes", lesson.minutes),
        "steps": tr("learn.steps_done", done=tr.number(done), n=tr.number(steps))
        if done
        else tr.plural("learn.steps", steps),
        "done": done,
        "of": steps,
        "needs": tr("learn.needs", lessons=tr.join(needs)) if needs else "",
        "aims": {"title": tr("learn.aims"), "items": list(lesson.objectives)},
    }


def _first_open(kept: Kept, lesson: Lesson) -> str:
    done = kept.done(lesson.slug)
    return next((step.id for step in lesson.steps if step.id not in done), lesson.steps[0].id)


def _go_on(page: Page, lessons: Sequence[Lesson]) -> Scene | None:
    """The lesson that is next: the first that is not done."""
    tr, kept = page.tr, page.kept
    todo = next((one for one in lessons if kept.count(one) < len(one.steps)), None)
    if todo is None:
        return None
    text = tr("learn.start") if kept.is_empty else tr("learn.go_on", lesson=todo.title)
    return {"text": text, "place": _at(Place(todo.slug, _first_open(kept, todo)))}


def _search(page: Page) -> Scene:
    tr, wanted = page.tr, page.wanted
    asked = questions(tr.lang)
    found = _found(page, wanted)
    said = ""
    if plain(wanted).strip():
        said = tr.plural("learn.found", len(found)) if found else tr("learn.none", text=wanted)
    return {
        "label": tr("learn.search"),
        "text": wanted,
        "said": said,
        "found": found,
        "all": {"title": tr("learn.usual", n=tr.number(len(asked))), "items": _usual(page)},
    }


def _found(page: Page, wanted: str) -> list[Scene]:
    """Usual questions and steps; before them the words of the glossary that are meant."""
    tr = page.tr
    part = plain(wanted).strip()
    terms = [
        term
        for term in glossary(tr.lang).values()
        if len(part) >= _FEW_WORDS
        and any(plain(word).startswith(part) for word in (term.word, *term.also))
    ]
    terms.sort(key=lambda term: not f"{plain(term.word)} ".startswith(f"{part} "))
    words = [{"head": term.word, "text": term.text, "place": None} for term in terms]
    places = [
        {
            "head": one.question or one.title,
            "text": _where(page, one.slug, one.title if one.question else ""),
            "place": _at(Place(one.slug, one.step)),
        }
        for one in search(wanted, tr.lang, _MOST)
    ]
    return [*words[:_FEW_WORDS], *places]


def _where(page: Page, slug: str, step: str) -> str:
    title = load_lesson(slug, page.tr.lang).title
    return page.tr("learn.in_step", lesson=title, step=step) if step else title


def _usual(page: Page) -> list[Scene]:
    """The usual questions, each with the step that answers it."""
    answered: dict[int, tuple[str, str]] = {}
    for lesson in load_course(page.tr.lang):
        for step in lesson.steps:
            for number in step.faq:
                answered.setdefault(number, (lesson.slug, step.id))
    return [
        {"text": text, "place": _at(Place(*answered[number]))}
        for number, text in questions(page.tr.lang).items()
        if number in answered
    ]


def progress_scene(page: Page, lessons: Sequence[Lesson]) -> Scene:
    """How far somebody is, the result as text, and the way to begin anew."""
    tr, kept = page.tr, page.kept
    done = sum(map(kept.count, lessons))
    steps = sum(len(lesson.steps) for lesson in lessons)
    right, asked = kept.quiz.score
    lines = []
    if done:
        lines.append(tr("learn.steps_done", done=tr.number(done), n=tr.number(steps)))
    if asked:
        score = tr("quiz.score", right=tr.number(right), n=tr.number(asked))
        lines.append(tr("learn.answers_right", score=score))
    return {
        "title": tr("learn.progress"),
        "share": round(100 * done / steps, 1) if steps else 0,
        "lines": lines or [tr("learn.no_progress")],
        "note": tr("learn.kept_here"),
        "not_kept": tr("learn.not_kept"),
        "empty": kept.is_empty,
        "result": {
            "title": tr("learn.result"),
            "text": kept_text(kept, tuple(lessons), tr),
            "copy": tr("learn.copy"),
            "copied": tr("learn.copied"),
        },
        "reset": {
            "button": tr("learn.reset"),
            "sure": tr("learn.reset_sure"),
            "yes": tr("learn.reset_yes"),
            "no": tr("learn.reset_no"),
        },
    }


# ----------------------------------------------------------------------------------------- a lesson


def _number(lesson: Lesson) -> int:
    return course().index(lesson.slug) + 1


def _rail(page: Page, lesson: Lesson) -> Scene:
    tr, done = page.tr, page.kept.done(lesson.slug)
    n = tr.number(_number(lesson))
    items = [
        {
            "text": step.title,
            "sign": tr.number(number),
            "done": step.id in done,
            "now": step.id == page.place.step,
            "place": _at(Place(lesson.slug, step.id)),
            "done_label": tr("learn.done"),
        }
        for number, step in enumerate(lesson.steps, start=1)
    ]
    items.append(
        {
            "text": tr("learn.practise"),
            "sign": "∞",
            "done": False,
            "now": page.place.practice,
            "place": _at(Place(lesson.slug, PRACTICE)),
            "done_label": "",
        }
    )
    return {
        "title": tr("learn.lesson_title", n=n, title=lesson.title),
        "label": tr("learn.rail"),
        "items": items,
        "course": {"text": tr("learn.back"), "place": _at(Place())},
    }


def _links(page: Page, lesson: Lesson) -> Scene:
    tr = page.tr
    before, after = neighbours(lesson, page.place.step)

    def link(place: Place | None, key: str) -> Scene | None:
        if place is None:
            return None
        other = load_lesson(place.lesson, tr.lang)
        if place.practice:
            title = tr("learn.practise")
        elif other.slug != lesson.slug:
            title = tr("learn.lesson_title", n=tr.number(_number(other)), title=other.title)
        else:
            title = next(step.title for step in other.steps if step.id == place.step)
        return {"text": title, "label": tr(key, title=title), "place": _at(place)}

    return {
        "previous": link(before, "learn.previous"),
        "next": link(after, "learn.next")
        or {"text": tr("learn.back"), "label": tr("learn.back"), "place": _at(Place())},
    }


def _step(page: Page, lesson: Lesson) -> Scene:
    tr = page.tr
    step = next(one for one in lesson.steps if one.id == page.place.step)
    number = lesson.steps.index(step) + 1
    asked = questions(tr.lang)
    assert page.asking is not None
    tried = page.tried and try_scene(page.reader, page.tried, f"{lesson.slug}.{step.id}.{tr.lang}")
    return {
        "count": tr("step.count", n=tr.number(number), m=tr.number(len(lesson.steps))),
        "title": step.title,
        **text_scene(step, lesson),
        "try": tried,
        "try_label": tr("learn.try"),
        "ask": ask_scene(page.reader, page.asking),
        "answers": {
            "title": tr("learn.answers_usual"),
            "items": [asked[number] for number in step.faq],
        },
        "links": _links(page, lesson),
        "glossary": {
            "title": tr("learn.terms"),
            "items": term_scenes(lesson.terms, tr.lang),
        },
    }


# --------------------------------------------------------------------------------------- practice


def _practice(page: Page, lesson: Lesson | None) -> Scene:
    tr, practice = page.tr, page.practice
    assert practice is not None
    assert page.asking is not None
    title = tr("learn.practise_lesson", lesson=lesson.title) if lesson else tr("learn.practise_all")
    levels = [["0", tr("learn.level_auto"), practice.level == 0]]
    levels += [[str(n), level_name(n, tr), practice.level == n] for n in LEVELS]
    return {
        "title": title,
        "count": "",
        "lede": tr("learn.practise_lede"),
        "kinds": {
            "label": tr("learn.kinds"),
            "options": [
                [kind.value, kind_name(kind, tr), kind in practice.kinds]
                for kind in practice.offered
            ],
        },
        "levels": {"label": tr("learn.level"), "options": levels},
        "ask": ask_scene(page.reader, page.asking),
        "another": tr("learn.another"),
        "progress": progress_scene(page, load_course(tr.lang)),
        "links": _links(page, lesson) if lesson else None,
    }


# --------------------------------------------------------------------------------------- the words


def _glossary(page: Page) -> Scene:
    tr = page.tr
    return {
        "title": tr("learn.glossary"),
        "lede": tr("learn.glossary_lede"),
        "search": {"label": tr("learn.search_words"), "text": page.wanted},
        "none": tr("learn.none", text=page.wanted),
        "terms": [
            {
                **term,
                "also": tr("learn.also", words=", ".join(term["also"])) if term["also"] else "",
            }
            for term in all_terms(tr.lang, page.wanted)
        ],
    }
