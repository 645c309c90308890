"""Coordinates as callers have them, as the contiguous 64-bit numbers that the library reads. Copies only what has another form.

1. A buffer (``array``, numpy, ``memoryview``) of 64-bit floating-point numbers is read in place.
2. An Arrow array (pyarrow, polars, ...) of such numbers without nulls is read in place, see :mod:`geocode.arrow_in`.
3. pandas and whatever else has ``__array__`` becomes a numpy array, then see 1.
4. Everything else is walked through: ``None`` and ``NA`` become NaN, whatever has ``__float__`` a number.
"""

from __future__ import annotations

import ctypes
import re
import struct
import sys
from array import array
from typing import Any, Iterable, List, NamedTuple, Tuple

NAN = float("nan")
#: Formats of buffers that are numbers: the order of bytes and the kind of number.
_FORMAT = re.compile("([@=<>!]?)([bBhHiIlLqQnNefd])")
#: Names of types that are no numbers, although Python takes them for 0 and 1.
_TRUTHS = frozenset(("bool", "bool_"))
#: Kinds of whole numbers by their size, as that of "l" depends on who says it.
_WHOLE = {1: "b", 2: "h", 4: "i", 8: "q"}


class Numbers(NamedTuple):
    """Contiguous 64-bit floating-point numbers in memory that ``owner`` keeps."""

    address: int
    size: int
    owner: Any


def points(latitudes: Any, longitudes: Any) -> Tuple[Numbers, Numbers]:
    """Latitudes and longitudes of two collections, or of one collection of points where the other is ``None``.

    :raises TypeError: there are no numbers, or no points.
    :raises ValueError: the collections differ in length, or points are not in degrees.
    """
    if longitudes is not None:
        for value in (latitudes, longitudes):
            if _has_points(value):
                raise TypeError("points have both coordinates: give them alone, as in columns(points, columns=['city'])")
        pair = numbers(latitudes, "latitude"), numbers(longitudes, "longitude")
        if pair[0].size != pair[1].size:
            raise ValueError(f"there are {pair[0].size} latitudes and {pair[1].size} longitudes")
        return pair
    if _has_points(latitudes):
        return _of_geopandas(getattr(latitudes, "geometry", latitudes))
    if not hasattr(latitudes, "__arrow_c_array__") and not hasattr(latitudes, "__arrow_c_stream__"):
        raise TypeError("the longitudes are missing; only an array of geoarrow.point or a column of geopandas has both")
    from .arrow_in import arrow_points

    return arrow_points(latitudes)


def _has_points(values: Any) -> bool:
    """Whether it is a frame, a column or an array of geopandas."""
    return type(values).__module__.partition(".")[0] == "geopandas" and hasattr(values, "geom_type")


def _of_geopandas(values: Any) -> Tuple[Numbers, Numbers]:
    if values.crs is not None and not values.crs.is_geographic:
        raise ValueError(f"the points are in {values.crs.name}; transform them first: to_crs(4326)")
    others = {kind for kind in values.geom_type if isinstance(kind, str)} - {"Point"}
    if others:
        raise TypeError(f"the geometries are {', '.join(sorted(others))}: give points, such as those of representative_point()")
    return numbers(values.y, "latitude"), numbers(values.x, "longitude")


def numbers(values: Any, name: str) -> Numbers:
    """The numbers in any collection of them; what is missing becomes NaN.

    :param name: what the numbers are, for messages.
    :raises TypeError: the values are no collection, or not numbers.
    :raises ValueError: the collection has not exactly one dimension.
    """
    if isinstance(values, (str, bytes, bytearray, dict, set, frozenset)):
        raise TypeError(f"{name} is a {type(values).__name__}: give a list, array or column of numbers")
    if hasattr(type(values), "columns") and hasattr(type(values), "shape"):
        raise TypeError(f"{name} is a {type(values).__name__}, a table: give one of its columns")
    if isinstance(values, (int, float)):
        raise TypeError(f"{name} is one number: give a list, array or column, or ask placemark(latitude, longitude)")
    if type(values).__module__.partition(".")[0] == "pandas" and hasattr(values, "to_numpy"):
        return _of_pandas(values, name)
    if hasattr(values, "__array_interface__"):
        return _of_numpy(values, name)
    if hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__"):
        from .arrow_in import arrow_numbers

        return arrow_numbers(values, name)
    if hasattr(values, "__array__"):
        return _of_numpy(values.__array__(), name)
    try:
        view = memoryview(values)
    except TypeError:
        return _of_items(values, name)
    return _of_view(view, name)


