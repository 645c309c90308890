"""The client that blocks."""

from __future__ import annotations

import math
import os
import select
import socket
import threading
import time
import weakref
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from .daemon import default_socket
from .delegates import LocationWatchDelegate, ReverseGeocoderDelegate
from .errors import ConnectionLost, GeocodingError
from .maps import MapView, MapViewDelegate, opening, subscription
from .options import Options
from .placemark import CoordinateLike, Placemark, Thing, coordinate, nearby_params
from .points import Points
from .protocol import Protocol
from .rows import Rows
from .watches import areas_params, start_params, update_params

#: How many requests of a batch are under way, so that every worker of the daemon has work.
BATCHES_UNDER_WAY = 4
#: Seconds after which one that waits for callbacks looks whether another thread has read some.
CALLBACK_PAUSE = 0.1


class Client:
    """Asks a daemon over its Unix socket. May be shared by threads, which take turns.

    Connects with the first question, and again with the next one after the connection was lost. A process that is forked gets a connection
    of its own; what its parent waits for, and its geocoders and watches, stay with the parent.
    """

    def __init__(self, path: Optional[Union[str, "os.PathLike[str]"]] = None, timeout: Optional[float] = 60.0) -> None:
        """
        :param path: the daemon's socket; without it where the daemon puts it by default (:func:`default_socket`).
        :param timeout: seconds without a word of the daemon after which a question fails; ``None``: never.
        """
        self.path = os.fspath(path) if path is not None else default_socket()
        self.timeout = timeout
        self._lock = threading.RLock()
        self._socket: Optional[socket.socket] = None
        self._protocol = Protocol()
        self._output = bytearray()
        _clients.add(self)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection. Geocoders and watches end with it, and their delegates hear nothing more; the client can be used again."""
        with self._lock:
            self._protocol.forget_all()
            self._lose("the client was closed")

    # Questions

    def placemark(self, latitude: float, longitude: float, options: Options = Options()) -> Placemark:
        """What is at a coordinate.

        :raises PlacemarkNotFound: nothing is known within reach.
        :raises GeocodingError: the query failed for another reason.
        :raises ValueError: the coordinate is none.
        """
        point = coordinate((latitude, longitude))
        return Placemark.from_wire(self.request("reverseGeocode", {"coordinate": point.wire(), **options.wire()})["placemark"])

    def candidates(
        self, latitude: float, longitude: float, limit: int = 5, options: Options = Options()
    ) -> List[Placemark]:
        """Up to ``limit`` (1 to 100) placemarks for a coordinate, the best first."""
        params = {"coordinate": coordinate((latitude, longitude)).wire(), "limit": limit, **options.wire()}
        return [Placemark.from_wire(one) for one in self.request("reverseGeocode", params)["placemarks"]]

    def nearby(
        self,
        latitude: float,
        longitude: float,
        kinds: Sequence[str] = (),
        radius_meters: float = 1000,
        limit: int = 10,
        languages: Sequence[str] = (),
    ) -> List[Thing]:
        """What is around a coordinate, the nearest first; empty when there is nothing of the wanted kinds.

        :param kinds: ``street``, ``house``, ``settlement``, or tags such as ``amenity=fuel`` or ``shop``; any of them.
        :param radius_meters: how far it may be, up to 50,000.
        :param limit: how many, 1 to 100.
        :raises GeocodingError: an option makes no sense, or the daemon's store has no map objects.
        """
        params = nearby_params(latitude, longitude, kinds, radius_meters, limit, languages)
        return [Thing.from_wire(one) for one in self.request("nearby", params)["things"]]

    def placemarks(
        self, coordinates: Iterable[CoordinateLike], options: Options = Options()
    ) -> Iterator[Union[Placemark, GeocodingError]]:
        """What is at many coordinates, in their order, however many there are: they are read and asked as answers are taken.

        A coordinate without an answer gives its error instead of raising it, and so does what is no coordinate, such as ``(95, 0)``.
        """
        points = Points(coordinates, options)
        for result in self._batches(points.requests()):
            yield from points.take(result)
        yield from points.rest()

    def rows(
        self, latitudes: Sequence[float], longitudes: Sequence[float], fields: Sequence[str], options: Options = Options()
    ) -> Iterator[Union[List[Any], GeocodingError]]:
        """Just some values of what is at many coordinates, in their order: far quicker than whole placemarks.

        :param fields: the protocol's names, such as ``houseNumber`` (see `fields` in PROTOCOL.md). A row is a list of their values, ``None``
            where there is none; a coordinate without an answer gives its error, and so does what is no coordinate, such as NaN.
        :raises ValueError: there are not as many latitudes as longitudes.
        """
        rows = Rows(latitudes, longitudes, fields, options)
        for result in self._batches(rows.requests()):
            yield from rows.take(result)
        yield from rows.rest()

    def _batches(self, batches: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        pending: List[_Reply] = []
        for params in batches:
            pending.append(self._send("reverseGeocodeBatch", params))
            if len(pending) >= BATCHES_UNDER_WAY:
                yield self._wait(pending.pop(0))
        for reply in pending:
            yield self._wait(reply)

    def info(self) -> Mapping[str, Any]:
        """What the daemon is and what its data are; its ``attribution`` must be shown wherever answers are."""
        return self.request("server.info")

    def ping(self) -> None:
        """Returns when the daemon has answered."""
        self.request("server.ping")

    def request(self, method: str, params: Mapping[str, Any] = {}) -> Any:
        """Any request of the protocol: its result, or its error is raised."""
        return self._wait(self._send(method, params))

    # Callbacks

    def start_geocoder(
        self, latitude: float, longitude: float, delegate: ReverseGeocoderDelegate, options: Options = Options()
    ) -> int:
        """Asks with a callback, which :meth:`deliver_callbacks` or :meth:`run` delivers.

        :returns: the number of the geocoder, for :meth:`cancel_geocoder`.
        """
        params = {"coordinate": coordinate((latitude, longitude)).wire(), **options.wire()}
        with self._lock:
            number = self.request("reverseGeocoder.start", params)["geocoder"]
            self._protocol.register("geocoder", number, delegate)
        return number

    def cancel_geocoder(self, geocoder: int) -> bool:
        """Gives a geocoder up: after this its delegate is not called.

        :returns: false when the daemon had answered already.
        """
        with self._lock:
            self._protocol.forget("geocoder", geocoder)
            return bool(self.request("reverseGeocoder.cancel", {"geocoder": geocoder})["cancelled"])

    def start_watch(
        self,
        delegate: LocationWatchDelegate,
        accuracy_meters: Optional[float] = None,
        options: Options = Options(),
        dwell_seconds: Optional[float] = None,
        margin_meters: Optional[float] = None,
        speed_tolerance_kilometers_per_hour: Optional[float] = None,
    ) -> int:
        """Follows something that moves; its delegate hears when its address changes.

        :param accuracy_meters: the radius of 68 % confidence of positions that do not say theirs.
        :param dwell_seconds: how long it must be in an area of one's own (``options.layers``) before that is entered.
        :param margin_meters: how far outside of such an area it must be before that is left; else as far as its position is accurate.
        :param speed_tolerance_kilometers_per_hour: ``did_exceed_speed_limit`` comes when it is so much faster than its road allows; needs
            ``options.road``, which also has changes of the road told.
        """
        with self._lock:
            params = start_params(
                accuracy_meters, options, dwell_seconds, margin_meters, speed_tolerance_kilometers_per_hour
            )
            number = self.request("locationWatch.start", params)["watch"]
            self._protocol.register("watch", number, delegate)
        return number

    def set_areas(
        self,
        layer: str,
        areas: Mapping[str, Any],
        name_property: Optional[str] = None,
        properties: Sequence[str] = (),
    ) -> int:
        """Gives the watches of this client areas: those whose options ask for ``layers`` tell when they are entered and left.

        :param layer: small letters, digits and ``_``; a layer with the same name is replaced.
        :param areas: an object of GeoJSON, or what has one as ``__geo_interface__``: 5,000 corners for all layers at most.
        :param name_property: the property that is an area's name; ``name`` without it.
        :param properties: properties that delegates hear besides.
        :returns: how many areas the layer has.
        """
        return int(self.request("areas.set", areas_params(layer, areas, name_property, properties))["areas"])

    def remove_areas(self, layer: str) -> bool:
        """Takes areas away again; what was entered is left then. False where there is no such layer."""
        return bool(self.request("areas.remove", {"layer": layer})["removed"])

    def update_watch(
        self,
        watch: int,
        latitude: float,
        longitude: float,
        accuracy_meters: Optional[float] = None,
        timestamp: Optional[float] = None,
        bearing_degrees: Optional[float] = None,
        speed_meters_per_second: Optional[float] = None,
    ) -> None:
        """Tells a new position. ``timestamp``: seconds since 1970; bearing and speed: for watches of roads."""
        params = update_params(
            watch, latitude, longitude, accuracy_meters, timestamp, bearing_degrees, speed_meters_per_second
        )
        self.request("locationWatch.update", params)

    def stop_watch(self, watch: int) -> None:
        """Ends a watch, after the callbacks of all positions that were told before."""
        with self._lock:
            self.request("locationWatch.stop", {"watch": watch})
            self._protocol.deliver()
            self._protocol.forget("watch", watch)

    def deliver_callbacks(self, timeout: float = 0.0) -> int:
        """Calls the delegates for callbacks that have come, or that come within ``timeout`` seconds, on this thread.

        :returns: how many there were: 0 when the time was over.
        """
        end = time.monotonic() + timeout
        while True:
            with self._lock:
                self._exchange(0.0)
                count = self._protocol.deliver()
                self._answer()
                connection, writes = self._socket, bool(self._output)
            left = end - time.monotonic()
            if count or left <= 0:
                return count
            # Without the lock, so that other threads can ask meanwhile; what they read for delegates is seen after a moment.
            _wait_for(connection, writes, min(left, CALLBACK_PAUSE))

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Delivers callbacks until the condition holds; it is looked at after each callback, ten times a second at least."""
        while not until():
            self.deliver_callbacks(0.1)

    # Maps

    def open_map(
        self,
        name: Optional[str] = None,
        delegate: Optional[MapViewDelegate] = None,
        center: Optional[CoordinateLike] = None,
        **params: Any,
    ) -> MapView:
        """Opens the map of a name, or a new one. Its delegate is told, and asked, by :meth:`deliver_callbacks` or :meth:`run`.

        :param params: further members of the protocol's ``mapView.open`` in Python's spelling, such as ``level``, ``size``, ``base_map``.
        """
        with self._lock:
            map_view = MapView(self, delegate, self.request("mapView.open", opening(name, delegate, center, params)))
            self._protocol.register("mapView", map_view.number, map_view)
            map_view.request("subscribe", callbacks=subscription(delegate))
        return map_view

    # The connection

    def _answer(self) -> None:
        """Writes what delegates have answered."""
        answers = self._protocol.take_answers()
        if answers and self._socket is not None:
            self._output += answers
            self._exchange(0.0)

    def _send(self, method: str, params: Mapping[str, Any]) -> "_Reply":
        with self._lock:
            self._connect()
            reply = _Reply()
            self._output += self._protocol.request(method, params, reply.complete)
            return reply

    def _wait(self, reply: "_Reply") -> Any:
        with self._lock:
            while not reply.done:
                if not self._exchange(self.timeout):
                    self._lose(f"the daemon said nothing for {self.timeout} s")
        if reply.error is not None:
            raise reply.error
        return reply.result

    def _connect(self) -> None:
        if self._socket is not None:
            return
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(self.path)
        except OSError as problem:
            connection.close()
            raise ConnectionLost(
                f"no daemon answers at {self.path}: {problem.strerror}. Start one with `geocoded --database STORE`,"
                " or give the path of its socket"
            ) from None
        connection.setblocking(False)
        self._socket, self._protocol, self._output = connection, Protocol(self._protocol), bytearray()

    def _exchange(self, timeout: Optional[float]) -> bool:
        """Writes and reads what can be, waiting for it at most so long. False when nothing could be."""
        if self._socket is None:
            return False
        event = _poll(self._socket, bool(self._output), timeout)
        can_write = bool(event & select.POLLOUT)
        can_read = bool(event & ~select.POLLOUT)
        try:
            # First what came: a daemon that has closed the connection may have said why.
            if can_read:
                data = self._socket.recv(1 << 18)
                if not data:
                    self._lose("the daemon closed the connection")
                    return True
                self._protocol.receive(data)
            if can_write:
                del self._output[: self._socket.send(self._output[: 1 << 18])]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError as problem:
            self._lose(f"the connection to the daemon was lost: {problem.strerror}")
        return bool(can_read or can_write)

    def _lose(self, why: str) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._output.clear()
        self._protocol.lose(why)


