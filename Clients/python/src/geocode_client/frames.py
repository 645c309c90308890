"""Addresses for data frames. ``import geocode_client.frames`` gives frames of pandas and polars, whichever is installed, an accessor:

    df.geocode("lat", "lon", columns=["street", "city", "country"])

The result is the frame with the new columns at its right, and ``geocode_status``: ``ok``, or why a row has no address, in the words
of the column ``status`` of ``geocode csv``: ``not_found``, ``missing_coordinate``, ``bad_coordinate`` for what is no number,
``out_of_range``, ``error``. Rows keep their order and index.
"""

from __future__ import annotations

import contextlib
import gc
import math
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from .client import Client
from .options import Options
from .placemark import ADDRESS_FIELDS

#: What a column holds, and the protocol's name for it.
_FIELDS = {
    **{column: field for field, column in ADDRESS_FIELDS.items()},
    **{name: name for name in ("title", "subtitle", "name", "match", "latitude", "longitude", "source")},
    "distance_meters": "distanceMeters",
}
COLUMNS = tuple(_FIELDS)
#: Words of the column ``status``, by what the daemon says of a row.
_STATUS = {"placemarkNotFound": "not_found", "invalidQuery": "out_of_range"}
#: What stands in a row that has no value; pandas adds its own.
_MISSING: List[Any] = [None]
DEFAULT_COLUMNS = ("house_number", "street", "postal_code", "city", "state", "country")


def geocode_rows(
    latitudes: Iterable[Any],
    longitudes: Iterable[Any],
    columns: Union[str, Sequence[str]] = DEFAULT_COLUMNS,
    client: Optional[Client] = None,
    options: Options = Options(),
) -> Dict[str, List[Any]]:
    """The columns for rows of coordinates, and their ``status``. Equal coordinates are asked about once.

    :param columns: names such as ``["street", "city"]`` or ``"street,city"``.
    :raises ValueError: a column is unknown.
    """
    if isinstance(columns, str):
        columns = [name.strip() for name in columns.split(",")]
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown:
        raise ValueError(f"there is no column {unknown[0]!r}: choose of {', '.join(COLUMNS)}")
    with _without_collector():
        return _columns(latitudes, longitudes, columns, client, options)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """What is made for a table is all kept: a collector that looks through it again and again would take a third of the time."""
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_collecting:
            gc.enable()


def _columns(
    latitudes: Iterable[Any], longitudes: Iterable[Any], columns: Sequence[str], client: Optional[Client], options: Options
) -> Dict[str, List[Any]]:
    places: Dict[Tuple[float, float], int] = {}
    rows: List[Any] = []
    for place in zip(latitudes, longitudes):
        if not (type(place[0]) is float is type(place[1]) and -90 <= place[0] <= 90 and -180 <= place[1] <= 180):
            place = _place(*place)
        rows.append(places.setdefault(place, len(places)) if type(place) is tuple else place)
    fields = [_FIELDS[name] for name in columns]
    asked = [place[0] for place in places], [place[1] for place in places]
    if client is None:
        with Client() as own:
            answers = list(own.rows(*asked, fields, options)) if places else []
    else:
        answers = list(client.rows(*asked, fields, options)) if places else []
    # A row for each place, in the form of a row of the frame, and one for each word that says why there is no place.
    nothing = [None] * len(columns)
    known: List[Any] = [(*one, "ok") if type(one) is list else (*nothing, _STATUS.get(one.reason, "error")) for one in answers]
    whole = [known[row] if type(row) is int else (*nothing, row) for row in rows]
    names = [*columns, "status"]
    return dict(zip(names, map(list, zip(*whole)))) if whole else {name: [] for name in names}


def _place(latitude: Any, longitude: Any) -> Any:
    """The coordinate of a row, or the word for what is wrong with it."""
    if any(latitude is missing or longitude is missing for missing in _MISSING):
        return "missing_coordinate"
    # Python and numpy take them for 0 and 1.
    if any(type(value).__name__ in ("bool", "bool_") for value in (latitude, longitude)):
        return "bad_coordinate"
    try:
        place = (float(latitude), float(longitude))
    except (TypeError, ValueError):
        return "bad_coordinate"
    if any(math.isnan(number) for number in place):
        return "missing_coordinate"
    return place if abs(place[0]) <= 90 and abs(place[1]) <= 180 else "out_of_range"


class _Accessor:
    """``frame.geocode(...)``, for the frames of any library."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def __call__(
        self,
        latitude: str = "lat",
        longitude: str = "lon",
        columns: Union[str, Sequence[str]] = DEFAULT_COLUMNS,
        prefix: str = "",
        client: Optional[Client] = None,
        options: Options = Options(),
    ) -> Any:
        """The frame with addresses at its right; see the module."""
        frame = self._frame
        rows = geocode_rows(frame[latitude].to_list(), frame[longitude].to_list(), columns, client, options)
        rows["geocode_status"] = rows.pop("status")
        named = {name if name == "geocode_status" else prefix + name: values for name, values in rows.items()}
        taken = [name for name in named if name in frame.columns]
        if taken:
            raise ValueError(f"the frame has a column {taken[0]!r} already: choose a prefix, such as prefix='geo_'")
        return self._with(named)

    def _with(self, columns: Dict[str, List[Any]]) -> Any:
        """The frame with columns at its right."""
        raise NotImplementedError


try:
    import pandas
except ImportError:
    pass
else:
    # Of columns that may be empty without being numbers of IEEE 754, such as those of the type Float64.
    _MISSING.append(pandas.NA)

    @pandas.api.extensions.register_dataframe_accessor("geocode")
    class _PandasAccessor(_Accessor):
        def _with(self, columns: Dict[str, List[Any]]) -> "pandas.DataFrame":
            added = pandas.DataFrame(columns, index=self._frame.index)
            return pandas.concat([self._frame, added], axis=1)


try:
    import polars
except ImportError:
    pass
else:

    @polars.api.register_dataframe_namespace("geocode")
    class _PolarsAccessor(_Accessor):
        def _with(self, columns: Dict[str, List[Any]]) -> "polars.DataFrame":
            added = (polars.Series(name, values, strict=False) for name, values in columns.items())
            return self._frame.with_columns(*added)
