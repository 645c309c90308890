"""Coordinates as callers have them, as the contiguous 64-bit numbers that the library reads. Copies only what has another form.

1. A buffer (``array``, numpy, ``memoryview``) of 64-bit floating-point numbers is read in place.
2. An Arrow array (pyarrow, polars, ...) of such numbers without nulls is read in place, see :mod:`geocode.arrow_in`.
3. pandas and whatever else has ``__array__`` becomes a numpy array, then see 1.
4. Everything else is walked through: ``None`` and ``NA`` become NaN, whatever has ``__float__`` a number.
"""

from __future__ import annotations

import ctypes
from array import array
from typing import Any, Iterable, List, NamedTuple, Tuple

NAN = float("nan")


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
        pair = numbers(latitudes, "latitude"), numbers(longitudes, "longitude")
        if pair[0].size != pair[1].size:
            raise ValueError(f"there are {pair[0].size} latitudes and {pair[1].size} longitudes")
        return pair
    if type(latitudes).__module__.partition(".")[0] == "geopandas" and hasattr(latitudes, "geom_type"):
        return _of_geopandas(latitudes.geometry)
    if not hasattr(latitudes, "__arrow_c_array__") and not hasattr(latitudes, "__arrow_c_stream__"):
        raise TypeError("the longitudes are missing; only an array of geoarrow.point or a column of geopandas has both")
    from .arrow_in import arrow_points

    return arrow_points(latitudes)


def _of_geopandas(values: Any) -> Tuple[Numbers, Numbers]:
    if values.crs is not None and not values.crs.is_geographic:
        raise ValueError(f"the points are in {values.crs.name}; transform them first: to_crs(4326)")
    others = set(values.geom_type.dropna()) - {"Point"}
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
    if view.format in ("c", "?", "P"):
        raise TypeError(f"{name} is a buffer of the format {view.format!r}: give numbers")
    if view.format not in ("d", "@d"):
        return _of_items(view.tolist(), name)
    if view.c_contiguous and not view.readonly:
        place = (ctypes.c_char * view.nbytes).from_buffer(view)
        return Numbers(ctypes.addressof(place), view.shape[0] if view.shape else 0, place)
    made = array("d")
    made.frombytes(view.tobytes())
    return of_array(made)


def _of_items(values: Iterable[Any], name: str) -> Numbers:
    if not isinstance(values, (list, tuple)):
        try:
            values = list(values)
        except TypeError:
            raise TypeError(f"{name} is a {type(values).__name__}: give a list, array or column of numbers") from None
    try:
        return of_array(array("d", values))
    except (TypeError, OverflowError):
        return of_array(array("d", _floats(values, name)))


def _floats(values: Iterable[Any], name: str) -> List[float]:
    made = []
    for index, value in enumerate(values):
        # NA of pandas, which must not be imported for this.
        if value is None or type(value).__name__ == "NAType":
            made.append(NAN)
            continue
        try:
            made.append(array("d", (value,))[0])
        except (TypeError, OverflowError):
            raise TypeError(f"{name} {index} is {value!r:.80}, a {type(value).__name__}: give numbers, or None") from None
    return made
