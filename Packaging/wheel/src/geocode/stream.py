"""An Arrow stream of one batch: the form in which most libraries ask for a table."""

from __future__ import annotations

import ctypes
import errno
import itertools
from ctypes import c_void_p
from typing import Callable, Dict, Optional

from .arrow import ArrowArray, ArrowArrayStream, ArrowSchema, move


class _State:
    """What a stream still has. It is found by a number, as whoever takes a stream may move the structure."""

    def __init__(self, batch: ArrowArray, new_schema: Callable[[], ArrowSchema]) -> None:
        self.batch: Optional[ArrowArray] = batch
        self.new_schema = new_schema
        self.error: Optional[ctypes.Array[ctypes.c_char]] = None


_states: Dict[int, _State] = {}
_numbers = itertools.count(1)


def stream(batch: ArrowArray, new_schema: Callable[[], ArrowSchema]) -> ArrowArrayStream:
    """A stream that owns the batch until somebody takes it; ``new_schema`` makes the schema as often as it is asked for."""
    made, number = ArrowArrayStream(), next(_numbers)
    _states[number] = _State(batch, new_schema)
    made.get_schema, made.get_next, made.get_last_error, made.release = _ADDRESSES
    made.private_data = number
    return made


def _state(address: int) -> _State:
    return _states[ArrowArrayStream.from_address(address).private_data]


# Exceptions must not leave the functions that others call.


def _get_schema(address: int, target: int) -> int:
    state = _state(address)
    try:
        move(state.new_schema(), target)
    except Exception as problem:
        state.error = ctypes.create_string_buffer(str(problem).encode())
        return errno.EIO
    return 0


def _get_next(address: int, target: int) -> int:
    state = _state(address)
    # An empty structure marks the end.
    move(state.batch or ArrowArray(), target)
    state.batch = None
    return 0


def _get_last_error(address: int) -> int:
    error = _state(address).error
    return 0 if error is None else ctypes.addressof(error)


def _release(address: int) -> None:
    released = ArrowArrayStream.from_address(address)
    # A batch that nobody took is released with the state.
    _states.pop(released.private_data, None)
    released.release = None


_FUNCTIONS = (
    ArrowArrayStream.GET(_get_schema),
    ArrowArrayStream.GET(_get_next),
    ArrowArrayStream.LAST_ERROR(_get_last_error),
    ctypes.CFUNCTYPE(None, c_void_p)(_release),
)
_ADDRESSES = [ctypes.cast(function, c_void_p).value for function in _FUNCTIONS]
# Other libraries may call them until the very end of the process.
for _function in _FUNCTIONS:
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_function))
