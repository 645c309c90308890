"""The command line: ``python -m geocode``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import Any, List, NoReturn, Optional, Sequence

from . import __version__, default, open
from .errors import GeocodingError, LibraryMissing, PlacemarkNotFound, StoreDamaged, StoreError
from .options import DETAILS, Options, merged
from .parquet import DEFAULT_COLUMNS, Task, enrich
from .points import PointsError

# Exit numbers of the programs of geocode, which are those of sysexits.h.
NOTHING, USAGE, DATA, NO_INPUT, UNAVAILABLE, NO_OUTPUT, WRITING, INTERRUPTED = 1, 64, 65, 66, 69, 73, 74, 130

_EXITS = """exit numbers:
   0 done
   1 nothing is known at the coordinate
  64 wrong usage, or columns that are not there
  65 the input is no Parquet file, or its coordinates cannot be read
  66 the input or the store is missing or cannot be read
  69 the library or pyarrow is missing, or the store is damaged
  73 the output exists already, or cannot be created
  74 the output cannot be written any further
 130 ended by Ctrl-C"""
_LOOKUP = f"""examples:
  python -m geocode 37.77 -122.41
  python -m geocode enrich in.parquet out.parquet    (enrich --help says more)

{_EXITS}"""
_ENRICH = f"""example:
  python -m geocode enrich trips.parquet out.parquet --lat pickup_lat \\
      --lon pickup_lon --columns street,city --prefix pickup_

Until it is complete, the output is called out.parquet.partial.

{_EXITS}"""


class _Parser(argparse.ArgumentParser):
    def __init__(self, **keywords: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **keywords)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(USAGE)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command and returns its exit number."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        return _enrich(words[1:]) if words[:1] == ["enrich"] else _look_up(words)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Python would complain of it once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRITING


def _fail(message: object, code: int) -> int:
    print(f"geocode: {message}", file=sys.stderr)
    return code


# One coordinate


def _look_up(words: List[str]) -> int:
    parser = _Parser(prog="python -m geocode", description="Prints the address of a coordinate.", epilog=_LOOKUP)
    parser.add_argument("latitude", type=float, help="degrees north of the equator, WGS 84")
    parser.add_argument("longitude", type=float, help="degrees east of Greenwich, WGS 84")
    parser.add_argument("-f", "--format", choices=("text", "line", "json"), default="text", help="default: text")
    _add_options(parser)
    parser.add_argument("--version", action="version", version=__version__)
    said = parser.parse_args(words)
    try:
        placemark = _geocoder(said).placemark(said.latitude, said.longitude, _options(said))
    except (ValueError, GeocodingError, LibraryMissing) as problem:
        return _fail(problem, _code(problem))
    if said.format == "json":
        print(json.dumps(placemark.raw, ensure_ascii=False, separators=(",", ":")))
    else:
        lines = placemark.formatted_address or tuple(filter(None, (placemark.title, placemark.subtitle)))
        print(*lines, sep="\n" if said.format == "text" else ", ")
    return 0


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-l", "--language", metavar="TAGS", help="preferred languages, best first, such as de,en")
    parser.add_argument("-d", "--detail", choices=DETAILS, help="the finest part of the address")
    parser.add_argument("--max-distance", metavar="METERS", type=float, help="match nothing farther away than this")
    parser.add_argument("--database", metavar="FILE", help="the store; otherwise GEOCODE_DATABASE, or that of the package")


def _options(said: argparse.Namespace) -> Options:
    return merged(Options(), said.language, said.detail, said.max_distance)


def _geocoder(said: argparse.Namespace) -> Any:
    return open(said.database) if said.database else default()


def _code(problem: Exception) -> int:
    if isinstance(problem, PlacemarkNotFound):
        return NOTHING
    if isinstance(problem, PointsError):
        return USAGE if problem.is_usage else DATA
    if isinstance(problem, (LibraryMissing, StoreDamaged)):
        return UNAVAILABLE
    return NO_INPUT if isinstance(problem, StoreError) else USAGE


# A file of coordinates


def _enrich(words: List[str]) -> int:
    parser = _Parser(
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
    parser.add_argument("--force", action="store_true", help="overwrite the output")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress and no summary on standard error")
    _add_options(parser)
    said = parser.parse_args(words)
    try:
        import pyarrow
    except ImportError:
        return _fail("Parquet needs pyarrow, which is not installed: pip install pyarrow", UNAVAILABLE)
    if not os.path.isfile(said.input):
        return _fail(f"{said.input}: there is no such file", NO_INPUT)
    progress = _Progress(not said.quiet and sys.stderr.isatty())
    try:
        counts = enrich(_task(said), _geocoder(said), progress)
    except FileExistsError as problem:
        return _fail(problem, NO_OUTPUT)
    except pyarrow.ArrowInvalid as problem:
        return _fail(_damaged(said, problem), DATA)
    except (PointsError, TypeError) as problem:
        return _fail(f"{said.input}: {problem}", _code(problem) if isinstance(problem, PointsError) else DATA)
    except (ValueError, GeocodingError, LibraryMissing) as problem:
        return _fail(problem, _code(problem))
    except OSError as problem:
        # What pyarrow finds wrong with the input has no number.
        if problem.errno is None:
            return _fail(_damaged(said, problem), DATA)
        return _fail(problem, _code_of_file(problem, said))
    finally:
        progress.end()
    if not said.quiet:
        rows = sum(counts.values())
        parts = ", ".join(f"{count:,} {status}" for status, count in sorted(counts.items(), key=lambda pair: -pair[1]))
        print(f"{said.output}: {rows:,} rows{f': {parts}' if parts else ''}", file=sys.stderr)
    return 0


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
        options=_options(said),
        threads=said.threads,
        force=said.force,
    )


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
