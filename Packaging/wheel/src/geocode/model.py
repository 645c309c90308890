"""Placemarks: what is at a coordinate. Values that cannot be changed, with the names of ``geocode_client``."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union


class Coordinate(NamedTuple):
    """A point on Earth in WGS 84 degrees, latitude first."""

    latitude: float
    longitude: float


#: What functions take as a coordinate: a :class:`Coordinate`, or a pair of latitude and longitude.
CoordinateLike = Union[Coordinate, Tuple[float, float], Sequence[float]]


def coordinate(value: CoordinateLike) -> Coordinate:
    """A coordinate of a pair, latitude first.

    :raises ValueError: ``value`` is no pair of numbers, or a number is not finite or not within -90 to 90 and -180 to 180.
    """
    try:
        latitude, longitude = (float(number) for number in value)
    except (TypeError, ValueError):
        raise ValueError(f"{value!r} is not a coordinate: give a pair of numbers, latitude first") from None
    if not (math.isfinite(latitude) and -90 <= latitude <= 90):
        hint = "; latitude comes first: are the two numbers swapped?" if 90 < abs(latitude) <= 180 else ""
        raise ValueError(f"latitude {latitude} is out of range (-90 to 90){hint}")
    if not (math.isfinite(longitude) and -180 <= longitude <= 180):
        raise ValueError(f"longitude {longitude} is out of range (-180 to 180)")
    return Coordinate(latitude, longitude)


@dataclass(frozen=True)
class Source:
    """The OpenStreetMap object that was matched."""

    type: str
    id: int

    @property
    def url(self) -> str:
        return f"https://www.openstreetmap.org/{self.type}/{self.id}"


@dataclass(frozen=True)
class Address:
    """The parts of an address; ``None`` where a part is not known or does not apply."""

    house_number: Optional[str] = None
    street: Optional[str] = None
    neighborhood: Optional[str] = None
    suburb: Optional[str] = None
    #: The settlement of whatever kind: city, town, village or hamlet.
    city: Optional[str] = None
    county: Optional[str] = None
    state: Optional[str] = None
    #: ISO 3166-2, such as ``US-CA``.
    state_code: Optional[str] = None
    postal_code: Optional[str] = None
    country: Optional[str] = None
    #: ISO 3166-1, such as ``US``.
    country_code: Optional[str] = None
    inland_water: Optional[str] = None
    ocean: Optional[str] = None
    #: Name of the IANA time zone database, such as ``America/Los_Angeles``.
    time_zone: Optional[str] = None
    areas_of_interest: Tuple[str, ...] = ()


#: Members of ``address`` in JSON, and attributes of :class:`Address`, in the order in which people read them.
ADDRESS_FIELDS = {
    "houseNumber": "house_number",
    "street": "street",
    "neighborhood": "neighborhood",
    "suburb": "suburb",
    "city": "city",
    "county": "county",
    "state": "state",
    "stateCode": "state_code",
    "postalCode": "postal_code",
    "country": "country",
    "countryCode": "country_code",
    "inlandWater": "inland_water",
    "ocean": "ocean",
    "timeZone": "time_zone",
}


@dataclass(frozen=True)
class Placemark:
    """What is at a coordinate: an annotation (coordinate, title, subtitle) with an address."""

    #: Where the matched thing is, not the point of the question.
    coordinate: Coordinate
    #: What was matched: building, address, interpolation, street, area, country or water.
    match: str
    address: Address
    #: From the point of the question to the matched thing; 0 when the thing contains the point.
    distance_meters: float = 0.0
    title: Optional[str] = None
    subtitle: Optional[str] = None
    name: Optional[str] = None
    #: The address as people of the country write it, one element a line.
    formatted_address: Tuple[str, ...] = ()
    source: Optional[Source] = None
    #: The Wikidata item of ``source``, such as ``Q62``. Only answers of the daemon and the column ``wikidata`` have it.
    wikidata: Optional[str] = None
    #: Members of the address that rest on borders good to about 1 km, in the words of the JSON.
    coarse_fields: Tuple[str, ...] = ()
    #: The whole answer as JSON has it, with ``areas`` and ``trace`` if the options ask for them.
    raw: Mapping[str, Any] = field(default_factory=dict)

    @property
    def one_line(self) -> str:
        """The formatted address on one line."""
        return ", ".join(self.formatted_address)

    @property
    def areas(self) -> List[Mapping[str, Any]]:
        """The areas that contain the point, coarse to fine, with :attr:`Options.areas`."""
        return list(self.raw.get("areas", []))

    @property
    def trace(self) -> List[Mapping[str, Any]]:
        """The reason for each field, with :attr:`Options.explain`."""
        return list(self.raw.get("trace", []))

    @property
    def __geo_interface__(self) -> Dict[str, Any]:
        """A GeoJSON feature (longitude first), in the protocol that other libraries know."""
        properties = {name: getattr(self.address, name) for name in ADDRESS_FIELDS.values()}
        properties.update(title=self.title, subtitle=self.subtitle)
        position = [self.coordinate.longitude, self.coordinate.latitude]
        return {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": position},
            "properties": {name: value for name, value in properties.items() if value is not None},
        }

    def _repr_html_(self) -> str:
        """A small card, which notebooks show."""
        from .card import card

        return card(self)

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> "Placemark":
        """Reads a placemark from JSON; members that this version does not know stay in ``raw``."""
        said = wire.get("address", {})
        address = Address(
            areas_of_interest=tuple(said.get("areasOfInterest", ())),
            **{name: said.get(member) for member, name in ADDRESS_FIELDS.items()},
        )
        point, source = wire["coordinate"], wire.get("source")
        return cls(
            coordinate=Coordinate(point["latitude"], point["longitude"]),
            match=wire.get("match", ""),
            address=address,
            distance_meters=wire.get("distanceMeters", 0.0),
            title=wire.get("title"),
            subtitle=wire.get("subtitle"),
            name=wire.get("name"),
            formatted_address=tuple(wire.get("formattedAddress", ())),
            source=Source(source["type"], source["id"]) if source else None,
            wikidata=wire.get("wikidata"),
            coarse_fields=tuple(wire.get("coarseFields", ())),
            raw=wire,
        )
