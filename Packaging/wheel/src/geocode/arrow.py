"""The structures of the Arrow C data interface, who owns them, and the capsules in which libraries pass them on.

https://arrow.apache.org/docs/format/CDataInterface.html. Whoever holds a structure whose ``release`` is set must call it once, or move the
structure elsewhere: copy it and set ``release`` of the old place to ``NULL``.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_int64, c_void_p
from typing import Any, Dict, TypeVar

_RELEASE = ctypes.CFUNCTYPE(None, c_void_p)


class Struct(ctypes.Structure):
    """The common part of the three structures. Releases its contents when Python frees its memory."""

    def drop(self) -> None:
        """Releases the contents, if they are still here."""
        release = getattr(self, "release")
        if release:
            _RELEASE(release)(ctypes.addressof(self))
            setattr(self, "release", None)

    def __del__(self) -> None:
        # Views of memory that belongs to somebody else, such as children, are not ours to release.
        if self._b_needsfree_:
            self.drop()


class ArrowSchema(Struct):
    """``struct ArrowSchema``."""


ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]


class ArrowArray(Struct):
    """``struct ArrowArray``."""


ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]


class ArrowArrayStream(Struct):
    """``struct ArrowArrayStream``. Its functions take addresses; those that fail return a number of ``errno``."""

    GET = ctypes.CFUNCTYPE(ctypes.c_int, c_void_p, c_void_p)
    LAST_ERROR = ctypes.CFUNCTYPE(c_void_p, c_void_p)
    _fields_ = [
        ("get_schema", c_void_p),
        ("get_next", c_void_p),
        ("get_last_error", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


AnyStruct = TypeVar("AnyStruct", bound=Struct)


def moved(source: AnyStruct) -> AnyStruct:
    """The contents of a structure in a new one; the old one is empty then."""
    target = type(source)()
    move(source, ctypes.addressof(target))
    return target


def move(source: Struct, address: int) -> None:
    """Moves the contents of a structure to memory of somebody else, which is overwritten."""
    ctypes.memmove(address, ctypes.addressof(source), ctypes.sizeof(source))
    setattr(source, "release", None)


# Capsules

_api: Any = ctypes.PyDLL(None)
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [c_void_p, c_char_p, c_void_p]
_api.PyCapsule_GetPointer.restype = c_void_p
_api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, c_char_p]
# The same functions for a capsule that is being destroyed, which must not be counted as a Python object any more.
_prototype: Any = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)
_pointer_of_dying = _prototype(("PyCapsule_GetPointer", _api))
_prototype = ctypes.PYFUNCTYPE(c_char_p, c_void_p)
_name_of_dying = _prototype(("PyCapsule_GetName", _api))

_NAMES: Dict[type, bytes] = {ArrowSchema: b"arrow_schema", ArrowArray: b"arrow_array", ArrowArrayStream: b"arrow_array_stream"}
#: Structures inside capsules, by their addresses.
_lent: Dict[int, Struct] = {}


def capsule(contents: Struct) -> Any:
    """A capsule that owns a structure: if nobody moves the contents out of it, they are released with the capsule."""
    address = ctypes.addressof(contents)
    made = _api.PyCapsule_New(address, _NAMES[type(contents)], _destructor_address)
    _lent[address] = contents
    return made


def _destroy(dying: int) -> None:
    address = _pointer_of_dying(dying, _name_of_dying(dying))
    _lent.pop(address).drop()


_destructor = ctypes.PYFUNCTYPE(None, c_void_p)(_destroy)
_destructor_address = ctypes.cast(_destructor, c_void_p)
# Capsules may outlive this module at the end of the process.
_api.Py_IncRef.argtypes = [ctypes.py_object]
_api.Py_IncRef(_destructor)


def inside(capsule: Any, kind: type) -> Any:
    """The structure inside a capsule of another library, which keeps it: valid as long as the capsule lives."""
    return kind.from_address(_api.PyCapsule_GetPointer(capsule, _NAMES[kind]))  # type: ignore[attr-defined]
