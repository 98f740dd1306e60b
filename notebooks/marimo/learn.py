import marimo

__generated_with = "0.25.2"
app = marimo.App(width="full", app_title="31")

with app.setup:
    import marimo as mo

    from thirtyone.ui.learn_lab import LearnLab
    from thirtyone.ui.learn_place import STATE
    from thirtyone.web import page


@app.cell
def _():
    # The course. The lab listens to its own widget, and the browser keeps what was learnt.
    here = page.open(mo, **STATE)
    wishes = {"lang": here.lang, "home": here.home, "letters": here.prefs.letters}
    lab = LearnLab(**wishes, **here.state, on_change=here.go)
    here.observe(lab.follow)
    mo.vstack([here.bridge, lab.widget], gap=0)
    return


if __name__ == "__main__":
    app.run()
