"""A yardstick for one machine, and a clock that reports against it."""

import time

LONG = False
"""Was ``--long`` asked for? Then rows that take minutes are measured too."""


def best_of(function, times=5):
    """The shortest of several runs, in seconds: what the code costs when nobody disturbs it."""
    shortest = float("inf")
    for _ in range(times):
        started = time.perf_counter()
        function()
        shortest = min(shortest, time.perf_counter() - started)
    return shortest


class Yardstick:
    """A plain loop of 200,000 additions in this very run."""

    def __init__(self):
        self.seconds = best_of(self._loop)

    @staticmethod
    def _loop():
        total = 0
        for n in range(200_000):
            total += n & 255
        return total

    def report(self, what, seconds, claim, unit=1e3, name="ms"):
        """One line: the figure, its ratio to the yardstick, and what is claimed."""
        verdict = "ok" if seconds * unit <= claim else "SLOWER THAN CLAIMED"
        ratio = seconds / self.seconds
        print(
            f"  {what:52} {seconds * unit:8.2f} {name}  "
            f"{ratio:7.3f} yardsticks  (claim: {claim} {name}) {verdict}"
        )
