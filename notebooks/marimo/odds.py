import marimo

__generated_with = "0.25.2"
app = marimo.App(width="full", app_title="31")

with app.setup:
    import marimo as mo

    from thirtyone.ui.odds_lab import PAGE_STATE, OddsPage
    from thirtyone.web import page


@app.cell
def _():
    # Chances under several rulesets, or with view=what-if of one position. No cell runs for a click.
    here = page.open(mo, **PAGE_STATE)
    odds = OddsPage(here)
    mo.vstack([here.bridge, odds.widget], gap=0)
    return


if __name__ == "__main__":
    app.run()
