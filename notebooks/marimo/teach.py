import marimo

__generated_with = "0.25.2"
app = marimo.App(width="full", app_title="31")

with app.setup:
    import marimo as mo

    from thirtyone.ui.teach_lab import STATE, TeachPage
    from thirtyone.web import page
    from thirtyone.web.live_desk import LiveDesk


@app.cell
def _():
    # Lesson plans, sheets and the question to the class. No cell runs for a click.
    here = page.open(mo, **STATE)
    teach = TeachPage(here)
    desk = LiveDesk(lang=here.lang, home=here.home, letters=here.prefs.letters)
    here.observe(desk.follow)
    teach.lab.live = desk.widget
    mo.vstack([here.bridge, teach.shown(mo)], gap=0)
    return


if __name__ == "__main__":
    app.run()
