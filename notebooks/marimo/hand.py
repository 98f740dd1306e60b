import marimo

__generated_with = "0.25.2"
app = marimo.App(width="full", app_title="31")

with app.setup:
    import marimo as mo

    from thirtyone.ui.hand_lab import THREE_ACES, HandLab
    from thirtyone.web import page


@app.cell
def _():
    # One hand under every ruleset. The lab listens to its own widgets, so no cell runs for a click.
    here = page.open(mo, hand=THREE_ACES, extra="")
    wishes = {"lang": here.lang, "home": here.home, "letters": here.prefs.letters}
    lab = HandLab(**wishes, **here.state, on_change=here.go, on_correct=here.correct)
    here.observe(lab.follow)
    mo.vstack([here.bridge, lab.picker, lab.verdicts, lab.strips], gap=0)
    return


if __name__ == "__main__":
    app.run()
