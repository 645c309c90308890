"""Placemarks: what is at a coordinate. Values that cannot be changed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union


class Coordinate(NamedTuple):
    """A point on Earth in WGS 84 degrees, latitude first."""

    latitude: float
    longitude: float

    def wire(self) -> Dict[str, float]:
        return {"latitude": self.latitude, "longitude": self.longitude}


#: What functions take as a coordinate: a :class:`Coordinate`, or a pair of latitude and longitude.
CoordinateLike = Union[Coordinate, Tuple[float, float], Sequence[float]]


def coordinate(value: CoordinateLike) -> Coordinate:
    """A coordinate of a pair, latitude first.

    :raises ValueError: for what is not a pair, is not finite or lies outside of -90 to 90 and -180 to 180.
    """
    try:
        latitude, longitude = (float(number) for number in value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{value!r} is not a coordinate: give a pair of numbers, latitude first") from None
    if not (math.isfinite(latitude) and -90 <= latitude <= 90):
        hint = "; latitude comes first: are the two numbers swapped?" if 90 < abs(latitude) <= 180 else ""
        raise ValueError(f"latitude {latitude} is out of range (-90 to 90){hint}")
    if not (math.isfinite(longitude) and -180 <= longitude <= 180):
        raise ValueError(f"longitude {longitude} is out of range (-180 to 180)")
    return Coordinate(latitude, longitude)


@dataclass(frozen=True)
class Source:
    """The OpenStreetMap object that was matched, or a row of a table of addresses, which ``name`` names then."""

    type: str
    id: int
    name: Optional[str] = None

    @property
    def url(self) -> Optional[str]:
        """Where OpenStreetMap shows the object; ``None`` for a row of a table."""
        if self.type == "table":
            return None
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


#: Members of the wire's ``address`` and of this class, in the order in which people read them.
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
    #: From the asked point to the matched thing.
    distance_meters: float = 0.0
    title: Optional[str] = None
    subtitle: Optional[str] = None
    name: Optional[str] = None
    #: The address as people of the country write it, a line an element.
    formatted_address: Tuple[str, ...] = ()
    source: Optional[Source] = None
    #: The Wikidata item of ``source``, such as ``Q62``, if it was asked for and the map has one.
    wikidata: Optional[str] = None
    #: Members of the address that rest on borders good to about 1 km, in the wire's words.
    coarse_fields: Tuple[str, ...] = ()
    #: Everything that the daemon said, with what was asked for besides: ``areas``, ``layers``, ``road``, ``trace``, ``overlay``.
    raw: Mapping[str, Any] = None  # type: ignore[assignment]

    @property
    def one_line(self) -> str:
        """The formatted address on one line."""
        return ", ".join(self.formatted_address)

    @property
    def overlay(self) -> Optional[Mapping[str, Any]]:
        """The GeoJSON geometry of the matched street or area (longitude first), if it was asked for."""
        return (self.raw or {}).get("overlay")

    @property
    def nearby(self) -> Optional[Mapping[str, Any]]:
        """The settlement that the point is near where none contains it (``name``, ``distanceMeters``, ``bearingDegrees``, and all of
        them as ``text``), if it was asked for."""
        return (self.raw or {}).get("nearby")

    @property
    def names(self) -> Mapping[str, str]:
        """The local names of street, city, state and so on by the wire's words, beside those in the asked languages, if they were asked for."""
        return dict((self.raw or {}).get("names", {}))

    def extra(self, field: str) -> Optional[str]:
        """A code that was asked for by ``extra_fields``, by the same name: ``plus_code``, ``county_fips``."""
        wanted = field.replace("_", "").lower()
        for name, value in (self.raw or {}).items():
            if name.lower() == wanted and isinstance(value, str):
                return value
        return None

    @property
    def layers(self) -> Mapping[str, List[Mapping[str, Any]]]:
        """One's own areas that contain the point, the smallest first, by the names of their layers, if they were asked for."""
        return dict((self.raw or {}).get("layers", {}))

    @property
    def road(self) -> Optional[Mapping[str, Any]]:
        """The road that the point is on, in the wire's words, if it was asked for and one is near."""
        return (self.raw or {}).get("road")

    @property
    def areas(self) -> List[Mapping[str, Any]]:
        """The areas that contain the point, coarse to fine, if they were asked for."""
        return list((self.raw or {}).get("areas", []))

    @property
    def trace(self) -> List[Mapping[str, Any]]:
        """Why each field has its value, if it was asked for."""
        return list((self.raw or {}).get("trace", []))

    @property
    def __geo_interface__(self) -> Dict[str, Any]:
        """A GeoJSON feature, as other libraries look for it (longitude first)."""
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
        return _card(self)

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> "Placemark":
        """Reads a placemark as the daemon writes it; members that are not known are kept in ``raw``."""
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
            source=Source(source["type"], source["id"], source.get("name")) if source else None,
            wikidata=wire.get("wikidata"),
            coarse_fields=tuple(wire.get("coarseFields", ())),
            raw=wire,
        )


