"""What is at many coordinates: requests as coordinates are read, answers in their order."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, List, Mapping, Optional, Union

from .errors import GeocodingError, error_from_wire, not_a_coordinate
from .options import Options
from .placemark import Coordinate, CoordinateLike, Placemark, coordinate
from .protocol import chunks

#: Coordinates of one request of a batch.
BATCH_SIZE = 500


class Points:
    """What both clients do about coordinates: they send each of :meth:`requests` and :meth:`take` what comes, in this order."""

    def __init__(self, coordinates: Iterable[CoordinateLike], options: Options) -> None:
        self._coordinates = coordinates
        self._wire = options.wire()
        # For each part what is wrong with its coordinates, `None` where it is asked about.
        self._parts: List[List[Optional[GeocodingError]]] = []

    def requests(self) -> Iterator[Mapping[str, Any]]:
        """The parameters of one batch after the other."""
        for part in chunks(map(_checked, self._coordinates), BATCH_SIZE):
            asked = [one.wire() for one in part if isinstance(one, Coordinate)]
            self._parts.append([one if isinstance(one, GeocodingError) else None for one in part])
            if asked:
                yield {"coordinates": asked, **self._wire}

    def take(self, result: Mapping[str, Any]) -> Iterator[Union[Placemark, GeocodingError]]:
        """The answers up to the last one of this result."""
        answers = iter(result["placemarks"])
        # Parts without any coordinate were not asked about.
        while None not in self._parts[0]:
            yield from filter(None, self._parts.pop(0))
        for error in self._parts.pop(0):
            yield error or _answer(next(answers))

    def rest(self) -> Iterator[GeocodingError]:
        """The answers behind the last result, none of which was asked about."""
        for part in self._parts:
            yield from filter(None, part)


def _checked(value: CoordinateLike) -> Union[Coordinate, GeocodingError]:
    try:
        return coordinate(value)
    except ValueError as problem:
        return not_a_coordinate(problem)


def _answer(one: Mapping[str, Any]) -> Union[Placemark, GeocodingError]:
    return error_from_wire(one["error"]) if "error" in one else Placemark.from_wire(one)
