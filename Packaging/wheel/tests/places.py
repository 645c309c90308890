"""What the tests share: places that the default store knows, and which libraries are installed."""

import importlib.util
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import geocode

#: Bryant Street in San Francisco, and a point in Berlin.
SAN_FRANCISCO, BERLIN = (37.77, -122.41), (52.5, 13.4)
NAN = float("nan")

LIBRARIES = ("numpy", "pyarrow", "pandas", "polars", "duckdb", "geopandas", "geoarrow")
MISSING = [name for name in LIBRARIES if not importlib.util.find_spec(name)]
for _name in MISSING:
    print(f"{_name} is not installed: its tests are skipped", file=sys.stderr)


def needs(*names):
    """Skips a test where one of these libraries is not installed."""
    missing = [name for name in names if name in MISSING]
    return unittest.skipIf(missing, f"{', '.join(missing)} is not installed")


def path_of_store():
    """The store that the tests ask."""
    return geocode.default().path


def copy_of_store(test):
    """A path of a copy of the store, in a folder of the test."""
    path = Path(folder(test)) / "copy.sqlite"
    shutil.copyfile(path_of_store(), path)
    return path


def folder(test):
    """A folder that is removed with the test."""
    made = tempfile.TemporaryDirectory()
    test.addCleanup(made.cleanup)
    return made.name


def resident_megabytes():
    """The memory of this process."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6
