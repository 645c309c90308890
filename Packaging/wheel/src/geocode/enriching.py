"""The command line: ``python -m geocode enrich``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import Dict, List

from .command import (
    DATA,
    EXITS,
    NO_INPUT,
    NO_OUTPUT,
    UNAVAILABLE,
    WRITING,
    Parser,
    add_options,
    code_of,
    fail,
    geocoder_of,
    options_of,
)
from .errors import GeocodingError, LibraryMissing
from .parquet import DEFAULT_COLUMNS, OutputError, Task, enrich
from .points import PointsError

_ENRICH = f"""example:
  python -m geocode enrich trips.parquet out.parquet --lat pickup_lat \\
      --lon pickup_lon --columns street,city --prefix pickup_

Until it is complete, the output is called out.parquet.partial.

{EXITS}"""


def main(words: List[str]) -> int:
    """Runs the command and returns its exit number."""
    said = _parser().parse_args(words)
    try:
        import pyarrow
    except ImportError:
        return fail("Parquet needs pyarrow, which is not installed: pip install pyarrow", UNAVAILABLE)
    if not os.path.isfile(said.input):
        return fail(f"{said.input}: {_why_no_input(said.input)}", NO_INPUT)
    progress = _Progress(not said.quiet and sys.stderr.isatty())
    try:
        counts = enrich(_task(said), geocoder_of(said), progress)
    except (OutputError, FileExistsError) as problem:
        return fail(problem, NO_OUTPUT)
    except pyarrow.ArrowInvalid as problem:
        return fail(_damaged(said, problem), DATA)
    except (PointsError, TypeError) as problem:
        return fail(f"{said.input}: {problem}", code_of(problem) if isinstance(problem, PointsError) else DATA)
    except (ValueError, GeocodingError, LibraryMissing) as problem:
        return fail(problem, code_of(problem))
    except OSError as problem:
        # Faults that pyarrow finds in the input have no number.
        if problem.errno is None:
            return fail(_damaged(said, problem), DATA)
        return fail(problem, _code_of_file(problem, said))
    finally:
        progress.end()
    if not said.quiet:
        print(_summary(said, counts), file=sys.stderr)
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="python -m geocode enrich", description="Adds addresses to a Parquet or GeoParquet file.", epilog=_ENRICH
    )
    parser.add_argument("input", help="the Parquet file to read")
    parser.add_argument("output", help="the Parquet file to write")
    parser.add_argument("--lat", "--latitude", metavar="COLUMN", help="latitudes; found by its name if not given")
    parser.add_argument("--lon", "--longitude", metavar="COLUMN", help="longitudes; found by its name if not given")
    parser.add_argument("--geometry", metavar="COLUMN", help="points as WKB or structures of x and y, longitude first")
    names = ",".join(DEFAULT_COLUMNS)
    parser.add_argument("-c", "--columns", metavar="NAMES", default=names, help=f"the new columns; by default {names}")
    parser.add_argument("--prefix", default="", help="prefix for the names of the new columns, such as geo_")
    parser.add_argument("--no-status", action="store_true", help="do not add a column that says ok, or why not")
    parser.add_argument("-j", "--threads", metavar="NUMBER", type=int, help="one for each processor if not given")
    parser.add_argument("--force", action="store_true", help="overwrite the output, if it is a file")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary on standard error")
    add_options(parser)
    return parser


def _task(said: argparse.Namespace) -> Task:
    return Task(
        input=said.input,
        output=said.output,
        columns=tuple(name.strip() for name in said.columns.split(",")),
        latitude=said.lat,
        longitude=said.lon,
        geometry=said.geometry,
        prefix=said.prefix,
        has_status=not said.no_status,
        options=options_of(said),
        threads=said.threads,
        force=said.force,
    )


def _why_no_input(path: str) -> str:
    if os.path.isdir(path):
        return "this is a folder; give the path of a Parquet file in it, one file at a time"
    if os.path.exists(path):
        return "this is no regular file, and the end of a Parquet file is read first; write it to a file, and give its path"
    return "there is no such file; give the path of a Parquet file"


def _summary(said: argparse.Namespace, counts: Dict[str, int]) -> str:
    """How many rows there are, and of each status, the most frequent first."""
    parts = ", ".join(f"{count:,} {status}" for status, count in sorted(counts.items(), key=lambda pair: -pair[1]))
    return f"{said.output}: {sum(counts.values()):,} rows{f': {parts}' if parts else ''}"


def _damaged(said: argparse.Namespace, problem: Exception) -> str:
    return f"{said.input}: no Parquet file, or a damaged one: {' '.join(str(problem).split())}"


def _code_of_file(problem: OSError, said: argparse.Namespace) -> int:
    if problem.filename == said.input:
        return NO_INPUT
    return NO_OUTPUT if problem.filename is not None else WRITING


class _Progress:
    """One line on a terminal, written at most ten times a second."""

    def __init__(self, is_shown: bool) -> None:
        self._is_shown = is_shown
        self._begin = self._last = time.monotonic()
        self._width = 0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._is_shown or now - self._last < 0.1:
            return
        self._last = now
        share = 100 * done // total if total else 100
        line = f"{done:,} of {total:,} rows ({share} %), {done / (now - self._begin):,.0f} rows/s"
        self._write(line)

    def end(self) -> None:
        if self._width:
            self._write("")
            sys.stderr.write("\r")

    def _write(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)
