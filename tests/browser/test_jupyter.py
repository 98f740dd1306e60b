"""JupyterLab in the browser: every notebook from top to bottom, and cards that keep their keys.

The server listens on this machine only, with a token of its own and folders of its own, asks nobody
for news, and ends by itself when nobody is there any more.
"""

import contextlib
import http.client
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from serving import ROOT, Server

NOTEBOOKS = sorted(path.stem for path in (ROOT / "notebooks" / "jupyter").glob("*.ipynb"))
COUNT = len(NOTEBOOKS)
TOKEN = secrets.token_hex(16)
_OFFLINE = {
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    # All cells are in the page, whether they are in view or not.
    "@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
}
_OPTIONS = (
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--ServerApp.open_browser=False",
    "--ServerApp.allow_root=True",
    "--ServerApp.terminals_enabled=False",
    "--ServerApp.shutdown_no_activity_timeout=60",
    "--MappingKernelManager.cull_idle_timeout=120",
    "--MappingKernelManager.cull_interval=20",
    "--MappingKernelManager.cull_connected=True",
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
    "--LabApp.expose_app_in_browser=True",
)


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory) -> Iterator[Server]:
    """A JupyterLab with copies of our notebooks."""
    home = tmp_path_factory.mktemp("jupyter")
    work = home / "work"
    shutil.copytree(ROOT / "notebooks" / "jupyter", work)
    for name, settings in _OFFLINE.items():
        path = home / "settings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings), "utf-8")
    folders = {
        name: str(home / name.lower())
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    settings = {
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        *_OPTIONS,
        f"--ServerApp.port={port}",
        f"--ServerApp.root_dir={work}",
        f"--IdentityProvider.token={TOKEN}",
    ]
    log = home / "log.txt"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=work,
            env={**os.environ, **folders, **settings, "PYTHONPATH": str(ROOT)},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_for(port, process, log)
            yield Server(f"http://127.0.0.1:{port}", process)
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
    # Kernels complain when they are closed in the middle of something; the server must not.
    assert re.findall(r"^\[E .*ServerApp\].*$", log.read_text("utf-8"), re.MULTILINE) == []


def _wait_for(port: int, process: subprocess.Popen[bytes], log) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text("utf-8")
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", f"/api/status?token={TOKEN}")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise TimeoutError(log.read_text("utf-8"))


def lab(open_page, jupyter: Server) -> Page:
    """JupyterLab with nothing open. It says a few things about itself that are no fault of ours."""
    page = open_page(
        f"/lab?reset&token={TOKEN}",
        ready=".jp-LabShell",
        at=jupyter,
        width=1400,
        height=1000,
        expect_errors=("/api/", "/lab/extensions", "favicon"),
    )
    page.set_default_timeout(60_000)
    page.wait_for_function("window.jupyterapp !== undefined")
    page.evaluate("window.jupyterapp.restored.then(() => true)")
    return page


_RUN = """async (path) => {
  const app = window.jupyterapp;
  const panel = await app.commands.execute("docmanager:open", { path, factory: "Notebook" });
  await panel.context.ready;
  await panel.revealed;
  await panel.sessionContext.ready;
  app.shell.activateById(panel.id);
  await app.commands.execute("notebook:run-all-cells");
  const cells = panel.context.model.sharedModel.cells.map((cell) => cell.toJSON());
  return cells.filter((cell) => cell.cell_type === "code").map((cell) => ({
    count: cell.execution_count, source: cell.source,
    errors: cell.outputs.filter((o) => o.output_type === "error").map((o) => `${o.ename}: ${o.evalue}`),
  }));
}"""
_CLOSE = """async () => {
  const app = window.jupyterapp;
  const panel = app.shell.currentWidget;
  await panel.sessionContext.shutdown();
  panel.context.model.dirty = false;
  panel.dispose();
}"""
_CELLS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
  .map((cell) => [cell.cell_type, cell.id])"""


def run(page: Page, name: str) -> list[dict]:
    """The notebook opened and run; its code cells afterwards."""
    return page.evaluate(_RUN, f"{name}.ipynb")


def keep_their_keys(page: Page, target) -> None:
    """Keys that add, delete, cut, change or run cells elsewhere do nothing on this element."""
    before = page.evaluate(_CELLS)
    target.focus()
    expect(target).to_be_focused()
    for key in ("a", "b", "d", "d", "x", "m", "y", "z", "c", "v", "0", "0"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.evaluate(_CELLS) == before
    assert page.locator(".jp-Dialog").count() == 0


def test_every_notebook_runs_from_top_to_bottom(open_page, jupyter):
    """Without an error, and with every widget drawn."""
    page = lab(open_page, jupyter)
    assert "hand" in NOTEBOOKS
    assert COUNT >= 7
    found = {}
    for name in NOTEBOOKS:
        cells = run(page, name)
        assert len(cells) > 5, name
        wrong = [cell for cell in cells if cell["errors"] or not cell["count"]]
        shown = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        # A widget that cannot be drawn says so in words.
        broken = shown.get_by_text("Error displaying widget").count()
        if wrong or broken:
            found[name] = (wrong, broken)
        expect(shown.locator(".jp-OutputArea-output").first).to_be_visible()
        page.evaluate(_CLOSE)
    assert found == {}
    print(f"{COUNT} notebooks")


def test_the_picker_answers_and_keeps_its_keys(open_page, jupyter):
    page = lab(open_page, jupyter)
    run(page, "01-cards-and-hands")
    panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    picker = panel.locator(".t31w.picker")
    verdicts = panel.locator(".t31w.verdicts")
    expect(verdicts.locator(".pt").first).to_have_text("19")
    picker.locator('.pk[data-card="AS"]').click()
    picker.locator('.pk[data-card="AH"]').click()
    expect(verdicts.locator(".pt").first).to_have_text("30")
    card = picker.locator('.pk[data-card="2H"]')
    keep_their_keys(page, card)
    keep_their_keys(page, picker.locator(".pk.on").first)
    for button in picker.locator("button:visible, input:visible").all():
        assert button.get_attribute("data-lm-suppress-shortcuts") == "true"
    # The language is a menu beside it, one of ipywidgets' own.
    menu = panel.locator(".widget-dropdown select").first
    keep_their_keys(page, menu)
    menu.select_option(label="Norsk")
    expect(verdicts.locator("h2").first).to_contain_text("regelsett")
    # The same keys do work where the notebook itself has the focus, or this test says nothing.
    before = page.evaluate(_CELLS)
    panel.locator(".jp-InputPrompt:visible").first.click()
    page.keyboard.press("b")
    page.wait_for_function(f"() => ({_CELLS})().length === {len(before) + 1}")


def test_a_guess_is_answered_and_keeps_its_keys(open_page, jupyter):
    page = lab(open_page, jupyter)
    run(page, "01-cards-and-hands")
    panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    choices = panel.locator(".widget-radio input")
    choices.nth(1).click()
    expect(panel.locator(".widget-html", has_text="Taken from elsewhere").first).to_be_visible()
    keep_their_keys(page, choices.nth(1))


@pytest.mark.parametrize(
    ("name", "widgets"),
    [("03-rulesets-as-data", (".matrix",)), ("04-a-round-in-code", (".table", ".rejudge"))],
)
def test_the_other_widgets_keep_their_keys(open_page, jupyter, name, widgets):
    page = lab(open_page, jupyter)
    run(page, name)
    for widget in widgets:
        here = page.locator(f".jp-NotebookPanel:not(.lm-mod-hidden) .t31w{widget}")
        expect(here).to_be_visible()
        focusable = here.locator("button:visible, input:visible, summary:visible, [tabindex='0']")
        assert focusable.count() > 0
        keep_their_keys(page, focusable.first)
        without = [
            item.evaluate("e => e.outerHTML.slice(0, 120)")
            for item in focusable.all()[:60]
            if item.get_attribute("data-lm-suppress-shortcuts") != "true"
        ]
        assert without == []
