"""A placemark as HTML for notebooks. Anybody can put a name on the map, so every text is escaped."""

from __future__ import annotations

from html import escape

from .model import Placemark

_STYLE = "display:inline-block;border:1px solid #8888;border-radius:6px;padding:8px 12px;line-height:1.4"


def card(placemark: Placemark) -> str:
    """A ``div`` with the title, the address, what was matched, and a link to the object on openstreetmap.org."""
    title = placemark.title or placemark.name or "Placemark"
    lines = [f"<strong>{escape(title)}</strong>"]
    lines += [escape(line) for line in placemark.formatted_address if line != title]
    point = placemark.coordinate
    notes = [f"{point.latitude:.6f}, {point.longitude:.6f}", f"{placemark.match}, {placemark.distance_meters:g} m"]
    if placemark.address.time_zone:
        notes.append(placemark.address.time_zone)
    lines.append(f"<small>{escape(' · '.join(notes))}{_link(placemark)}</small>")
    return f'<div style="{_STYLE}">{"<br>".join(lines)}</div>'


def _link(placemark: Placemark) -> str:
    source = placemark.source
    if source is None:
        return ""
    return f' · <a href="{escape(source.url)}">{escape(f"{source.type}/{source.id}")}</a>'
