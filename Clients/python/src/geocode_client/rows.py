"""Just some values of what is at many coordinates: requests in the order of places, rows in the order in which they were asked for."""

from __future__ import annotations

from typing import Any, Iterator, List, Mapping, Sequence, Tuple

from .errors import GeocodingError, error_from_wire, not_a_coordinate
from .options import Options
from .placemark import Coordinate, coordinate

#: Rows of one request for values alone, which are short, and rows that are put in the order of places.
ROWS_SIZE = 5_000
ROWS_ORDERED = 50_000


class Rows:
    """What both clients do about rows: they send each of :meth:`requests` and :meth:`take` what comes, in this order."""

    def __init__(
        self, latitudes: Sequence[float], longitudes: Sequence[float], fields: Sequence[str], options: Options
    ) -> None:
        """
        :raises ValueError: there are not as many latitudes as longitudes.
        """
        if len(latitudes) != len(longitudes):
            raise ValueError(f"there are {len(latitudes)} latitudes and {len(longitudes)} longitudes")
        self._columns = latitudes, longitudes
        self._wire = {"fields": list(fields), **options.wire()}
        # The rows of a part in the order in which they are asked, and those that are not asked as they are no coordinates.
        self._orders: List[Tuple[List[int], Mapping[int, GeocodingError]]] = []
        self._answers: List[Any] = []

    def requests(self) -> Iterator[Mapping[str, Any]]:
        """The parameters of one batch after the other."""
        latitudes, longitudes = self._columns
        for start in range(0, len(latitudes), ROWS_ORDERED):
            part = latitudes[start : start + ROWS_ORDERED], longitudes[start : start + ROWS_ORDERED]
            # Squares of some 500 meters one after the other: what the daemon has read for a place serves the next.
            wrong: Mapping[int, GeocodingError] = {}
            try:
                squares = _squares(*part)
            except (TypeError, ValueError, OverflowError):
                *part, wrong = _proper(*part)
                squares = _squares(*part)
            order = sorted((index for index in range(len(squares)) if index not in wrong), key=squares.__getitem__)
            self._orders.append((order, wrong))
            for first in range(0, len(order), ROWS_SIZE):
                # Numbers of numpy's narrow types and decimals of databases are none in JSON.
                asked = [[float(numbers[index]) for index in order[first : first + ROWS_SIZE]] for numbers in part]
                yield {"latitudes": asked[0], "longitudes": asked[1], **self._wire}

    def take(self, result: Mapping[str, Any]) -> Iterator[Any]:
        """The rows that are whole with this answer."""
        self._answers += result["rows"]
        # A part without any coordinate has no answers to wait for.
        while self._orders and len(self._answers) >= len(self._orders[0][0]):
            order, wrong = self._orders.pop(0)
            yield from _in_place(self._answers[: len(order)], order, wrong)
            del self._answers[: len(order)]

    def rest(self) -> Iterator[Any]:
        """The rows behind the last answer, none of which was asked about."""
        for order, wrong in self._orders:
            yield from _in_place([], order, wrong)


def _squares(latitudes: Sequence[float], longitudes: Sequence[float]) -> List[int]:
    """Numbers by which places are sorted."""
    return [int(latitude * 200) * 80_000 + int(longitude * 200) for latitude, longitude in zip(latitudes, longitudes)]


def _proper(
    latitudes: Sequence[Any], longitudes: Sequence[Any]
) -> Tuple[List[float], List[float], Mapping[int, GeocodingError]]:
    """The same rows as numbers, with zeros where they are no coordinates, and what is wrong with those."""
    points, wrong = [], {}
    for index, pair in enumerate(zip(latitudes, longitudes)):
        try:
            points.append(coordinate(pair))
        except ValueError as problem:
            points.append(Coordinate(0, 0))
            wrong[index] = not_a_coordinate(problem)
    return [one.latitude for one in points], [one.longitude for one in points], wrong


def _in_place(answers: Sequence[Any], order: Sequence[int], wrong: Mapping[int, GeocodingError]) -> List[Any]:
    """Rows as they were given, of answers in the order in which they were asked."""
    rows: List[Any] = [None] * (len(order) + len(wrong))
    for index, row in zip(order, answers):
        rows[index] = row if type(row) is list else error_from_wire(row["error"])
    for index, error in wrong.items():
        rows[index] = error
    return rows
