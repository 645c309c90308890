"""What may be said with a query besides its coordinate."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Union

#: How fine an answer may be, coarse to fine.
DETAILS = ("country", "state", "county", "city", "suburb", "street", "address")

#: Who moves on a road.
PROFILES = ("any", "driving", "walking")


@dataclass(frozen=True)
class Options:
    """Options of queries. All are optional; what is left out is the daemon's default."""

    #: Preferred languages (BCP 47), best first; without them names are local.
    languages: Sequence[str] = ()
    #: The finest part of an answer, one of :data:`DETAILS`.
    detail: Optional[str] = None
    #: Nothing farther away is matched.
    maximum_distance_meters: Optional[float] = None
    #: All areas that contain the point are listed in :attr:`Placemark.areas`.
    areas: bool = False
    #: :attr:`Placemark.trace` says why each field has its value.
    explain: bool = False
    #: :attr:`Placemark.overlay` is the boundary of the finest area or the line of the street.
    overlay: bool = False
    #: :attr:`Placemark.wikidata` is the Wikidata item of the matched object.
    wikidata: bool = False
    #: Fields that are not there unless asked for: ``nearby``, ``names``, ``plus_code``, ``geohash``, ``mgrs``, and codes of areas such as
    #: ``county_fips``. :attr:`Placemark.nearby`, :attr:`Placemark.names` and :meth:`Placemark.extra` have them.
    extra_fields: Sequence[str] = ()
    #: Of which layers of one's own areas :attr:`Placemark.layers` tells: their names, or ``True`` for all.
    layers: Union[bool, Sequence[str]] = False
    #: :attr:`Placemark.road` tells which road the point is on, where on it, and what holds there.
    road: bool = False
    #: Who moves on the road, one of :data:`PROFILES`.
    profile: Optional[str] = None
    #: The direction of travel in degrees clockwise from north.
    bearing_degrees: Optional[float] = None
    #: How fast; below 1 the bearing does not count.
    speed_meters_per_second: Optional[float] = None
    #: The radius of 68 % confidence around the point, within which a likely road is taken.
    accuracy_meters: Optional[float] = None
    #: The country whose point of view counts in disputed areas, such as ``"IN"``; without it the country of the map.
    worldview: Optional[str] = None

    def __post_init__(self) -> None:
        for name in ("languages", "extra_fields", "layers"):
            value, hint = getattr(self, name), ", or True for all" if name == "layers" else ""
            if isinstance(value, str):
                raise ValueError(f"{name} is a list, such as ['{value}']{hint}")
            if value is not None and not (isinstance(value, bool) and hint or _are_texts(value)):
                raise TypeError(f"{name} is {value!r:.80}: give a list of texts{hint}")
        if self.detail is not None and self.detail not in DETAILS:
            raise ValueError(f"detail {self.detail!r} is unknown: one of {', '.join(DETAILS)}")

        if self.profile is not None and self.profile not in PROFILES:
            raise ValueError(f"profile {self.profile!r} is unknown: one of {', '.join(PROFILES)}")
        if not self.road and self._road_wire():
            raise ValueError("profile, bearing_degrees, speed_meters_per_second and accuracy_meters need road=True")

    def wire(self) -> Dict[str, Any]:
        """The members of a request's ``params``."""
        params: Dict[str, Any] = {}
        if self.languages:
            params["languages"] = list(self.languages)
        if self.detail is not None:
            params["detail"] = self.detail
        if self.worldview is not None:
            params["worldview"] = self.worldview
        if self.maximum_distance_meters is not None:
            params["maximumDistanceMeters"] = self.maximum_distance_meters
        for name in ("areas", "explain", "overlay", "wikidata"):
            if getattr(self, name):
                params[name] = True
        if self.extra_fields:
            params["with"] = list(self.extra_fields)
        if self.layers:
            params["layers"] = True if self.layers is True else list(self.layers)
        if self.road:
            params["road"] = True
            params.update(self._road_wire())
        return params

    def _road_wire(self) -> Dict[str, Any]:
        """What is said about the road, without what is not."""
        params = {
            "profile": self.profile,
            "bearingDegrees": self.bearing_degrees,
            "speedMetersPerSecond": self.speed_meters_per_second,
            "accuracyMeters": self.accuracy_meters,
        }
        return {name: value for name, value in params.items() if value is not None}


def _are_texts(values: Any) -> bool:
    return isinstance(values, Collection) and all(isinstance(value, str) for value in values)
