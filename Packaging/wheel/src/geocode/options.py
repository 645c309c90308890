"""The options of a query."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Optional, Sequence, Union

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
    #: The country whose point of view counts in disputed areas, such as ``"IN"``; ``None`` means the country of the map.
    worldview: Optional[str] = None

    def __post_init__(self) -> None:
        for name in ("languages", "extra_fields", "layers"):
            value, hint = getattr(self, name), ", or True for all" if name == "layers" else ""
            if isinstance(value, str):
                raise ValueError(f"{name} is a list, such as ['{value}']{hint}")
            if value is not None and not (isinstance(value, bool) and hint or _are_texts(value)):
                raise TypeError(f"{name} is {value!r:.80}: give a list of texts{hint}")
        if self.detail is not None and self.detail not in DETAILS:
            raise ValueError(f"detail {self.detail!r} is unknown; give one of {', '.join(DETAILS)}")
        if self.worldview is not None and not isinstance(self.worldview, str):
            raise TypeError(f"worldview is {self.worldview!r:.80}: give the two letters of a country, such as 'IN'")
        meters = self.maximum_distance_meters
        if isinstance(meters, bool) or not (meters is None or hasattr(meters, "__float__") or hasattr(meters, "__index__")):
            raise TypeError(f"the maximum distance is {meters!r:.80}, a {type(meters).__name__}; give meters as a number")
        if meters is not None and not meters >= 0:
            raise ValueError(f"the maximum distance is {meters}; give meters, 0 or more")


def _are_texts(values: Any) -> bool:
    return isinstance(values, Collection) and all(isinstance(value, str) for value in values)


def merged(
    options: Options, language: Union[str, Sequence[str], None], detail: Optional[str], max_distance: Optional[float]
) -> Options:
    """The options, overridden by the keywords of a call.

    :raises ValueError: an option is wrong.
    :raises TypeError: an option has the wrong type.
    """
    # Those of `geocode_client` have the same names.
    if not hasattr(options, "maximum_distance_meters"):
        raise TypeError(f"options is {options!r:.80}: give geocode.Options(...), or keywords such as language='de'")
    if language is not None:
        tags = language.split(",") if isinstance(language, str) else language
        if not _are_texts(tags):
            raise TypeError(f"language is {language!r:.80}: give tags such as 'de,en' or ['de', 'en']")
        options = replace(options, languages=tuple(tag.strip() for tag in tags))
    if detail is not None:
        options = replace(options, detail=detail)
    if max_distance is not None:
        options = replace(options, maximum_distance_meters=max_distance)
    return options