#: All clients of this process.
_clients: "weakref.WeakSet[Client]" = weakref.WeakSet()


def _leave_to_parent() -> None:
    """After a fork: two processes that read from one connection would get each other's answers."""
    for client in list(_clients):
        # A thread of the parent may have held the lock, and is not here to let go of it.
        client._lock = threading.RLock()
        client._protocol.forget_all()
        client._lose("the connection is that of the process from which this one was forked")


os.register_at_fork(after_in_child=_leave_to_parent)


def _poll(connection: socket.socket, writes: bool, timeout: Optional[float]) -> int:
    """Waits until a connection can be read, or written if that is wanted: the events of poll(), 0 when the time was over."""
    # Unlike select(), this takes the descriptors of a process that has many files open.
    poll = select.poll()
    poll.register(connection, select.POLLIN | (select.POLLOUT if writes else 0))
    events = poll.poll(None if timeout is None else math.ceil(timeout * 1000))
    return events[0][1] if events else 0


def _wait_for(connection: Optional[socket.socket], writes: bool, timeout: float) -> None:
    """Waits for a connection that another thread may close, or just so long where there is none."""
    if connection is None:
        time.sleep(timeout)
        return
    try:
        _poll(connection, writes, timeout)
    except (OSError, ValueError):
        # It was closed before it was looked at.
        pass


class _Reply:
    """A place for the reply to a request."""

    def __init__(self) -> None:
        self.done = False
        self.result: Any = None
        self.error: Optional[GeocodingError] = None

    def complete(self, result: Any, error: Optional[GeocodingError]) -> None:
        self.done, self.result, self.error = True, result, error
