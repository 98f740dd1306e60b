import marimo

__generated_with = "0.25.2"
app = marimo.App(width="full", app_title="31")

with app.setup:
    import marimo as mo

    from thirtyone.ui.round_desk import STATE
    from thirtyone.ui.round_lab import RoundLab
    from thirtyone.web import page


@app.cell
def _():
    # One round step by step. The lab listens to its own widgets, so no cell runs for a click.
    here = page.open(mo, **STATE)
    lab = RoundLab(
        lang=here.lang, home=here.home, letters=here.prefs.letters, on_change=here.go, **here.state
    )
    here.observe(lab.follow)
    mo.vstack([here.bridge, lab.rounds, lab.table, lab.rejudge], gap=0)
    return


if __name__ == "__main__":
    app.run()
