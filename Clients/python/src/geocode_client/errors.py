"""What can go wrong, in the words of the protocol."""

from __future__ import annotations

from typing import Any, Mapping


class GeocodingError(Exception):
    """A query failed.

    ``reason`` is the protocol's word for programs (``invalidQuery``, ``loadingThrottled``, ``timeout``, ...), ``code`` its number,
    and the text a sentence for people.
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


class ConnectionLost(GeocodingError):
    """The daemon cannot be reached, or went away before it answered. The same query may be asked again."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "serverFailure", -32000)


def not_a_coordinate(problem: ValueError) -> GeocodingError:
    """The error in the place of an answer for what is no coordinate: it has the words of the protocol for a bad query."""
    return GeocodingError(str(problem), "invalidQuery", -32602)


def error_from_wire(error: Mapping[str, Any]) -> GeocodingError:
    """The error of a reply's or callback's ``error`` member."""
    data = error.get("data")
    reason = data.get("reason", "serverFailure") if isinstance(data, Mapping) else "serverFailure"
    kind = PlacemarkNotFound if reason == "placemarkNotFound" else GeocodingError
    return kind(str(error.get("message", "the daemon gave no reason")), reason, int(error.get("code", -32000)))