def of_array(made: "array[float]") -> Numbers:
    """The numbers of an ``array``, which nobody must resize meanwhile."""
    return Numbers(made.buffer_info()[0], len(made), made)


def _of_pandas(values: Any, name: str) -> Numbers:
    kind = getattr(values.dtype, "kind", "O")
    if kind == "b":
        raise TypeError(f"{name} has the type {values.dtype}: give numbers")
    # Types of pandas and Arrow that have nulls, where numpy has none.
    if kind in "iuf" and not type(values.dtype).__module__.startswith("numpy"):
        return _of_numpy(values.to_numpy(dtype="float64", na_value=NAN), name)
    return _of_numpy(values.to_numpy(), name)


def _of_numpy(values: Any, name: str) -> Numbers:
    if len(values.shape) != 1:
        raise ValueError(f"{name} has the shape {tuple(values.shape)}: give an array of one dimension")
    kind = values.dtype.kind
    if kind == "O":
        return _of_items(values.tolist(), name)
    if kind not in "iuf":
        raise TypeError(f"{name} has the type {values.dtype}: give numbers")
    # A masked array: what is hidden is missing.
    if hasattr(values, "filled"):
        values = values.astype("=f8").filled(NAN)
    plain = values.dtype.kind == "f" and values.dtype.itemsize == 8 and values.dtype.isnative
    if not (plain and values.flags.c_contiguous and values.flags.aligned):
        values = values.astype("=f8", order="C", copy=True)
    return Numbers(values.__array_interface__["data"][0], values.shape[0], values)


def _of_view(view: memoryview, name: str) -> Numbers:
    if view.ndim != 1:
        raise ValueError(f"{name} has {view.ndim} dimensions: give a buffer of one")
    form = _FORMAT.fullmatch(view.format)
    if form is None:
        raise TypeError(f"{name} is a buffer of the format {view.format!r}: give numbers")
    is_native = form[1] in ("", "@", "=", "<" if sys.byteorder == "little" else ">")
    if not (is_native and form[2] == "d"):
        return _of_items(_converted(view, "=" if is_native else form[1], form[2]), name)
    if view.c_contiguous and not view.readonly:
        place = (ctypes.c_char * view.nbytes).from_buffer(view)
        return Numbers(ctypes.addressof(place), view.shape[0] if view.shape else 0, place)
    made = array("d")
    made.frombytes(view.tobytes())
    return of_array(made)


def _converted(view: memoryview, order: str, kind: str) -> List[Any]:
    """The numbers of a buffer of any order of bytes, which ``memoryview`` does not all read."""
    if kind not in "efd":
        whole = _WHOLE[view.itemsize]
        kind = whole.upper() if kind.isupper() else whole
    return [value for (value,) in struct.iter_unpack(order + kind, view.tobytes())]


def _of_items(values: Iterable[Any], name: str) -> Numbers:
    if not isinstance(values, (list, tuple)):
        try:
            values = list(values)
        except TypeError:
            raise TypeError(f"{name} is a {type(values).__name__}: give a list, array or column of numbers") from None
    try:
        if _TRUTHS.isdisjoint(kind.__name__ for kind in set(map(type, values))):
            return of_array(array("d", values))
    except (TypeError, OverflowError):
        pass
    return of_array(array("d", _floats(values, name)))


def _floats(values: Iterable[Any], name: str) -> List[float]:
    made = []
    for index, value in enumerate(values):
        # NA of pandas, which must not be imported for this.
        if value is None or type(value).__name__ == "NAType":
            made.append(NAN)
            continue
        if type(value).__name__ not in _TRUTHS:
            try:
                made.append(array("d", (value,))[0])
                continue
            except (TypeError, OverflowError):
                pass
        raise TypeError(f"{name} {index} is {value!r:.80}, a {type(value).__name__}: give numbers, or None")
    return made
