"""Reads numbers and points out of the Arrow arrays of any library, without that library's help.

1. The capsules of the array, or of the stream of its chunks, are opened.
2. A single chunk of 64-bit floating-point numbers without nulls is read in place.
3. Other chunks are copied into one array, with NaN for nulls.
4. Points (GeoArrow) are a structure of x and y, or pairs of them; x is the longitude.
"""

from __future__ import annotations

import ctypes
import json
import struct
from array import array
from typing import Any, Dict, List, NamedTuple, Tuple

from .arrow import ArrowArray, ArrowArrayStream, ArrowSchema, inside
from .numbers_in import NAN, Numbers, of_array
from .systems import other_system

_TYPES: Dict[bytes, Any] = {
    b"c": ctypes.c_int8,
    b"C": ctypes.c_uint8,
    b"s": ctypes.c_int16,
    b"S": ctypes.c_uint16,
    b"i": ctypes.c_int32,
    b"I": ctypes.c_uint32,
    b"l": ctypes.c_int64,
    b"L": ctypes.c_uint64,
    b"f": ctypes.c_float,
    b"g": ctypes.c_double,
}


class _Chunk(NamedTuple):
    """A part of an array, or of a child of it."""

    schema: Any
    array: Any
    #: The first element of the buffers that belongs to it, and how many do.
    start: int
    size: int
    owner: Any


def arrow_numbers(values: Any, name: str) -> Numbers:
    """The numbers of an object with ``__arrow_c_array__`` or ``__arrow_c_stream__``.

    :raises TypeError: it has something else than integers and floating-point numbers.
    """
    return _joined([_part(chunk, name) for chunk in _chunks(values)])


def arrow_points(values: Any) -> Tuple[Numbers, Numbers]:
    """The latitudes and longitudes of an array of points.

    :raises TypeError: it has something else than points.
    :raises ValueError: the points are not in degrees.
    """
    latitudes, longitudes = [], []
    chunks = _chunks(values)
    system = other_system(_crs(chunks[0].schema))
    if system is not None:
        raise ValueError(f"the points are in {system}; transform them first: to_crs(4326)")
    for chunk in chunks:
        latitude, longitude = _point_parts(chunk)
        latitudes.append(latitude)
        longitudes.append(longitude)
    return _joined(latitudes), _joined(longitudes)


# Chunks


def _chunks(values: Any) -> List[_Chunk]:
    if hasattr(values, "__arrow_c_array__"):
        capsules = values.__arrow_c_array__()
        schema, contents = inside(capsules[0], ArrowSchema), inside(capsules[1], ArrowArray)
        return [_Chunk(schema, contents, contents.offset, contents.length, capsules)]
    capsule = values.__arrow_c_stream__()
    stream = inside(capsule, ArrowArrayStream)
    schema = ArrowSchema()
    _get(stream, "get_schema", schema)
    chunks = []
    while True:
        contents = ArrowArray()
        _get(stream, "get_next", contents)
        if not contents.release:
            break
        chunks.append(_Chunk(schema, contents, contents.offset, contents.length, contents))
    # A type without any chunk must be checked, too.
    return chunks or [_Chunk(schema, ArrowArray(), 0, 0, None)]


def _get(stream: Any, function: str, target: Any) -> None:
    address = ctypes.addressof(stream)
    if not ArrowArrayStream.GET(getattr(stream, function))(address, ctypes.addressof(target)):
        return
    said = ArrowArrayStream.LAST_ERROR(stream.get_last_error)(address)
    raise ValueError(f"the Arrow stream failed: {ctypes.string_at(said).decode() if said else 'it gave no reason'}")


# Numbers


def _part(chunk: _Chunk, name: str) -> Numbers:
    form = chunk.schema.format
    if form == b"n":
        return of_array(array("d", [NAN]) * chunk.size)
    if chunk.schema.dictionary:
        raise TypeError(f"{name} is a dictionary (a category for each row): cast it to 64-bit floating-point numbers")
    if form == b"e":
        return _of_halves(chunk)
    if form not in _TYPES:
        raise TypeError(f"{name} has the Arrow format {form.decode()!r}: cast it to 64-bit floating-point numbers")
    if chunk.size == 0:
        return of_array(array("d"))
    kind = _TYPES[form]
    address = chunk.array.buffers[1] + chunk.start * ctypes.sizeof(kind)
    nulls = nulls_of(chunk.array, chunk.start, chunk.size)
    if kind is ctypes.c_double and not nulls:
        return Numbers(address, chunk.size, chunk.owner)
    made = array("d", (kind * chunk.size).from_address(address))
    for index in nulls:
        made[index] = NAN
    return of_array(made)


