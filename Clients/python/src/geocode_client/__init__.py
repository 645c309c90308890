"""Addresses of coordinates from a running ``geocoded``, offline.

    >>> from geocode_client import Client
    >>> with Client() as client:
    ...     print(client.placemark(37.77, -122.41).one_line)

Latitude comes first everywhere. :class:`Client` blocks, :class:`AsyncClient` awaits; both speak the daemon's protocol over its Unix
socket. Only the standard library is needed.
"""

from .aio import AsyncClient
from .client import Client
from .daemon import Daemon, DaemonError, default_socket
from .delegates import LocationWatchDelegate, ReverseGeocoderDelegate
from .errors import ConnectionLost, GeocodingError, PlacemarkNotFound
from .options import Options
from .placemark import Address, Coordinate, Placemark, Source

__all__ = [
    "Address",
    "AsyncClient",
    "Client",
    "ConnectionLost",
    "Coordinate",
    "Daemon",
    "DaemonError",
    "GeocodingError",
    "LocationWatchDelegate",
    "Options",
    "Placemark",
    "PlacemarkNotFound",
    "ReverseGeocoderDelegate",
    "Source",
    "default_socket",
]
__version__ = "0.1.0"
