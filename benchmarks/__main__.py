"""Run every benchmark, or those named: ``python -m benchmarks hands``; ``--long`` for all night."""

import sys
from importlib import import_module
from pathlib import Path

from benchmarks import measure
from benchmarks.measure import Yardstick


def main(names):
    found = sorted(
        path.stem
        for path in Path(__file__).parent.glob("*.py")
        if path.stem
        not in {"__init__", "__main__", "browser", "measure", "naive_game", "yardstick"}
    )
    measure.LONG = "--long" in names
    chosen = [name for name in names if name != "--long"] or found
    for name in chosen:
        if name not in found:
            sys.exit(f"no benchmark named {name}; there are: {', '.join(found)}")
    yardstick = Yardstick()
    for name in chosen:
        print(f"{name}:")
        import_module(f"benchmarks.{name}").run(yardstick)
    print(f"{len(chosen)} benchmarks; one yardstick is {yardstick.seconds * 1000:.1f} ms here")


main(sys.argv[1:])
