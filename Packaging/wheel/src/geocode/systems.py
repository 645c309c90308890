"""Reference systems of coordinates, as files and arrays name them."""

from __future__ import annotations

import json
import re
from typing import Any, Optional

#: Longitude and latitude of WGS 84, or the same to within meters.
_DEGREES = {"OGC:CRS84", "OGC:CRS84H", "EPSG:4326", "EPSG:4979", "EPSG:4269", "EPSG:4258"}
_DEGREES |= {"CRS84", "WGS 84", "WGS 84 (CRS84)", "GCS_WGS_1984"}
#: ``EPSG:3857``, the same as a URN or an address, and the end of well-known text. The last two groups are the authority and the code.
_IDENTIFIERS = (
    re.compile(r"(?:.*[:/])?(EPSG|OGC)(?:[:/][\d.]*)?[:/](\w+)", re.IGNORECASE),
    re.compile(r'.*(?:ID|AUTHORITY)\["(\w+)",\s*"?(\w+)"?\]\s*\]', re.IGNORECASE | re.DOTALL),
)
_NUMBER = re.compile(r"(?:srid:)?(\d+)", re.IGNORECASE)
_NAME_IN_TEXT = re.compile(r'\w+\["([^"]+)"')


def other_system(crs: Any) -> Optional[str]:
    """The name of a reference system that is not degrees of WGS 84, such as ``EPSG:3857``; ``None`` where it is, or where nothing is said.

    :param crs: PROJJSON as an object or its text, an identifier, or well-known text.
    """
    if isinstance(crs, bytes):
        crs = crs.decode("utf-8", "replace")
    if crs is None or crs == "":
        return None
    name = _name_of_text(str(crs).strip()) if not isinstance(crs, dict) else _name_of_object(crs)
    return None if name.upper() in _DEGREES else name


def _name_of_object(crs: Any) -> str:
    said = crs.get("id")
    if isinstance(said, dict):
        return f"{said.get('authority')}:{said.get('code')}"
    return str(crs.get("name") or "a reference system without a name")


def _name_of_text(text: str) -> str:
    if text.startswith("{"):
        try:
            return _name_of_object(json.loads(text))
        except ValueError:
            pass
    for pattern in _IDENTIFIERS:
        found = pattern.fullmatch(text)
        if found:
            return f"{found[1].upper()}:{found[2]}"
    number, name = _NUMBER.fullmatch(text), _NAME_IN_TEXT.match(text)
    return f"EPSG:{number[1]}" if number else name[1] if name else f"{text:.80}"
