"""What a teacher may keep of a class: for each question, how often each option was chosen.

There is nothing in it about anybody: no name was ever asked for, and who chose what stays behind.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from thirtyone.text.translator import Translator
from thirtyone.ui.asked import show
from thirtyone.ui.wall_scene import export_head
from thirtyone.web.live_store import AskedRow

FORMATS: Final = {"csv": "text/csv", "json": "application/json"}
Results = Sequence[tuple[AskedRow, tuple[int, ...]]]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def export(results: Results, form: str, tr: Translator) -> str:
    """The answers of a class as text of one of the :data:`FORMATS`."""
    return _json(results, tr) if form == "json" else _csv(results, tr)


def _csv(results: Results, tr: Translator) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(export_head(tr).values())
    for row in _rows(results, tr):
        writer.writerow([_safe(cell) for cell in row])
    return "\ufeff" + out.getvalue()  # the mark by which Excel knows UTF-8


def _rows(results: Results, tr: Translator) -> Iterator[list[str]]:
    for asked, counts in results:
        shown = show(asked.question, tr.lang)
        question = " ".join((*shown.setup, shown.heading))
        for number, (option, count) in enumerate(zip(shown.options, counts, strict=True)):
            right = "1" if number == asked.right else "0"
            yield [str(asked.number), question, option, right, str(count)]


def _safe(cell: str) -> str:
    """No program may take what somebody typed for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _json(results: Results, tr: Translator) -> str:
    questions: list[dict[str, Any]] = []
    for asked, counts in results:
        shown = show(asked.question, tr.lang)
        options = [
            {"text": text, "right": number == asked.right, "answers": count}
            for number, (text, count) in enumerate(zip(shown.options, counts, strict=True))
        ]
        questions.append(
            {
                "number": asked.number,
                "lang": shown.lang,
                "setup": list(shown.setup),
                "question": shown.heading,
                "options": options,
                "asked": json.loads(asked.question),
            }
        )
    told = {"format": "thirtyone class", "version": 1, "questions": questions}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
