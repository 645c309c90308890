"""An open store, and its questions."""

from __future__ import annotations

import ctypes
import operator
import os
from ctypes import byref, c_void_p
from typing import Any, Dict, Iterable, Iterator, Optional, Sequence, Tuple, Union

from .arrow import ArrowArray, ArrowSchema
from .errors import GeocodingError
from .library import OptionsStruct, c_text, check, library, options_struct, taken
from .model import CoordinateLike, Placemark, coordinate
from .numbers_in import Numbers, points
from .options import Options, merged
from .running import Progress, run
from .table import Columns

Path = Union[str, "os.PathLike[str]"]
Language = Union[str, Sequence[str], None]
DEFAULTS = Options()
MOST_THREADS = 1024


class _Handle:
    """The library's store. Each call holds it, so that it is closed when the last one has ended."""

    def __init__(self, path: str) -> None:
        self.pointer = c_void_p()
        self._close = library().geocode_close
        message = c_void_p()
        check(library().geocode_open(c_text(os.fsencode(path)), byref(self.pointer), byref(message)), message)

    def __del__(self) -> None:
        # Nothing is open yet where the library is missing.
        if getattr(self, "pointer", None):
            self._close(self.pointer)


class Geocoder:
    """A store, and the questions that it answers. Latitude comes first everywhere, in WGS 84 degrees.

    Any number of threads may share one, and they run at the same time: the library does not hold Python's lock. A process that is forked may
    go on with the one of its parent.
    """

    def __init__(self, path: Path, guard: bool = True) -> None:
        """Opens a store.

        :param path: the file, as ``geocode import`` made it.
        :param guard: installs a handler for ``SIGBUS``, once in this process. With it, a store that somebody cuts short while it is open raises
            :class:`StoreDamaged`; without it, that ends the process. Replacing a store by renaming is always safe.
        :raises StoreMissing: there is no file.
        :raises StoreError: the file is no store, or cannot be read; see its subclasses.
        """
        self.path = os.fspath(path)
        if guard:
            library().geocode_guard()
        self._open: Optional[_Handle] = _Handle(self.path)

    def __enter__(self) -> "Geocoder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<geocode.Geocoder of {self.path}{'' if self._open else ', closed'}>"

    def close(self) -> None:
        """Closes the store, when calls that are running on other threads have ended. Columns stay valid."""
        self._open = None

    def reload(self) -> None:
        """Opens what is at the path by now, such as a newer store that was renamed over the old one.

        :raises StoreError: the new file cannot be opened; then the old store stays open.
        """
        handle, message = self._handle(), c_void_p()
        check(library().geocode_reload(handle.pointer, byref(message)), message)

    def info(self) -> Dict[str, Any]:
        """What the store and the library are: ``version``, ``storeFormat``, ``dataTimestamp``, ``extracts``, ``bounds``, ``rows``, ..."""
        handle, text, message = self._handle(), c_void_p(), c_void_p()
        check(library().geocode_info(handle.pointer, byref(text), byref(message)), message)
        return _object(text)

    @property
    def attribution(self) -> str:
        """The sources of the data, one a line, which must be shown wherever answers are."""
        handle = self._handle()
        return taken(c_void_p(library().geocode_attribution(handle.pointer))) or ""

    # Questions

    def placemark(
        self,
        latitude: float,
        longitude: float,
        options: Options = DEFAULTS,
        *,
        language: Language = None,
        detail: Optional[str] = None,
        max_distance: Optional[float] = None,
    ) -> Placemark:
        """What is at a coordinate.

        :param language: preferred languages, best first, such as ``"de,en"`` or ``["de", "en"]``; without it names are those used on the spot.
        :param detail: the finest part of the answer: country, state, county, city, suburb, street or address.
        :param max_distance: nothing farther away than so many meters is matched.
        :raises PlacemarkNotFound: nothing is known within reach.
        :raises ValueError: the coordinate or an option is wrong.
        :raises StoreError: the store cannot be read.
        """
        return self._placemark((latitude, longitude), options_struct(merged(options, language, detail, max_distance)))

    def placemarks(
        self,
        coordinates: Iterable[CoordinateLike],
        options: Options = DEFAULTS,
        *,
        language: Language = None,
        detail: Optional[str] = None,
        max_distance: Optional[float] = None,
    ) -> Iterator[Union[Placemark, GeocodingError]]:
        """What is at many coordinates, in their order, one after the other as they are taken; the keywords are those of :meth:`placemark`.

        A coordinate without an answer gives its error instead of raising it. :meth:`columns` is many times faster.

        :raises ValueError: a coordinate or an option is wrong.
        """
        struct = options_struct(merged(options, language, detail, max_distance))
        return self._placemarks(coordinates, struct)

    def columns(
        self,
        latitudes: Any,
        longitudes: Any = None,
        columns: Union[str, Iterable[str], None] = None,
        options: Options = DEFAULTS,
        *,
        language: Language = None,
        detail: Optional[str] = None,
        max_distance: Optional[float] = None,
        threads: Optional[int] = None,
        progress: Optional[Progress] = None,
    ) -> Columns:
        """What is at many coordinates, as columns, on several threads at once.

        :param latitudes: lists, numpy or Arrow arrays, columns of pandas or polars, or any buffer of numbers; 64-bit numbers are not copied.
            Or the only argument: an array of ``geoarrow.point`` (longitude first), or a column of points of geopandas. ``None``, NaN and null
            are missing.
        :param columns: names such as ``["street", "city", "status"]``, see :func:`geocode.column_names`, and those of layers of your own
            areas; without it those that ``geocode csv`` adds.
        :param threads: at most so many; one for each processor if not given.
        :param progress: called now and then, on this thread, with how many points are answered and how many there are. An exception of
            it stops the work.
        :returns: a row for each point. The column ``status`` is ``ok``, ``not_found``, ``missing_coordinate``, ``out_of_range`` or ``error``.
        :raises TypeError: the coordinates are not numbers.
        :raises ValueError: there are not as many latitudes as longitudes, or an option is wrong.
        :raises KeyboardInterrupt: Ctrl-C was pressed; it does not wait for the last point.
        """
        most_threads = _thread_count(threads)
        names = _joined(columns)
        coordinates = points(latitudes, longitudes)
        asked = merged(options, language, detail, max_distance)
        handle, contents, schema = self._handle(), ArrowArray(), ArrowSchema()

        def call(heard: Any) -> None:
            struct = options_struct(asked, most_threads, heard)
            _columns(handle, coordinates, names, struct, contents, schema)

        run(call, progress, coordinates[0].size)
        return Columns(contents, schema, lambda: _schema(handle, names))

    # The parts of a question

    def _handle(self) -> _Handle:
        handle = self._open
        if handle is None:
            raise ValueError(f"the geocoder of {self.path} is closed; open another one")
        return handle

    def _placemark(self, point: CoordinateLike, struct: OptionsStruct) -> Placemark:
        place, handle, text, message = coordinate(point), self._handle(), c_void_p(), c_void_p()
        check(library().geocode_json(handle.pointer, *place, byref(struct), byref(text), byref(message)), message)
        return Placemark.from_wire(_object(text))

    def _placemarks(
        self, coordinates: Iterable[CoordinateLike], struct: OptionsStruct
    ) -> Iterator[Union[Placemark, GeocodingError]]:
        for point in coordinates:
            try:
                yield self._placemark(point, struct)
            except GeocodingError as problem:
                yield problem


