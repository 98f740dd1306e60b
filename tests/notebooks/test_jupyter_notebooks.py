"""The Jupyter notebooks: complete, with stored outputs, strict, and with a way out of each exercise.

That they run from top to bottom with these outputs is nbval's business.
"""

import ast
import itertools
import re

import nbformat
import pytest

from thirtyone.content import notebooks_dir

FOLDER = notebooks_dir() / "jupyter"
COURSE = sorted(FOLDER.glob("[0-9][0-9]-*.ipynb"))
MOST_LINES = 20
STRICT = "nbval-check-output"
PRIVATE = re.compile(r"/(?:home|root|tmp|work|usr)/|https?://|0x[0-9a-f]{6,}|\.py:\d|Traceback")


def read(path):
    return nbformat.read(path, as_version=4)


def tags(cell):
    return cell.metadata.get("tags", [])


def code(path):
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def text_of(output):
    data = output.get("data", {})
    return "\n".join([output.get("text", ""), *map(str, data.values())])


def test_the_course_is_whole():
    names = [path.stem for path in COURSE]
    print(f"{len(names)} notebooks")
    assert [int(name[:2]) for name in names] == list(range(1, 9))
    for name, following in itertools.pairwise(names):
        last = read(FOLDER / f"{name}.ipynb").cells[-1]
        assert f"]({following}.ipynb)" in last.source


@pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
def test_outputs_are_stored_and_strictly_compared(path):
    cells = code(path)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert all(STRICT in tags(cell) for cell in cells)
    shown = [output for cell in cells for output in cell.outputs]
    assert len(shown) >= 8
    for output in shown:
        assert output.output_type != "error"
        found = PRIVATE.search(text_of(output).replace("http://www.w3.org/2000/svg", ""))
        assert found is None, found
        # A stored widget would be looked for in vain: its text stands there instead.
        assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {})


@pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
def test_a_notebook_names_no_version_and_no_machine(path):
    notebook = read(path)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert dict(notebook.metadata.language_info) == {"name": "python"}
    ids = [cell.id for cell in notebook.cells]
    assert ids == [f"cell-{number:02}" for number in range(1, len(ids) + 1)]
    for cell in notebook.cells:
        assert set(cell.metadata) <= {"tags", "jupyter"}
        assert not PRIVATE.search(cell.source), cell.source


@pytest.mark.parametrize("path", COURSE, ids=lambda path: path.stem)
def test_cells_are_short_and_the_language_is_a_choice(path):
    cells = code(path)
    for cell in cells:
        ast.parse(cell.source)
        assert len(cell.source.splitlines()) <= MOST_LINES, cell.source
    assert any(re.search(r'^lang = "en"  # .*nb.*sv.*da', c.source, re.MULTILINE) for c in cells)
    assert sum("lang=lang" in cell.source or "(lang)" in cell.source for cell in cells) >= 2


def test_each_exercise_starts_wrong_or_weak_and_has_a_folded_solution_that_passes():
    exercises = 0
    for path in COURSE:
        kinds = [
            (kind, cell)
            for cell in code(path)
            for kind in ("exercise", "solution")
            if kind in tags(cell)
        ]
        assert [kind for kind, _ in kinds] == ["exercise", "solution"] * (len(kinds) // 2), path
        for kind, cell in kinds:
            assert bool(cell.metadata.get("jupyter", {}).get("source_hidden")) == (
                kind == "solution"
            )
            assert "check_" in cell.source
            verdicts = [text_of(output) for output in cell.outputs]
            assert verdicts, path
            if kind == "solution":
                assert all("\nPassed" in text for text in verdicts), verdicts
                exercises += 1
    print(f"{exercises} exercises")
    assert exercises >= 12


def test_most_first_versions_are_told_what_is_missing():
    first = [
        "\n".join(map(text_of, cell.outputs))
        for path in COURSE
        for cell in code(path)
        if "exercise" in tags(cell)
    ]
    missing = [text for text in first if "Not yet" in text]
    weak = [text for text in first if "Not yet" not in text]
    assert len(missing) >= 10
    # The others keep to the rules and are worse than the steady player, which the check says.
    assert weak
    assert all("Difference from the steady player" in text and "+0." in text for text in weak)
