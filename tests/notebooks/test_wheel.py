"""What a wheel brings: the package, its data, the notebooks and the lessons."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_wheel_carries_notebooks_and_lessons_and_finds_them(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "site")
    wanted = {
        "thirtyone/py.typed",
        "thirtyone/rules/data/no-trettien.toml",
        "thirtyone/text/locale/sv/LC_MESSAGES/thirtyone.po",
        "thirtyone/ui/static/tokens.css",
        "thirtyone/web/static/shell.js",
        "thirtyone/_content/notebooks/marimo/hand.py",
        "thirtyone/_content/notebooks/jupyter/hand.ipynb",
        "thirtyone/_content/lessons/README.md",
        "thirtyone/_content/lessons/trettien/rounds/en-runde.toml",
        "thirtyone/_content/notebooks/marimo/round.py",
    }
    assert not wanted - names
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]
    code = (
        "from thirtyone.content import notebooks_dir, lessons_dir;"
        "from thirtyone import load_ruleset;"
        "print((notebooks_dir() / 'marimo' / 'hand.py').is_file(), lessons_dir().is_dir(),"
        " load_ruleset('dk-a7').id, '_content' in str(notebooks_dir()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r});" + code],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert "True True dk-a7 True" == done.stdout.strip()
