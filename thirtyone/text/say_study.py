"""The figures of simulations in words and columns."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, isfinite, log10

from thirtyone.sim.result import Estimate, Report
from thirtyone.sim.studies.study import Variant
from thirtyone.text.say import ruleset_name
from thirtyone.text.translator import Translator


@dataclass(frozen=True, slots=True)
class FigureTable:
    """The figures of one ruleset at one table: a title, columns by seat, and lines below."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[str, ...]


def figure_table(
    variant: Variant, report: Report, compared: Variant | None, tr: Translator
) -> FigureTable:
    """What one report tells; ``compared`` is the variant whose figures are subtracted."""
    columns = list(_columns(report, tr))
    return FigureTable(
        title=tr.plural(
            f"study.head.{'rounds' if report.rounds_per_match is None else 'matches'}",
            report.n,
            rules=variant_name(variant, tr),
            players=tr.number(report.players),
            seed=str(report.seed),
        ),
        header=tuple(name for name, _ in columns),
        rows=tuple(zip(*(texts for _, texts in columns), strict=True)),
        lines=tuple(_lines(report, compared, tr)),
    )


def variant_name(variant: Variant, tr: Translator) -> str:
    """The ruleset's name, with its house rules where it has any."""
    rules = ruleset_name(variant.ruleset, tr)
    if not variant.changes:
        return rules
    changes = ", ".join(f"{path}={value}" for path, value in variant.changes.items())
    house = f"{variant.house} ({changes})" if variant.house else changes
    return tr("study.with_house", rules=rules, house=house)


def say_intervals(tr: Translator) -> str:
    """What the square brackets mean."""
    return tr("study.intervals", share=tr.percent(0.95, 0))


def say_time(seconds: float, tr: Translator) -> str:
    """A time as people say it: ``50 s``, ``2 min 5 s``, ``3 h 20 min``."""
    whole = ceil(seconds)
    if whole < 60:
        return tr("study.seconds", s=tr.number(whole))
    if whole < 3600:
        return tr("study.minutes", m=tr.number(whole // 60), s=tr.number(whole % 60))
    return tr("study.hours", h=tr.number(whole // 3600), m=tr.number(whole % 3600 // 60))


def _columns(report: Report, tr: Translator) -> Iterator[tuple[str, Sequence[str]]]:
    seats = report.seats
    yield tr("study.col.seat"), [tr.number(seat.seat) for seat in seats]
    yield tr("study.col.player"), [seat.policy for seat in seats]
    yield tr(f"study.col.{report.unit}"), _figures([seat.per_round for seat in seats], tr)
    apart = report.difference.seats if report.difference else ()
    if any(each.per_round for each in apart):
        figures = [each.per_round for each in apart]
        yield tr("study.col.apart"), _figures(figures, tr, signed=True)
    if any(seat.win for seat in seats):
        yield tr("study.col.win"), _shares([seat.win for seat in seats], tr)
    if any(each.win for each in apart):
        yield tr("study.col.apart"), _shares([each.win for each in apart], tr, signed=True)


def _lines(report: Report, compared: Variant | None, tr: Translator) -> Iterator[str]:
    apart = report.difference.seats if report.difference else ()
    if compared is not None and any(each.per_round or each.win for each in apart):
        yield tr("study.apart", rules=variant_name(compared, tr))
    yield tr("study.turns", value=_one(report.turns_per_round, tr))
    if report.rounds_per_match:
        yield tr("study.length", value=_one(report.rounds_per_match, tr))
    ends = [
        tr(f"study.end.{end}", share=tr.percent(share.mean))
        for end, share in report.ends.items()
        if share.mean >= 0.0005  # else it would read as 0.0%
    ]
    yield tr("study.ends", ends=tr.join(ends))
    if report.quality.failed_knocks.n:
        (share,) = _shares([report.quality.failed_knocks], tr)
        yield tr("study.failed", value=share)


def _one(estimate: Estimate, tr: Translator) -> str:
    (text,) = _figures([estimate], tr)
    return text


def _figures(
    estimates: Sequence[Estimate | None], tr: Translator, *, signed: bool = False
) -> list[str]:
    """Numbers with as many decimals as the widest interval among them leaves sure."""
    digits = _digits(estimates, 1)
    say = tr.signed if signed else tr.decimal
    return [_with_interval(each, lambda number: say(number, digits)) for each in estimates]


def _shares(
    estimates: Sequence[Estimate | None], tr: Translator, *, signed: bool = False
) -> list[str]:
    """The same in per cent."""
    digits = _digits(estimates, 100)

    def say(share: float) -> str:
        return ("+" if signed and round(share, digits + 2) > 0 else "") + tr.percent(share, digits)

    return [_with_interval(each, say) for each in estimates]


def _with_interval(estimate: Estimate | None, say: Callable[[float], str]) -> str:
    if estimate is None:
        return "–"
    low, high = (say(n) if isfinite(n) else "–" for n in (estimate.low, estimate.high))
    return f"{say(estimate.mean)} [{low}; {high}]"


def _digits(estimates: Sequence[Estimate | None], scale: int) -> int:
    widths = [each.half_width * scale for each in estimates if each is not None]
    widest = max((w for w in widths if isfinite(w)), default=0.0)
    return min(5, max(1, 1 - ceil(log10(widest)) + 1)) if widest > 0 else 2