def _of_halves(chunk: _Chunk) -> Numbers:
    """16-bit floating-point numbers, which ctypes does not know."""
    data = ctypes.string_at(chunk.array.buffers[1] + chunk.start * 2, chunk.size * 2) if chunk.size else b""
    made = array("d", struct.unpack(f"={chunk.size}e", data))
    for index in nulls_of(chunk.array, chunk.start, chunk.size):
        made[index] = NAN
    return of_array(made)


def nulls_of(contents: Any, start: int, count: int) -> List[int]:
    """The elements that are null, counted from the first."""
    bitmap = contents.buffers[0] if contents.n_buffers else None
    if contents.null_count == 0 or not bitmap or count == 0:
        return []
    first = start // 8
    bits = ctypes.string_at(bitmap + first, (start + count + 7) // 8 - first)
    found = []
    for place, byte in enumerate(bits):
        if byte != 0xFF:
            index = (first + place) * 8 - start
            found += [index + bit for bit in range(8) if not byte >> bit & 1 and 0 <= index + bit < count]
    return found


def _joined(parts: List[Numbers]) -> Numbers:
    if len(parts) == 1:
        return parts[0]
    made = array("d")
    for part in parts:
        made.frombytes(ctypes.string_at(part.address, part.size * 8))
    return of_array(made)


# Points

_ADVICE = "give an array of geoarrow.point (longitude first), or latitudes and longitudes"


def _point_parts(chunk: _Chunk) -> Tuple[Numbers, Numbers]:
    form, extension = chunk.schema.format, _metadata(chunk.schema).get("ARROW:extension:name")
    children = [chunk.schema.children[index].contents for index in range(chunk.schema.n_children)]
    if extension not in (None, "geoarrow.point"):
        raise TypeError(f"the points have the type {extension}: {_ADVICE}")
    if form == b"+s" and {b"x", b"y"} <= {child.name for child in children}:
        names = [child.name for child in children]
        parts = [_child(chunk, names.index(name), children[names.index(name)]) for name in (b"y", b"x")]
    elif form.startswith(b"+w:") and int(form[3:]) >= 2 and extension and children[0].format == b"g":
        parts = _of_pairs(chunk, int(form[3:]))
    else:
        raise TypeError(f"the points have the Arrow format {form.decode()!r}: {_ADVICE}")
    nulls = nulls_of(chunk.array, chunk.start, chunk.size)
    if nulls:
        parts = [_withnulls_of(part, nulls) for part in parts]
    return parts[0], parts[1]


def _child(chunk: _Chunk, index: int, schema: Any) -> Numbers:
    if not chunk.size:
        return _part(_Chunk(schema, chunk.array, 0, 0, None), "a point")
    contents = chunk.array.children[index].contents
    return _part(_Chunk(schema, contents, contents.offset + chunk.start, chunk.size, chunk.owner), "a point")


def _of_pairs(chunk: _Chunk, width: int) -> List[Numbers]:
    if not chunk.size:
        return [of_array(array("d"))] * 2
    contents = chunk.array.children[0].contents
    start, size = contents.offset + chunk.start * width, chunk.size * width
    flat = _part(_Chunk(chunk.schema.children[0].contents, contents, start, size, chunk.owner), "a point")
    values = array("d", ctypes.string_at(flat.address, flat.size * 8))
    return [of_array(values[1::width]), of_array(values[0::width])]


def _withnulls_of(part: Numbers, nulls: List[int]) -> Numbers:
    made = array("d", ctypes.string_at(part.address, part.size * 8))
    for index in nulls:
        made[index] = NAN
    return of_array(made)


def crs_of_field(field: Any) -> Any:
    """The reference system of a column of pyarrow, see :func:`_crs`."""
    capsule = field.__arrow_c_schema__()
    return _crs(inside(capsule, ArrowSchema))


def _crs(schema: Any) -> Any:
    """What the metadata of GeoArrow say of the reference system; ``None`` for nothing."""
    try:
        said = json.loads(_metadata(schema).get("ARROW:extension:metadata") or "{}")
    except ValueError:
        return None
    return said.get("crs") if isinstance(said, dict) else None


def _metadata(schema: Any) -> Dict[str, str]:
    """The keys and values at ``metadata``: a count, then each as its length and its bytes."""
    place = schema.metadata
    if not place:
        return {}
    words = []
    count = ctypes.c_int32.from_address(place).value
    place += 4
    for _ in range(2 * count):
        length = ctypes.c_int32.from_address(place).value
        words.append(ctypes.string_at(place + 4, length).decode("utf-8", "replace"))
        place += 4 + length
    return dict(zip(words[::2], words[1::2]))
