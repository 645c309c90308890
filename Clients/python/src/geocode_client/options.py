"""What may be said with a query besides its coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Union

#: How fine an answer may be, coarse to fine.
DETAILS = ("country", "state", "county", "city", "suburb", "street", "address")


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
    #: Fields that are not there unless asked for: ``nearby``, ``plus_code``, ``geohash``, ``mgrs``, and codes of areas such as
    #: ``county_fips``. :attr:`Placemark.nearby` and :meth:`Placemark.extra` have them.
    extra_fields: Sequence[str] = ()
    #: Of which layers of one's own areas :attr:`Placemark.layers` tells: their names, or ``True`` for all.
    layers: Union[bool, Sequence[str]] = False

    def __post_init__(self) -> None:
        if isinstance(self.languages, str):
            raise ValueError(f"languages is a list, such as ['{self.languages}']")
        if isinstance(self.extra_fields, str):
            raise ValueError(f"extra_fields is a list, such as ['{self.extra_fields}']")
        if isinstance(self.layers, str):
            raise ValueError(f"layers is a list, such as ['{self.layers}'], or True for all")
        if self.detail is not None and self.detail not in DETAILS:
            raise ValueError(f"detail {self.detail!r} is unknown: one of {', '.join(DETAILS)}")

    def wire(self) -> Dict[str, Any]:
        """The members of a request's ``params``."""
        params: Dict[str, Any] = {}
        if self.languages:
            params["languages"] = list(self.languages)
        if self.detail is not None:
            params["detail"] = self.detail
        if self.maximum_distance_meters is not None:
            params["maximumDistanceMeters"] = self.maximum_distance_meters
        for name in ("areas", "explain", "overlay", "wikidata"):
            if getattr(self, name):
                params[name] = True
        if self.extra_fields:
            params["with"] = list(self.extra_fields)
        if self.layers:
            params["layers"] = True if self.layers is True else list(self.layers)
        return params
