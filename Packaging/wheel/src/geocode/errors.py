"""The errors of this package, named as in ``geocode_client``."""

from __future__ import annotations

from typing import Dict, Type


class GeocodingError(Exception):
    """A query failed.

    ``reason`` is a word for programs, ``code`` its number; both are those of the daemon's protocol. The text is a sentence for people.
    """

    def __init__(self, message: str, reason: str = "serverFailure", code: int = -32000) -> None:
        super().__init__(message)
        self.reason = reason
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GeocodingError) and (self.code, str(self)) == (other.code, str(other))

    __hash__ = Exception.__hash__


class PlacemarkNotFound(GeocodingError):
    """Nothing is known within reach of the point: an answer, not a fault."""

    def __init__(self, message: str, reason: str = "placemarkNotFound", code: int = -32004) -> None:
        super().__init__(message, reason, code)


class StoreError(GeocodingError):
    """The store cannot be opened or read. The text says what to do about it."""


class StoreMissing(StoreError, FileNotFoundError):
    """There is no file at the path of the store."""


class StoreForeign(StoreError):
    """The file is no store."""


class StoreOutdated(StoreError):
    """The store has another format than this version reads."""


class StoreDamaged(StoreError):
    """The store is damaged, or somebody changed the file while it was open."""


class LibraryMissing(ImportError):
    """The shared library that does the work, ``libgeocode.so``, cannot be loaded."""


OK, NOT_FOUND, INVALID, CANCELLED = 0, 1, 2, 8
_STORE_ERRORS: Dict[int, Type[StoreError]] = {3: StoreMissing, 5: StoreForeign, 6: StoreOutdated, 7: StoreDamaged}


def error_of(status: int, message: str) -> Exception:
    """The exception for a status of the library that is not ``OK``."""
    if status == NOT_FOUND:
        return PlacemarkNotFound(message)
    if status == INVALID:
        return ValueError(message)
    if status == CANCELLED:
        return GeocodingError(message, "cancelled", -32005)
    return _STORE_ERRORS.get(status, StoreError)(message)
