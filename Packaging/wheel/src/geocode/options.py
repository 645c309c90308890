"""The options of a query."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Optional, Sequence, Union

#: How fine an answer may be, coarse to fine.
DETAILS = ("country", "state", "county", "city", "suburb", "street", "address")


@dataclass(frozen=True)
class Options:
    """Options of queries, all of them optional. The names are those of ``geocode_client.Options``."""

    #: Preferred languages (BCP 47), best first. Without them names are those used on the spot.
    languages: Sequence[str] = ()
    #: The finest part of an answer, one of :data:`DETAILS`; ``None`` means the whole address.
    detail: Optional[str] = None
    #: Nothing farther away is matched, in meters; ``None`` means the usual reach of each kind of thing.
    maximum_distance_meters: Optional[float] = None
    #: Fills :attr:`Placemark.areas` with all areas that contain the point.
    areas: bool = False
    #: Fills :attr:`Placemark.trace` with the reason for each field.
    explain: bool = False
    #: Fields that a placemark has only if asked for: ``nearby``, ``names``, ``plus_code``, ``geohash``, ``mgrs``, and codes of areas such as
    #: ``county_fips``. :attr:`Placemark.nearby`, :attr:`Placemark.names` and :meth:`Placemark.extra` have them.
    extra_fields: Sequence[str] = ()
    #: The layers of your own areas of which :attr:`Placemark.layers` tells: their names, or ``True`` for all.
    layers: Union[bool, Sequence[str]] = False

    def __post_init__(self) -> None:
        if isinstance(self.languages, str):
            raise ValueError(f"languages is a list, such as ['{self.languages}']")
        if isinstance(self.extra_fields, str):
            raise ValueError(f"extra_fields is a list, such as ['{self.extra_fields}']")
        if isinstance(self.layers, str):
            raise ValueError(f"layers is a list, such as ['{self.layers}'], or True for all")
        if self.detail is not None and self.detail not in DETAILS:
            raise ValueError(f"detail {self.detail!r} is unknown; give one of {', '.join(DETAILS)}")
        if self.maximum_distance_meters is not None and not self.maximum_distance_meters >= 0:
            raise ValueError(f"the maximum distance is {self.maximum_distance_meters}; give meters, 0 or more")


def merged(
    options: Options, language: Union[str, Sequence[str], None], detail: Optional[str], max_distance: Optional[float]
) -> Options:
    """The options, overridden by the keywords of a call.

    :raises ValueError: an option is wrong.
    """
    if language is not None:
        tags = language.split(",") if isinstance(language, str) else language
        options = replace(options, languages=tuple(tag.strip() for tag in tags))
    if detail is not None:
        options = replace(options, detail=detail)
    if max_distance is not None:
        options = replace(options, maximum_distance_meters=max_distance)
    return options
