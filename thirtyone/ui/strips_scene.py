"""What the strips show: where a hand stands among all hands of each ruleset's pack."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from itertools import accumulate, pairwise
from typing import Final

from thirtyone.hands import check_playable, score_playable
from thirtyone.odds import Standing, distribution, standing
from thirtyone.points import half_points
from thirtyone.rules import Family, Ruleset
from thirtyone.ui.scene import LEAST, Scene, View

_WIDE: Final = 1000
_TICKS: Final = (10, 15, 20, 25, 30, 35)
_APART: Final = 5.5  # per cent of the strip between two ticks, so that figures do not touch


def strips_scene(view: View) -> Scene:
    """The whole scene of the strips."""
    tr = view.tr
    whole = len(view.hand) >= LEAST
    listed = [rules for rules in (view.home, *view.shown) if _has_strip(view, rules)]
    hands = _hands(listed[0] if listed else view.home)
    return {
        "lang": tr.lang,
        "heading": tr("page.strip", n=tr.number(hands)),
        "lede": " ".join(_lede(view, hands)) if whole else tr("strip.none"),
        "axis": [tr(f"strip.{end}") for end in ("worst", "half", "best")],
        "rows": [_row(view, rules, hands) for rules in view.shown] if whole else [],
        "legend": "".join(
            f'<span><i class="{kind}"></i>{escape(tr(f"strip.legend.{key}"))}</span>'
            for kind, key in (("kb", "beats"), ("ke", "equal"), ("kh", "better"))
        ),
        "toggle": {
            "show": escape(tr("act.show_table")),
            "hide": escape(tr("act.hide_table")),
        },
        "table": {
            "caption": tr("table.strips"),
            "columns": [
                tr(f"table.{key}") for key in ("rules", "beats", "level", "better", "hands")
            ],
            "rows": list(_table(view)) if whole else [],
        },
    }


def _has_strip(view: View, ruleset: Ruleset) -> bool:
    """Against the bank a hand may grow; only the hands of the deal can be listed."""
    dealt = len(view.hand) == ruleset.hand_size
    return dealt and check_playable(view.hand, ruleset) is None


def _hands(ruleset: Ruleset) -> int:
    return sum(distribution(ruleset).values())


@lru_cache(maxsize=64)
def _blocks(ruleset: Ruleset) -> tuple[tuple[int, ...], list[list[float]], list[list[object]]]:
    """The orders of a ruleset, the block of each as start and width, and the ticks below."""
    counts = distribution(ruleset)
    total = sum(counts.values())
    edges = [_WIDE * below / total for below in accumulate(counts.values(), initial=0)]
    blocks = [[round(left, 2), round(right - left, 2)] for left, right in pairwise(edges)]
    orders = tuple(counts)
    ticks: list[list[object]] = []
    last = -_APART
    for points in _TICKS:
        order = half_points(points)
        if order in counts:
            left, width = blocks[orders.index(order)]
            middle = round((left + width / 2) / 10, 2)
            if middle - last >= _APART and middle <= 99:
                ticks.append([middle, points])
                last = middle
    return orders, blocks, ticks


def _row(view: View, ruleset: Ruleset, usual: int) -> Scene:
    tr = view.tr
    name = view.name(ruleset)
    row: Scene = {
        "id": ruleset.id,
        "name": name,
        "flag": view.flag(ruleset),
        "state": "home" if ruleset.id == view.home.id else "",
    }
    if not _has_strip(view, ruleset):
        grows = ruleset.family is Family.BANK and len(view.hand) > ruleset.hand_size
        key = "strip.no_order" if grows else "strip.not_playable"
        return {**row, "label": tr(key, rules=name)}
    orders, blocks, ticks = _blocks(ruleset)
    place = standing(view.hand, ruleset)
    order = score_playable(view.hand, ruleset).order
    main, detail = _words(view, place)
    if place.hands != usual:
        detail = f"{detail} · {tr('strip.of', n=tr.number(place.hands))}"
    return {
        **row,
        "blocks": blocks,
        "at": bisect_left(orders, order),
        "ticks": [
            [at, tr("strip.points", points=str(points)) if i == 0 else str(points)]
            for i, (at, points) in enumerate(ticks)
        ],
        "main": main,
        "detail": detail,
        "label": tr(
            "aria.strip",
            rules=name,
            n=tr.number(place.hands),
            beats=tr.number(place.beats),
            ties=tr.number(place.ties),
            loses=tr.number(place.loses),
        ),
    }


def _words(view: View, place: Standing) -> tuple[str, str]:
    tr = view.tr
    if place.loses == 0:
        level = tr.plural("strip.level", place.ties) if place.ties else tr("strip.level_none")
        return tr("strip.best_possible"), level
    better = tr.plural("strip.better", place.loses)
    if place.beats == 0:
        return tr("strip.worst_possible"), better
    share = place.beats / place.hands
    # One decimal at the ends: a hand that something beats never beats 100 per cent.
    digits = 0 if 0.005 <= share < 0.995 else 1
    return tr("strip.beats", share=tr.percent(share, digits=digits)), better


def _lede(view: View, usual: int) -> Iterator[str]:
    """The sentence about blocks, and one for every pack that makes another number of hands."""
    tr = view.tr
    yield tr("strip.lede")
    for ruleset in view.shown:
        if not _has_strip(view, ruleset) or _hands(ruleset) == usual:
            continue
        hands = tr.number(_hands(ruleset))
        name = view.name(ruleset)
        if ruleset.hand_size > LEAST:
            size = str(ruleset.hand_size)
            yield tr("strip.deck_four", rules=name, size=size, hands=hands)
        else:
            yield tr("strip.deck", rules=name, n=str(ruleset.deck_size), hands=hands)


def _table(view: View) -> Iterator[list[str]]:
    tr = view.tr
    for ruleset in view.shown:
        if not _has_strip(view, ruleset):
            yield [view.name(ruleset), "–", "–", "–", "–"]
            continue
        place = standing(view.hand, ruleset)
        figures = (place.beats, place.ties, place.loses, place.hands)
        yield [view.name(ruleset), *map(tr.number, figures)]
