"""The marimo notebooks: thin, and running from top to bottom without a browser."""

import ast
import importlib.util
from pathlib import Path

import pytest

from thirtyone.content import notebooks_dir

NOTEBOOKS = sorted((notebooks_dir() / "marimo").glob("*.py"))
LOGIC = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.While, ast.Lambda)


def test_there_are_notebooks_to_look_at():
    print(f"{len(NOTEBOOKS)} marimo notebooks")
    assert "hand.py" in {path.name for path in NOTEBOOKS}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_cell_is_controls_one_call_and_a_display(path):
    """No def, class or loop in a cell, and at most fifteen lines: logic belongs in the package."""
    cells = [
        node
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.With)
    ]
    assert cells, path
    for cell in cells:
        inner = [type(n).__name__ for b in cell.body for n in ast.walk(b) if isinstance(n, LOGIC)]
        assert not inner, f"{path.name}:{cell.lineno}: {inner}"
        assert cell.end_lineno - cell.lineno <= 15, f"{path.name}:{cell.lineno}"


def load(path: Path):
    spec = importlib.util.spec_from_file_location(f"notebook_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(path):
    outputs, definitions = load(path).app.run()
    assert any(output is not None for output in outputs)
    assert definitions
