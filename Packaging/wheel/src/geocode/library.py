"""The functions of ``libgeocode.so``, as ``geocode.h`` declares them. Nothing else calls them."""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import c_char_p, c_double, c_int32, c_int64, c_size_t, c_void_p
from typing import Any, Optional, Sequence, Union

from .errors import OK, LibraryMissing, error_of
from .options import Options

#: Called with a context, how many points are answered, and how many there are; a result other than 0 stops the work.
PROGRESS = ctypes.CFUNCTYPE(c_int32, c_void_p, c_int64, c_int64)
NO_PROGRESS = PROGRESS()


class OptionsStruct(ctypes.Structure):
    """``geocode_options``."""

    _fields_ = [
        ("size", c_size_t),
        ("languages", c_char_p),
        ("detail", c_char_p),
        ("maximum_distance_meters", c_double),
        ("threads", c_int32),
        ("extras", c_int32),
        ("progress", PROGRESS),
        ("context", c_void_p),
        ("with_fields", c_char_p),
        ("layers", c_char_p),
        ("worldview", c_char_p),
    ]


def options_struct(options: Options, threads: int = 0, progress: Any = NO_PROGRESS) -> OptionsStruct:
    """The options as the library takes them. The structure keeps alive what it points to."""
    limit = options.maximum_distance_meters
    return OptionsStruct(
        size=ctypes.sizeof(OptionsStruct),
        languages=c_text(",".join(options.languages)) if options.languages else None,
        detail=c_text(options.detail) if options.detail else None,
        maximum_distance_meters=-1.0 if limit is None else limit,
        threads=threads,
        extras=(1 if options.areas else 0) + (2 if options.explain else 0),
        progress=progress,
        context=None,
        with_fields=c_text(",".join(options.extra_fields)) if options.extra_fields else None,
        layers=_layers(options.layers),
        worldview=c_text(options.worldview) if options.worldview is not None else None,
    )


def _layers(layers: Union[bool, Sequence[str]]) -> Optional[bytes]:
    if layers is True:
        return b"all"
    return c_text(",".join(layers)) if layers else None


def c_text(text: Union[str, bytes]) -> bytes:
    """A text as the library takes it.

    :raises ValueError: the text has a NUL character, where the library would see its end.
    """
    encoded = text.encode() if isinstance(text, str) else text
    if b"\0" in encoded:
        raise ValueError(f"{text!r} has a NUL character; leave it out")
    return encoded


@functools.lru_cache(maxsize=None)
def library() -> Any:
    """The loaded library: that of ``GEOCODE_LIBRARY``, or else the one inside this package.

    :raises LibraryMissing: there is none, or it does not run here.
    """
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libgeocode.so")
    path = os.environ.get("GEOCODE_LIBRARY") or inside
    try:
        loaded = ctypes.CDLL(path)
    except OSError as problem:
        advice = "build the wheel with Packaging/wheel/build, or set GEOCODE_LIBRARY to the path of a libgeocode.so"
        raise LibraryMissing(f"cannot load {path}: {problem}; {advice}", name="libgeocode", path=path) from None
    _declare(loaded)
    return loaded


def _declare(loaded: Any) -> None:
    """Tells ctypes the types. Texts that must be freed are ``c_void_p``: ctypes would forget the address of a ``c_char_p``."""
    store, text = c_void_p, ctypes.POINTER(c_void_p)
    options = ctypes.POINTER(OptionsStruct)
    functions = {
        "geocode_version": (c_char_p, []),
        "geocode_column_names": (c_char_p, []),
        "geocode_open": (c_int32, [c_char_p, text, text]),
        "geocode_guard": (None, []),
        "geocode_close": (None, [store]),
        "geocode_reload": (c_int32, [store, text]),
        "geocode_info": (c_int32, [store, text, text]),
        "geocode_attribution": (c_void_p, [store]),
        "geocode_json": (c_int32, [store, c_double, c_double, options, text, text]),
        "geocode_free": (None, [c_void_p]),
        "geocode_columns": (
            c_int32,
            [store, c_void_p, c_void_p, c_int64, c_char_p, options, c_void_p, c_void_p, text],
        ),
    }
    for name, (result, arguments) in functions.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments


def taken(text: c_void_p) -> Optional[str]:
    """A text that the library returned, which is freed; ``None`` for ``NULL``."""
    if not text.value:
        return None
    try:
        return ctypes.string_at(text.value).decode("utf-8", "replace")
    finally:
        library().geocode_free(text)


def check(status: int, message: c_void_p) -> None:
    """Raises the error of a call that failed, and frees its message."""
    said = taken(message)
    if status != OK:
        raise error_of(status, said or f"the library failed with status {status} and gave no reason")
