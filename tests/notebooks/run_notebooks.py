"""Runs the Jupyter notebooks and stores what they print: ``python tests/notebooks/run_notebooks.py``.

Only what a reader sees is stored: no times, no versions, no state of widgets. Look at the
difference before it lands; names of notebooks may be given.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from thirtyone.content import notebooks_dir


def run(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=60,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
    )
    client.execute(cwd=path.parent)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            # Widgets are made anew; their ids would differ each time.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for path in sorted((notebooks_dir() / "jupyter").glob("*.ipynb")):
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            run(path)
            print(path.name)