def _object(text: c_void_p) -> Dict[str, Any]:
    """An object in JSON that the library returned."""
    # Loaded with the first answer, as an import of this package shall take little time.
    import json

    value: Dict[str, Any] = json.loads(taken(text) or "{}")
    return value


def _joined(columns: Union[str, Iterable[str], None]) -> Optional[bytes]:
    """Names of columns as the library takes them."""
    if columns is None:
        return None
    names = [columns] if isinstance(columns, str) else list(columns) if isinstance(columns, Iterable) else [columns]
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"columns is {columns!r:.80}: give names such as 'street,city' or ['street', 'city']")
    return c_text(",".join(names))


def _thread_count(threads: Optional[int]) -> int:
    """The number of threads as the library takes it, with 0 for one for each processor."""
    if threads is None:
        return 0
    try:
        count = operator.index(threads)
    except TypeError:
        raise TypeError(f"threads is {threads!r:.80}; give a whole number from 1 to {MOST_THREADS}") from None
    if not 1 <= count <= MOST_THREADS:
        raise ValueError(f"threads is {threads}; give 1 to {MOST_THREADS}")
    return count


def _columns(
    handle: _Handle,
    coordinates: Tuple[Numbers, Numbers],
    names: Optional[bytes],
    struct: OptionsStruct,
    contents: ArrowArray,
    schema: ArrowSchema,
) -> None:
    message = c_void_p()
    latitudes, longitudes = coordinates
    targets = ctypes.addressof(contents), ctypes.addressof(schema)
    status = library().geocode_columns(
        handle.pointer, latitudes.address, longitudes.address, latitudes.size, names, byref(struct), *targets, byref(message)
    )
    check(status, message)


def _schema(handle: _Handle, names: Optional[bytes]) -> ArrowSchema:
    """Another schema of the same columns: that of no points at all."""
    contents, schema = ArrowArray(), ArrowSchema()
    nothing = Numbers(0, 0, None), Numbers(0, 0, None)
    _columns(handle, nothing, names, options_struct(DEFAULTS), contents, schema)
    return schema