@dataclass(frozen=True)
class Thing:
    """Something around a point: an object of the map with how far it is and in which direction."""

    #: A point of it.
    coordinate: Coordinate
    #: The tag that makes it what it is, such as ``amenity=fuel``; ``place=house`` for a bare address.
    kind: str
    #: Meters from the asked point to the nearest point of its shape; 0 within it.
    distance_meters: float
    #: The object.
    source: Source
    #: The direction to that nearest point in degrees clockwise from north; ``None`` within the shape.
    bearing_degrees: Optional[float] = None
    #: What it is called; ``None`` when it has no name.
    name: Optional[str] = None
    #: The address at :attr:`coordinate`, one element a line, country last.
    formatted_address: Tuple[str, ...] = ()

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> "Thing":
        """Reads a thing as the daemon writes it."""
        point, source = wire["coordinate"], wire["source"]
        return cls(
            coordinate=Coordinate(point["latitude"], point["longitude"]),
            kind=wire["kind"],
            distance_meters=wire["distanceMeters"],
            source=Source(source["type"], source["id"]),
            bearing_degrees=wire.get("bearingDegrees"),
            name=wire.get("name"),
            formatted_address=tuple(wire.get("formattedAddress", ())),
        )


def nearby_params(
    latitude: float, longitude: float, kinds: Sequence[str], radius_meters: float, limit: int, languages: Sequence[str]
) -> Dict[str, Any]:
    """The ``params`` of a request for what is near."""
    if isinstance(kinds, str) or isinstance(languages, str):
        raise ValueError("kinds and languages are lists, such as ['amenity=fuel']")
    params: Dict[str, Any] = {
        "coordinate": coordinate((latitude, longitude)).wire(),
        "radiusMeters": radius_meters,
        "limit": limit,
    }
    if kinds:
        params["kinds"] = list(kinds)
    if languages:
        params["languages"] = list(languages)
    return params


_CARD = "display:inline-block;border:1px solid #8888;border-radius:6px;padding:8px 12px;line-height:1.4"


def _card(placemark: Placemark) -> str:
    """A ``div`` with the title, the address, what was matched, and a link to the object on openstreetmap.org.

    Anybody can put a name on the map, so every text is escaped.
    """
    from html import escape

    title = placemark.title or placemark.name or "Placemark"
    lines = [f"<strong>{escape(title)}</strong>"]
    lines += [escape(line) for line in placemark.formatted_address if line != title]
    point, source = placemark.coordinate, placemark.source
    notes = [f"{point.latitude:.6f}, {point.longitude:.6f}", f"{placemark.match}, {placemark.distance_meters:g} m"]
    if placemark.address.time_zone:
        notes.append(placemark.address.time_zone)
    link = ""
    if source and source.url:
        link = f' · <a href="{escape(source.url)}">{escape(f"{source.type}/{source.id}")}</a>'
    elif source:
        link = f' · {escape(f"{source.type}/{source.name}/{source.id}")}'
    lines.append(f"<small>{escape(' · '.join(notes))}{link}</small>")
    return f'<div style="{_CARD}">{"<br>".join(lines)}</div>'
