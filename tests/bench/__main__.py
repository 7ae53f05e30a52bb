"""`python -m tests.bench`: take the measurements, print the table, write the JSON."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.bench import bridge, forms, latency, report, standing, starting, throughput
from tests.bench.measure import FULL, QUICK, Outcome, Setting, take
from tests.bench.multiplexer import MPLEX, TMUX, Multiplexer
from tests.support.environment import make_root

MEASURES = (
    *throughput.MEASURES,
    *latency.MEASURES,
    *forms.MEASURES,
    *starting.MEASURES,
    *standing.MEASURES,
    *bridge.MEASURES,
)
RESULTS = Path(__file__).with_name("results") / "latest.json"


def main() -> int:
    """Run what the command line asks for; 1 when a measurement could not be taken."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run: less of everything")
    parser.add_argument("--only", default="", help="measures with this word in their name")
    parser.add_argument("--tmux-only", action="store_true", help="tmux against itself: the noise")
    parser.add_argument("--page", type=Path, help="a page of the manual to put the table into")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where to write the figures")
    options = parser.parse_args()
    outcomes = run(QUICK if options.quick else FULL, options.only, options.tmux_only)
    text = report.table(outcomes)
    print(f"\n{text}")
    if options.page:
        report.write_page(options.page, text)
    report.write(options.json, outcomes, QUICK if options.quick else FULL)
    return 1 if any(outcome.failures for outcome in outcomes) else 0


def run(setting: Setting, only: str, tmux_only: bool) -> list[Outcome]:
    """Take all measurements whose name has `only` in it."""
    root, reaper = make_root()
    files = root / "files"
    files.mkdir()
    ours = MPLEX._replace(command=TMUX.command) if tmux_only else MPLEX
    multiplexers = [Multiplexer(program, root, files) for program in (ours, TMUX)]
    outcomes = []
    try:
        for measure in MEASURES:
            if only in measure.name and not (tmux_only and measure.mplex_only):
                print(f"measuring: {measure.name}", file=sys.stderr, flush=True)
                outcomes.append(take(measure, multiplexers, setting))
    finally:
        for multiplexer in multiplexers:
            multiplexer.close()
        assert reaper.stdin is not None
        reaper.stdin.close()
        reaper.wait()
    return outcomes


if __name__ == "__main__":
    sys.exit(main())
