"""Runs a study: cuts it into pieces, hands them to a crew, keeps and adds up what comes back.

The pieces may come back in any order and from anywhere. Counts are whole numbers, so the totals
are the same to the last digit however the work was cut and whoever did it.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from thirtyone import __version__
from thirtyone.errors import WorkError
from thirtyone.policies import named_policy
from thirtyone.rules.model import Ruleset
from thirtyone.sim.matches.counting import count_matches
from thirtyone.sim.matches.counts import MatchCounts
from thirtyone.sim.speed import has_numpy
from thirtyone.sim.studies.results_file import ResultsFile
from thirtyone.sim.studies.round_counts import RoundCounts, count_rounds
from thirtyone.sim.studies.study import Mode, Piece, Study
from thirtyone.sim.studies.workers import Alone, Crew

Counts: TypeAlias = RoundCounts | MatchCounts

MOST_LOSSES: Final = 5
"""So many times workers may be lost in a row, with no piece done in between."""
_LEAST: Final = 1 << 10
"""Smaller pieces are not worth the way."""
_IDLE: Final = 1.0
"""Seconds without news after which the crew is asked whether it is still there."""


class Work(NamedTuple):
    """Everything that a worker has to know about a piece; plain data that can be sent."""

    rulesets: tuple[Ruleset, ...]
    against: tuple[int | None, ...]
    policies: tuple[str, ...]
    mode: Mode
    seed: int
    start: int
    stop: int


class Done(NamedTuple):
    """What a worker sends back."""

    version: str
    counts: Sequence[Counts]
    """By variant."""


def play(work: Work) -> Done:
    """Plays a piece. It depends on its argument alone."""
    count = count_rounds if work.mode is Mode.ROUNDS else count_matches
    counts = count(
        work.rulesets,
        work.against,
        [named_policy(name) for name in work.policies],
        work.seed,
        range(work.start, work.stop),
    )
    return Done(__version__, counts)


def standard_size(study: Study) -> int:
    """Games a piece: a fraction of a second with numpy, a few seconds at most without.

    What is under way is lost when a run is killed, and the bar moves once a piece.
    """
    names = {name for table in study.tables for name in table}
    quick = all(hasattr(named_policy(name), "knock_rows") for name in names)
    rounds = study.mode is Mode.ROUNDS
    if quick and has_numpy():
        return 1 << (17 if rounds else 16)  # lanes want to be many
    size = 1 << ((14 if quick else 9) - (0 if rounds else 3))
    return max(16, size // len(study.variants))


@dataclass(slots=True)
class Totals:
    """The sums of a study, by table and variant; what has been played so far."""

    study: Study
    counts: list[list[Counts | None]]
    games: int = 0
    """Of all tables together."""

    @classmethod
    def of(cls, study: Study) -> "Totals":
        """Nothing yet."""
        return cls(study, [[None] * len(study.variants) for _ in study.tables])

    def add(self, piece: Piece, counts: Sequence[Counts]) -> None:
        """One piece more."""
        row = self.counts[piece.table]
        for place, count in enumerate(counts):
            before = row[place]
            row[place] = count if before is None else before + count  # type: ignore[operator]
        self.games += piece.games


def run(
    study: Study,
    crew: Crew | None = None,
    *,
    results: ResultsFile | None = None,
    size: int | None = None,
    progress: Callable[[int], object] = lambda _: None,
) -> Totals:
    """The totals of a study. ``progress`` is told how many games are done, of all tables.

    The crew plays, this process if none is given; ``results`` keeps every piece and gives back
    those of an earlier run. ``size`` is the most games that a piece has.
    """
    totals = Totals.of(study)
    done = []
    if results:
        kind = RoundCounts if study.mode is Mode.ROUNDS else MatchCounts
        for piece, raw in results.kept():
            totals.add(piece, [kind.from_json(each) for each in raw])
            done.append(piece)
    progress(totals.games)
    crew = crew or Alone()
    if size is None:  # small enough that everybody has something to do to the end
        size = min(standard_size(study), max(_LEAST, study.all_games // crew.width))
    queue = _Queue(study, crew, study.pieces(size, done))
    for piece, counts in queue.played():
        if results:
            results.add(piece, [count.as_json() for count in counts])
        totals.add(piece, counts)
        progress(totals.games)
    return totals


class _Queue:
    """The pieces of a study on their way to a crew and back."""

    def __init__(self, study: Study, crew: Crew, pieces: Iterator[Piece]) -> None:
        self.study = study
        self.crew = crew
        self.pieces = pieces
        self.again: deque[Piece] = deque()
        """Pieces whose workers were lost."""
        self.under_way: dict[Future[Done], Piece] = {}

    def played(self) -> Iterator[tuple[Piece, Sequence[Counts]]]:
        """The pieces with their counts, as they come."""
        losses = 0
        try:
            while True:
                lost = self._hand_out()
                if not self.under_way and lost is None:
                    return
                ended, _ = wait(self.under_way, _IDLE, FIRST_COMPLETED)
                if not ended and lost is None:
                    self.crew.check()
                for future in ended:
                    piece = self.under_way.pop(future)
                    error = _error_of(future)
                    if error is None:
                        losses = 0
                        yield piece, _checked(future.result())
                    else:
                        self.again.append(piece)
                        lost = error
                if lost is not None:
                    losses += 1
                    self._recover(lost, losses)
        finally:
            for future in self.under_way:
                future.cancel()

    def _hand_out(self) -> BaseException | None:
        """Gives the crew as many pieces as it takes; the error that it refuses one with."""
        while len(self.under_way) < self.crew.width:
            piece = self.again.popleft() if self.again else next(self.pieces, None)
            if piece is None:
                break
            try:
                future = self.crew.executor.submit(play, _work(self.study, piece))
            except Exception as error:  # noqa: BLE001  # a pool or a cluster that has just broken
                self.again.append(piece)
                return error
            self.under_way[future] = piece
        return None

    def _recover(self, error: BaseException, losses: int) -> None:
        """Makes ready to go on after an error, if it only says that workers were lost."""
        if not self.crew.lost(error):
            failure = self.crew.failure(error)
            if failure is error:
                raise error
            raise failure from error
        if losses > MOST_LOSSES:
            raise WorkError("refuse.study_workers_lost", n=losses) from error
        if self.crew.shares_fate:
            self.again.extend(self.under_way.values())
            self.under_way.clear()
        self.crew.renew()


def _error_of(future: Future[Done]) -> BaseException | None:
    try:
        return future.exception()
    except CancelledError as error:  # a cluster calls off what it has lost
        return error


def _work(study: Study, piece: Piece) -> Work:
    return Work(
        tuple(_bare(variant.ruleset) for variant in study.variants),
        tuple(variant.against for variant in study.variants),
        study.tables[piece.table],
        study.mode,
        study.seed,
        piece.start,
        piece.stop,
    )


def _bare(ruleset: Ruleset) -> Ruleset:
    """The ruleset without texts and sources, which only make it heavier to send."""
    return replace(ruleset, names={}, summaries={}, provenance={})


def _checked(done: Done) -> Sequence[Counts]:
    if done.version != __version__:
        raise WorkError("refuse.study_worker_version", version=done.version, ours=__version__)
    return done.counts
