import marimo

__generated_with = "0.25.2"
app = marimo.App(width="full", app_title="31")

with app.setup:
    import marimo as mo

    from thirtyone.ui.rules_lab import STATE, RulesPage
    from thirtyone.web import page


@app.cell
def _():
    # The rules side by side, or with view=house your own. No cell runs for a click.
    here = page.open(mo, **STATE)
    rules = RulesPage(here)
    mo.vstack([here.bridge, rules.widget], gap=0)
    return


if __name__ == "__main__":
    app.run()
