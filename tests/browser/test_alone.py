"""A notebook without the explorer, as ``marimo run`` shows it: with two controls of its own."""

import contextlib
import http.client
import re
import socket
import subprocess
import sys
import time

import pytest
from playwright.sync_api import expect
from serving import ROOT, Server


@pytest.fixture
def alone(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    notebook = ROOT / "notebooks" / "marimo" / "hand.py"
    options = ("--headless", "--no-token", "-p", str(port))
    command = [sys.executable, "-m", "marimo", "run", str(notebook), *options]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                connection.request("GET", "/health")
                if connection.getresponse().status == 200:
                    break
            assert process.poll() is None
            time.sleep(0.1)
        yield Server(f"http://127.0.0.1:{port}", process)
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(8)
        process.kill()


def test_notebook_alone_has_language_and_rules(open_page, alone):
    """Two small selects stand in for the bar; the choice is in the address, and nothing reloads."""
    page = open_page("/?home=chess", ready=".t31-controls select", at=alone, lang="sv")
    language = page.locator(".t31-controls").get_by_label("Språk")
    rules = page.locator(".t31-controls").get_by_label("Dina regler")
    expect(page.locator(".t31-controls + p")).to_contain_text("Länken är skadad")
    expect(page.get_by_role("heading", name="Vad är handen värd?")).to_be_visible()
    rules.select_option("dk-a7")
    expect(page).to_have_url(re.compile("home=dk-a7"))
    language.select_option("da")
    expect(page.get_by_role("heading", name="Hvad er hånden værd?")).to_be_visible()
    expect(page.locator(".t31-controls").get_by_label("Dine regler")).to_have_value("dk-a7")
    expect(page).to_have_url(re.compile("lang=da"))
