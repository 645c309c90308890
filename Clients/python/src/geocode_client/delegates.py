"""Delegates: who is called back. Subclass and override what is of interest; nothing else happens."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional

from .errors import GeocodingError
from .placemark import Placemark


class ReverseGeocoderDelegate:
    """Hears of one query, as in MapKit: exactly one of the two functions is called, once."""

    def did_find_placemark(self, geocoder: int, placemark: Placemark) -> None:
        """The answer."""

    def did_fail_with_error(self, geocoder: int, error: GeocodingError) -> None:
        """There is none; :class:`PlacemarkNotFound` where nothing is known within reach, :class:`ConnectionLost` when the daemon went
        away before it answered."""


class LocationWatchDelegate:
    """Hears when the address of something that moves has changed.

    For a position the areas that were left come first (fine to coarse), then those that were entered (coarse to fine), then the
    placemark.
    """

    def did_update_placemark(self, watch: int, placemark: Placemark, changed: List[str]) -> None:
        """``changed``: the levels that changed, of country, state, county, city, street, and road where the watch asks for roads."""

    def did_enter_area(self, watch: int, level: str, name: str, source: Optional[Mapping[str, Any]]) -> None:
        """An area of the level (country, state, county or city) was entered."""

    def did_exit_area(self, watch: int, level: str, name: str, source: Optional[Mapping[str, Any]]) -> None:
        """An area of the level was left."""

    def did_enter_layer_area(self, watch: int, layer: str, area: Mapping[str, Any]) -> None:
        """An area of one's own was entered: its ``name``, and its ``id`` and ``properties`` if it has any."""

    def did_exit_layer_area(self, watch: int, layer: str, area: Mapping[str, Any]) -> None:
        """An area of one's own was left."""

    def did_exceed_speed_limit(self, watch: int, road: Mapping[str, Any], speed_meters_per_second: float) -> None:
        """It is faster than its road allows, by more than was asked for; said once, until it is within the limit again or another holds."""

    def did_fail_with_error(self, watch: int, error: GeocodingError) -> None:
        """A position has no address; said once, until one has again. With :class:`ConnectionLost` the watch has ended: start another."""
