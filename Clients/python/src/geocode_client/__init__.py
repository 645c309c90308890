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
from .maps import MapView, MapViewDelegate, annotation, look, overlay
from .options import Options
from .placemark import Address, Coordinate, Placemark, Source, Thing

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
    "MapView",
    "MapViewDelegate",
    "Options",
    "Placemark",
    "PlacemarkNotFound",
    "ReverseGeocoderDelegate",
    "Source",
    "Thing",
    "annotation",
    "default_socket",
    "look",
    "overlay",
]
__version__ = "0.1.0"
