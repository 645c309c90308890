"""Python lists of Arrow columns, read out of memory without any other library."""

from __future__ import annotations

import ctypes
from array import array
from typing import Any, Dict, List

from .arrow_in import nulls_of


def lists_of(schema: Any, contents: Any) -> Dict[str, List[Any]]:
    """The lists of a struct's children, which are numbers, texts or dictionaries of texts."""
    lists = {}
    for index in range(schema.n_children):
        child = schema.children[index].contents
        start = contents.offset + contents.children[index].contents.offset
        lists[child.name.decode()] = _list(child, contents.children[index].contents, start, contents.length)
    return lists


def _list(schema: Any, contents: Any, start: int, count: int) -> List[Any]:
    form = schema.format
    if not count:
        return []
    if schema.dictionary:
        words = contents.dictionary.contents
        known = _list(schema.dictionary.contents, words, words.offset, words.length)
        values = [known[place] if known else None for place in _numbers(contents, 1, "i", start, count)]
    elif form == b"u":
        values = _texts(contents, start, count)
    elif form == b"g":
        values = _numbers(contents, 1, "d", start, count).tolist()
    else:
        raise TypeError(f"the column {schema.name.decode()!r} has the Arrow format {form.decode()!r}: use to_arrow()")
    for index in nulls_of(contents, start, count):
        values[index] = None
    return values


def _numbers(contents: Any, buffer: int, kind: str, start: int, count: int) -> "array[Any]":
    size = array(kind).itemsize
    return array(kind, ctypes.string_at(contents.buffers[buffer] + start * size, count * size))


def _texts(contents: Any, start: int, count: int) -> List[Any]:
    ends = _numbers(contents, 1, "i", start, count + 1)
    if ends[0] == ends[count]:
        return [""] * count
    data = ctypes.string_at(contents.buffers[2] + ends[0], ends[count] - ends[0])
    first = ends[0]
    return [data[ends[index] - first : ends[index + 1] - first].decode() for index in range(count)]
