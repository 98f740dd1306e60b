"""Small pictures of the sheets: what there is to do on each, without a word."""

from thirtyone.sheets import SheetKind


def mini(kind: SheetKind) -> str:
    """The page of a kind of sheet in a box of 106 by 150."""
    body = {
        SheetKind.SCORE: _hands,
        SheetKind.SETTLE: _seats,
        SheetKind.COMPARE: _columns,
        SheetKind.AGREE: _boxes,
    }[kind]()
    return (
        '<svg class="mini" viewBox="0 0 106 150" aria-hidden="true">'
        '<rect class="p" x=".75" y=".75" width="104.5" height="148.5" rx="3"/>'
        '<rect class="t" x="10" y="11" width="54" height="6" rx="2"/>'
        f'<rect class="m" x="10" y="23" width="80" height="3" rx="1.5"/>{body}</svg>'
    )


def _hands() -> str:
    drawn = []
    for y in (34, 62, 90, 118):
        for x in (10, 58):
            drawn += [
                f'<rect class="c" x="{x + 11 * place}" y="{y}" width="9" height="13" rx="1.5"/>'
                for place in range(3)
            ]
            drawn.append(f'<path class="l" d="M{x} {y + 21}h32"/>')
    return "".join(drawn)


def _seats() -> str:
    places = ((53, 48), (28, 66), (78, 66), (53, 84))
    seats = "".join(f'<circle class="c" cx="{x}" cy="{y}" r="9"/>' for x, y in places)
    return seats + "".join(
        f'<rect class="m" x="10" y="{106 + 10 * row}" width="{85 - 12 * row}" height="3" rx="1.5"/>'
        for row in range(4)
    )


def _columns() -> str:
    differ = {(0, 3), (1, 2), (2, 1), (3, 3), (4, 2), (5, 1)}
    return "".join(
        f'<rect class="{"a" if column == 0 else "d" if (row, column) in differ else "c"}" '
        f'x="{10 + 22 * column}" y="{34 + 17 * row}" width="20" height="14" rx="1.5"/>'
        for row in range(6)
        for column in range(4)
    )


def _boxes() -> str:
    lengths = (80, 66, 52, 80, 66, 52)
    return "".join(
        f'<rect class="c" x="10" y="{34 + 17 * row}" width="9" height="9" rx="1.5"/>'
        f'<rect class="m" x="26" y="{37 + 17 * row}" width="{length * 0.86:g}" height="3" rx="1.5"/>'
        for row, length in enumerate(lengths)
    )
