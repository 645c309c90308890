"""The command line: ``python -m geocode``."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from typing import Any, List, NoReturn, Optional, Sequence

from . import __version__, default, open
from .errors import GeocodingError, LibraryMissing, PlacemarkNotFound, StoreDamaged, StoreError
from .options import DETAILS, Options, merged
from .points import PointsError
from .store import Geocoder

# Exit numbers of the programs of geocode, which are those of sysexits.h.
NOTHING, USAGE, DATA, NO_INPUT, UNAVAILABLE, NO_OUTPUT, WRITING, INTERRUPTED = 1, 64, 65, 66, 69, 73, 74, 130

EXITS = """exit numbers:
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

{EXITS}"""


class Parser(argparse.ArgumentParser):
    """Ends with the exit numbers of the programs of geocode."""

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
        if words[:1] == ["enrich"]:
            from .enriching import main as enrich

            return enrich(words[1:])
        return _look_up(words)
    except KeyboardInterrupt:
        return fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        # Python would complain of it once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRITING


def fail(message: object, code: int) -> int:
    """Prints an error and returns its exit number."""
    print(f"geocode: {message}", file=sys.stderr)
    return code


# One coordinate

#: What terminals obey instead of showing it. Anybody can put it into a name on the map.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def _look_up(words: List[str]) -> int:
    parser = Parser(prog="python -m geocode", description="Prints the address of a coordinate.", epilog=_LOOKUP)
    parser.add_argument("latitude", type=float, help="degrees north of the equator, WGS 84")
    parser.add_argument("longitude", type=float, help="degrees east of Greenwich, WGS 84")
    parser.add_argument("-f", "--format", choices=("text", "line", "json"), default="text", help="default: text")
    add_options(parser)
    parser.add_argument("--version", action="version", version=__version__)
    # argparse takes -1e-3 for an option, but nothing that begins with a blank.
    said = parser.parse_args([f" {word}" if _is_negative(word) else word for word in words])
    try:
        placemark = geocoder_of(said).placemark(said.latitude, said.longitude, options_of(said))
    except (ValueError, GeocodingError, LibraryMissing) as problem:
        return fail(problem, code_of(problem))
    if said.format == "json":
        text = json.dumps(placemark.raw, ensure_ascii=False, separators=(",", ":"))
        print(_OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text))
    else:
        lines = placemark.formatted_address or tuple(filter(None, (placemark.title, placemark.subtitle)))
        print(*(_OBEYED.sub("\ufffd", line) for line in lines), sep="\n" if said.format == "text" else ", ")
    return 0


def _is_negative(word: str) -> bool:
    try:
        return word.startswith("-") and float(word) <= 0
    except ValueError:
        return False


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of questions, and of the store that answers them."""
    parser.add_argument("-l", "--language", metavar="TAGS", help="preferred languages, best first, such as de,en")
    parser.add_argument("-d", "--detail", choices=DETAILS, help="the finest part of the address")
    parser.add_argument("--max-distance", metavar="METERS", type=float, help="match nothing farther away than this")
    parser.add_argument("--database", metavar="FILE", help="the store; otherwise GEOCODE_DATABASE, or that of the package")


def options_of(said: argparse.Namespace) -> Options:
    """The options of questions.

    :raises ValueError: one of them is wrong.
    """
    return merged(Options(), said.language, said.detail, said.max_distance)


def geocoder_of(said: argparse.Namespace) -> Geocoder:
    """The store that answers.

    :raises StoreError: it cannot be opened.
    """
    return open(said.database) if said.database else default()


def code_of(problem: Exception) -> int:
    """The exit number for an exception of this package."""
    if isinstance(problem, PlacemarkNotFound):
        return NOTHING
    if isinstance(problem, PointsError):
        return USAGE if problem.is_usage else DATA
    if isinstance(problem, (LibraryMissing, StoreDamaged)):
        return UNAVAILABLE
    return NO_INPUT if isinstance(problem, StoreError) else USAGE
