"""One's own hand right after each move: how many of the unseen cards lead to which worth."""

from thirtyone.sim.positions.moves import hand_after
from thirtyone.sim.positions.what_if import Asked
from thirtyone.text.translator import Translator
from thirtyone.ui.scene import Scene
from thirtyone.ui.what_if_words import label_of, say_move


def hand_scene(asked: Asked, tr: Translator, *, local: bool) -> Scene:
    """Under your rules, for every move that leaves the hand to chance: a bar for each worth."""
    ruleset = asked.rulesets[0]
    rows = []
    for line in asked.lines:
        if line.rules != 0:
            continue
        after = hand_after(ruleset, asked.position, line.action)
        whole = after.total()
        # At the bank 0 is over 31: the worst, and told last.
        orders = sorted(after, key=lambda order: (order == 0, -order))
        rows.append(
            {
                "html": say_move(line.action, ruleset, asked.position, tr, signs=True, local=local),
                "label": say_move(line.action, ruleset, asked.position, tr),
                "bars": [
                    {
                        "worth": label_of(ruleset, order, tr),
                        "width": round(100 * after[order] / whole, 2),
                        "text": tr.percent(after[order] / whole, 0 if whole == 1 else 1),
                        "count": tr("whatif.cards_of", n=after[order], m=whole)
                        if whole > 1
                        else tr("whatif.certain"),
                    }
                    for order in orders
                ],
            }
        )
    return {
        "summary": tr("whatif.hand"),
        "caption": tr("whatif.hand_caption"),
        "head": [tr("whatif.col.move"), tr("whatif.col.hand"), tr("whatif.col.chance")],
        "rows": rows,
    }
