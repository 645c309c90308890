"""Addresses of coordinates, offline, in this process.

    >>> import geocode
    >>> geocode.placemark(37.77, -122.41).one_line
    '1201 Bryant Street, San Francisco, CA 94103, United States'

Latitude comes first everywhere. The functions of this module ask the store inside the package, or that of the variable
``GEOCODE_DATABASE``; :func:`open` opens another one. Names of classes, options and errors are those of ``geocode_client``, the client of the
daemon.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, Optional, Tuple, Union

from .errors import (
    GeocodingError,
    LibraryMissing,
    PlacemarkNotFound,
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreMissing,
    StoreOutdated,
)
from .model import Address, Coordinate, CoordinateLike, Placemark, Source
from .options import Options
from .running import Progress
from .store import Geocoder, Language, Path
from .table import Columns

__all__ = [
    "Address",
    "Columns",
    "Coordinate",
    "Geocoder",
    "GeocodingError",
    "LibraryMissing",
    "Options",
    "Placemark",
    "PlacemarkNotFound",
    "Source",
    "StoreDamaged",
    "StoreError",
    "StoreForeign",
    "StoreMissing",
    "StoreOutdated",
    "attribution",
    "column_names",
    "columns",
    "default",
    "open",
    "placemark",
    "placemarks",
]
__version__ = "0.1.0"

_STORE_INSIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "default.sqlite")
_defaults: Dict[str, Geocoder] = {}


def open(path: Path, guard: bool = True) -> Geocoder:
    """Opens a store, see :class:`Geocoder`. Close it, or use it with ``with``.

    :param guard: a store that somebody cuts short while it is open raises :class:`StoreDamaged` instead of ending the process.

    :raises StoreError: the file cannot be opened as a store.
    """
    return Geocoder(path, guard)


def default() -> Geocoder:
    """The geocoder of the store of ``GEOCODE_DATABASE``, or of the one inside the package: San Francisco, and a coarse world.

    It is opened once, with the guard of :class:`Geocoder`, and stays open.
    """
    path = os.environ.get("GEOCODE_DATABASE") or _STORE_INSIDE
    # Of two threads that open it at the same time, one has its work thrown away.
    return _defaults.get(path) or _defaults.setdefault(path, Geocoder(path))


def placemark(
    latitude: float,
    longitude: float,
    options: Options = Options(),
    *,
    language: Language = None,
    detail: Optional[str] = None,
    max_distance: Optional[float] = None,
) -> Placemark:
    """What is at a coordinate, see :meth:`Geocoder.placemark`.

    :raises PlacemarkNotFound: nothing is known within reach.
    :raises ValueError: the coordinate or an option is wrong.
    """
    return default().placemark(
        latitude, longitude, options, language=language, detail=detail, max_distance=max_distance
    )


def placemarks(
    coordinates: Iterable[CoordinateLike],
    options: Options = Options(),
    *,
    language: Language = None,
    detail: Optional[str] = None,
    max_distance: Optional[float] = None,
) -> Iterator[Union[Placemark, GeocodingError]]:
    """What is at many coordinates, in their order, see :meth:`Geocoder.placemarks`."""
    return default().placemarks(coordinates, options, language=language, detail=detail, max_distance=max_distance)


def columns(
    latitudes: Any,
    longitudes: Any = None,
    columns: Union[str, Iterable[str], None] = None,
    options: Options = Options(),
    *,
    language: Language = None,
    detail: Optional[str] = None,
    max_distance: Optional[float] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Columns:
    """What is at many coordinates, as columns, see :meth:`Geocoder.columns`."""
    return default().columns(
        latitudes,
        longitudes,
        columns,
        options,
        language=language,
        detail=detail,
        max_distance=max_distance,
        threads=threads,
        progress=progress,
    )


def attribution() -> str:
    """The sources of the default store, one a line, which must be shown wherever answers are."""
    return default().attribution


def column_names() -> Tuple[str, ...]:
    """The names of all columns that :func:`columns` knows."""
    from .library import library

    names: str = library().geocode_column_names().decode()
    return tuple(names.split(","))


if TYPE_CHECKING:
    from . import duckdb as duckdb
else:
    # Checkers of types would take it for a module that has every name.
    def __getattr__(name: str) -> Any:
        # A module that needs DuckDB, and that `import geocode` alone must not load.
        if name == "duckdb":
            import importlib

            try:
                return importlib.import_module(f"{__name__}.duckdb")
            except ModuleNotFoundError as problem:
                raise AttributeError(str(problem)) from problem
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
