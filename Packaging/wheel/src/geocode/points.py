"""Finds the coordinates in a table of Arrow, and reads them: two columns of numbers, or a column of points."""

from __future__ import annotations

import json
import struct
from array import array
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

from .arrow_in import crs_of_field
from .numbers_in import NAN
from .systems import other_system

#: What columns of coordinates are usually called, the surest first. Case, blanks and punctuation do not matter.
_NAMES: Tuple[Tuple[Tuple[str, ...], Tuple[str, ...]], ...] = (
    (("latitude",), ("longitude",)),
    (("lat",), ("lon", "lng", "long")),
    (
        ("gpslatitude", "gpslat", "geolatitude", "geolat", "decimallatitude"),
        ("gpslongitude", "gpslon", "gpslng", "geolongitude", "geolon", "geolng", "decimallongitude"),
    ),
)

#: Types of pyarrow that well-known binary may have; older versions do not know all of them.
_BYTES = ("binary", "large_binary", "binary_view")


class PointsError(ValueError):
    """No coordinates can be found, or those that are there cannot be read; ``is_usage`` where other options would help."""

    def __init__(self, message: str, is_usage: bool = True) -> None:
        super().__init__(message)
        self.is_usage = is_usage


class Pair(NamedTuple):
    """Two columns of numbers."""

    latitude: str
    longitude: str

    def read(self, table: Any) -> Tuple[Any, Any, List[int]]:
        """Latitudes, longitudes, and the rows that have something else than a point."""
        return table.column(self.latitude), table.column(self.longitude), []


class Geometry(NamedTuple):
    """A column of points: well-known binary, or a structure of x and y."""

    name: str

    def read(self, table: Any) -> Tuple[Any, Any, List[int]]:
        """Latitudes, longitudes, and the rows that have something else than a point."""
        column = table.column(self.name)
        if hasattr(column.type, "storage_type"):
            column = column.cast(column.type.storage_type)
        if column.type.num_fields:
            flat = column.combine_chunks()
            parts = {field.name: flat.field(index) for index, field in enumerate(column.type)}
            nulls = flat.is_null()
            return _without(parts["y"], nulls), _without(parts["x"], nulls), []
        latitudes, longitudes, others = array("d"), array("d"), []
        for row, value in enumerate(column.to_pylist()):
            point = (NAN, NAN) if value is None else point_of(value)
            if point is None:
                others.append(row)
            longitude, latitude = point or (NAN, NAN)
            latitudes.append(latitude)
            longitudes.append(longitude)
        return latitudes, longitudes, others


Points = Union[Pair, Geometry]


def _without(values: Any, nulls: Any) -> Any:
    """A child of a structure with the nulls of the structure itself."""
    import pyarrow
    from pyarrow import compute

    return compute.if_else(nulls, pyarrow.scalar(None, values.type), values)


def point_of(wkb: bytes) -> Optional[Tuple[float, float]]:
    """X and y of a point in well-known binary (ISO, or EWKB with a reference system); ``None`` for something else. An empty point is NaN.

    :raises PointsError: the point itself says that it is in another system than WGS 84.
    """
    if len(wkb) < 21 or wkb[0] > 1:
        return None
    order = "<" if wkb[0] else ">"
    (kind,) = struct.unpack_from(f"{order}I", wkb, 1)
    start = 9 if kind & 0x20000000 else 5
    if (kind & 0x0FFFFFFF) % 1000 != 1 or len(wkb) < start + 16:
        return None
    if start == 9:
        (number,) = struct.unpack_from(f"{order}I", wkb, 5)
        # 0 stands for an unknown one.
        check_system(number or None, "points")
    x, y = struct.unpack_from(f"{order}dd", wkb, start)
    return x, y


# Finding


def find(schema: Any, latitude: Optional[str], longitude: Optional[str], geometry: Optional[str]) -> Points:
    """The coordinates of a table with this schema of pyarrow: those that are named, or else those that are found by usual names.

    :raises PointsError: there are none, or they are of the wrong type.
    """
    if (latitude is None) != (longitude is None):
        raise PointsError("give both --lat and --lon, or none of them")
    if latitude is not None and longitude is not None:
        return _checked_pair(schema, latitude, longitude)
    if geometry is not None:
        return _checked_geometry(schema, geometry)
    pair = _usual_pair(schema.names)
    if pair is not None:
        return _checked_pair(schema, *pair)
    primary = _geo(schema).get("primary_column")
    if not isinstance(primary, str):
        primary = None
    if primary is None and "geometry" in schema.names:
        primary = "geometry"
    if primary is not None:
        return _checked_geometry(schema, primary)
    raise PointsError(
        "no columns are called latitude and longitude, or the like, and there is no column of points; name them with"
        f" --lat and --lon, or --geometry. {_listing(schema)}"
    )


def _usual_pair(names: List[str]) -> Optional[Tuple[str, str]]:
    folded: Dict[str, List[str]] = {}
    for name in names:
        folded.setdefault("".join(filter(str.isalnum, name.lower())), []).append(name)
    latitudes = [found for usual, _ in _NAMES for one in usual for found in folded.get(one, [])]
    longitudes = [found for _, usual in _NAMES for one in usual for found in folded.get(one, [])]
    return (latitudes[0], longitudes[0]) if latitudes and longitudes else None


def _checked_pair(schema: Any, latitude: str, longitude: str) -> Pair:
    from pyarrow import types

    for name in (latitude, longitude):
        kind = _type(schema, name)
        if not (types.is_integer(kind) or types.is_floating(kind) or types.is_null(kind)):
            raise PointsError(f"the column {name!r} has the type {kind}, not numbers; convert it to double first", False)
    return Pair(latitude, longitude)


def _checked_geometry(schema: Any, name: str) -> Geometry:
    from pyarrow import types

    kind = _type(schema, name)
    kind = getattr(kind, "storage_type", kind)
    is_struct = types.is_struct(kind) and {"x", "y"} <= {field.name for field in kind}
    if not (is_struct or str(kind) in _BYTES or types.is_null(kind)):
        raise PointsError(f"the column {name!r} has the type {kind}, not points; give well-known binary (WKB)", False)
    columns = _geo(schema).get("columns")
    said = columns.get(name) if isinstance(columns, dict) else None
    check_system(said.get("crs") if isinstance(said, dict) else None, f"the points of {name!r}")
    check_system(crs_of_field(schema.field(name)), f"the points of {name!r}")
    return Geometry(name)


def check_system(crs: Any, what: str) -> None:
    """Sees to it that points are in WGS 84.

    :raises PointsError: they are not.
    """
    system = other_system(crs)
    if system is not None:
        raise PointsError(f"{what} are in {system}; transform them to WGS 84 (EPSG:4326) first", False)


def _type(schema: Any, name: str) -> Any:
    count = schema.names.count(name)
    if count != 1:
        raise PointsError(f"there is no column {name!r}. {_listing(schema)}" if not count else f"{count} columns are called {name!r}")
    return schema.field(name).type


def _geo(schema: Any) -> Mapping[str, Any]:
    """The metadata of GeoParquet; empty where there is none."""
    try:
        said = json.loads((schema.metadata or {}).get(b"geo", b"{}"))
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _listing(schema: Any) -> str:
    names = schema.names
    shown = ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
    return f"The columns are: {shown}" if names else "There are no columns"
