"""The client for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from typing import Any, AsyncGenerator, AsyncIterator, Iterable, List, Mapping, Optional, Sequence, Union

from .client import BATCHES_UNDER_WAY
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


class AsyncClient:
    """Asks a daemon over its Unix socket from one event loop. Many questions may be under way at once; delegates are called on the
    loop, as soon as their callbacks come. Asked from another event loop, such as that of the next ``asyncio.run``, it connects anew."""

    def __init__(self, path: Optional[Union[str, "os.PathLike[str]"]] = None) -> None:
        """
        :param path: the daemon's socket; without it where the daemon puts it by default.
        """
        self.path = os.fspath(path) if path is not None else default_socket()
        self._protocol = Protocol()
        self._writer: Optional[asyncio.StreamWriter] = None
        self._reading: Optional["asyncio.Task[None]"] = None
        self._connecting: Optional[asyncio.Lock] = None
        self._loop: Optional[asyncio.AbstractEventLoop] = None

    async def __aenter__(self) -> "AsyncClient":
        await self._connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection; what waits fails with :class:`ConnectionLost`, and delegates hear nothing more."""
        self._enter_loop()
        self._protocol.forget_all()
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        self._lose("the client was closed")

    async def placemark(self, latitude: float, longitude: float, options: Options = Options()) -> Placemark:
        """What is at a coordinate; see :meth:`Client.placemark`."""
        params = {"coordinate": coordinate((latitude, longitude)).wire(), **options.wire()}
        return Placemark.from_wire((await self.request("reverseGeocode", params))["placemark"])

    async def candidates(
        self, latitude: float, longitude: float, limit: int = 5, options: Options = Options()
    ) -> List[Placemark]:
        """Up to ``limit`` (1 to 100) placemarks for a coordinate, the best first."""
        params = {"coordinate": coordinate((latitude, longitude)).wire(), "limit": limit, **options.wire()}
        return [Placemark.from_wire(one) for one in (await self.request("reverseGeocode", params))["placemarks"]]

    async def nearby(
        self,
        latitude: float,
        longitude: float,
        kinds: Sequence[str] = (),
        radius_meters: float = 1000,
        limit: int = 10,
        languages: Sequence[str] = (),
    ) -> List[Thing]:
        """What is around a coordinate, the nearest first: see :meth:`Client.nearby`."""
        params = nearby_params(latitude, longitude, kinds, radius_meters, limit, languages)
        return [Thing.from_wire(one) for one in (await self.request("nearby", params))["things"]]

    async def placemarks(
        self, coordinates: Iterable[CoordinateLike], options: Options = Options()
    ) -> AsyncIterator[Union[Placemark, GeocodingError]]:
        """What is at many coordinates, in their order; see :meth:`Client.placemarks`."""
        points = Points(coordinates, options)
        results = self._batches(points.requests())
        try:
            async for result in results:
                for answer in points.take(result):
                    yield answer
        finally:
            await results.aclose()
        for error in points.rest():
            yield error

    async def rows(
        self, latitudes: Sequence[float], longitudes: Sequence[float], fields: Sequence[str], options: Options = Options()
    ) -> AsyncIterator[Union[List[Any], GeocodingError]]:
        """Just some values of what is at many coordinates, in their order; see :meth:`Client.rows`."""
        rows = Rows(latitudes, longitudes, fields, options)
        results = self._batches(rows.requests())
        try:
            async for result in results:
                for row in rows.take(result):
                    yield row
        finally:
            await results.aclose()
        for row in rows.rest():
            yield row

    async def _batches(self, batches: Iterable[Mapping[str, Any]]) -> AsyncGenerator[Mapping[str, Any], None]:
        """The results of many requests in their order, a few of which are under way. Who stops in between must close it."""
        pending: List["asyncio.Task[Any]"] = []
        try:
            for params in batches:
                pending.append(asyncio.ensure_future(self.request("reverseGeocodeBatch", params)))
                if len(pending) >= BATCHES_UNDER_WAY:
                    yield await pending.pop(0)
            while pending:
                yield await pending.pop(0)
        finally:
            for task in pending:
                task.cancel()

    async def info(self) -> Mapping[str, Any]:
        """What the daemon is and what its data are; see :meth:`Client.info`."""
        return await self.request("server.info")

    async def ping(self) -> None:
        """Returns when the daemon has answered."""
        await self.request("server.ping")

    async def start_geocoder(
        self, latitude: float, longitude: float, delegate: ReverseGeocoderDelegate, options: Options = Options()
    ) -> int:
        """Asks with a callback; see :meth:`Client.start_geocoder`."""
        params = {"coordinate": coordinate((latitude, longitude)).wire(), **options.wire()}
        number = (await self.request("reverseGeocoder.start", params))["geocoder"]
        self._protocol.register("geocoder", number, delegate)
        self._deliver()
        return number

    async def cancel_geocoder(self, geocoder: int) -> bool:
        """Gives a geocoder up: after this its delegate is not called; see :meth:`Client.cancel_geocoder`."""
        self._protocol.forget("geocoder", geocoder)
        return bool((await self.request("reverseGeocoder.cancel", {"geocoder": geocoder}))["cancelled"])

    async def start_watch(
        self,
        delegate: LocationWatchDelegate,
        accuracy_meters: Optional[float] = None,
        options: Options = Options(),
        dwell_seconds: Optional[float] = None,
        margin_meters: Optional[float] = None,
        speed_tolerance_kilometers_per_hour: Optional[float] = None,
    ) -> int:
        """Follows something that moves; see :meth:`Client.start_watch`."""
        params = start_params(
            accuracy_meters, options, dwell_seconds, margin_meters, speed_tolerance_kilometers_per_hour
        )
        number = (await self.request("locationWatch.start", params))["watch"]
        self._protocol.register("watch", number, delegate)
        self._deliver()
        return number

    async def set_areas(
        self,
        layer: str,
        areas: Mapping[str, Any],
        name_property: Optional[str] = None,
        properties: Sequence[str] = (),
    ) -> int:
        """Gives the watches of this client areas; see :meth:`Client.set_areas`."""
        answer = await self.request("areas.set", areas_params(layer, areas, name_property, properties))
        return int(answer["areas"])

    async def remove_areas(self, layer: str) -> bool:
        """Takes areas away again; see :meth:`Client.remove_areas`."""
        return bool((await self.request("areas.remove", {"layer": layer}))["removed"])

    async def update_watch(
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
        await self.request("locationWatch.update", params)

    async def stop_watch(self, watch: int) -> None:
        """Ends a watch, after the callbacks of all positions that were told before."""
        await self.request("locationWatch.stop", {"watch": watch})
        self._deliver()
        self._protocol.forget("watch", watch)

    async def open_map(
        self,
        name: Optional[str] = None,
        delegate: Optional[MapViewDelegate] = None,
        center: Optional[CoordinateLike] = None,
        **params: Any,
    ) -> MapView:
        """Opens a map; see :meth:`Client.open_map`. Its functions are awaited; its delegate answers at once."""
        map_view = MapView(self, delegate, await self.request("mapView.open", opening(name, delegate, center, params)))
        self._protocol.register("mapView", map_view.number, map_view)
        await map_view.request("subscribe", callbacks=subscription(delegate))
        self._deliver()
        return map_view

    async def request(self, method: str, params: Mapping[str, Any] = {}) -> Any:
        """Any request of the protocol: its result, or its error is raised."""
        await self._connect()
        future: "asyncio.Future[Any]" = asyncio.get_running_loop().create_future()

        def complete(result: Any, error: Optional[GeocodingError]) -> None:
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

        assert self._writer is not None
        self._writer.write(self._protocol.request(method, params, complete))
        # Who reads sees the end of a connection as well, and fails the future with what it means.
        with contextlib.suppress(OSError):
            await self._writer.drain()
        return await future

    def _enter_loop(self) -> None:
        """Leaves what belongs to an event loop that is not running any more: nothing would come from there."""
        loop = asyncio.get_running_loop()
        if loop is self._loop:
            return
        if self._writer is not None:
            # Its loop may be closed and would close nothing any more.
            with contextlib.suppress(OSError):
                self._writer.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self._loop, self._connecting, self._reading = loop, asyncio.Lock(), None
        # What waited there has been cancelled with its loop.
        self._protocol, self._writer = Protocol(), None

    async def _connect(self) -> None:
        self._enter_loop()
        assert self._connecting is not None
        async with self._connecting:
            if self._writer is not None:
                return
            try:
                reader, writer = await asyncio.open_unix_connection(self.path, limit=1 << 20)
            except OSError as problem:
                raise ConnectionLost(
                    f"no daemon answers at {self.path}: {problem.strerror}. Start one with `geocoded --database STORE`"
                ) from None
            self._protocol, self._writer = Protocol(), writer
            # Ends with the connection, or by close().
            self._reading = asyncio.ensure_future(self._read(reader))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        why = "the daemon closed the connection"
        try:
            while True:
                data = await reader.read(1 << 18)
                if not data:
                    break
                self._protocol.receive(data)
                self._deliver()
        except OSError as problem:
            why = f"the connection to the daemon was lost: {problem.strerror}"
        self._lose(why)

    def _lose(self, why: str) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        self._protocol.lose(why)
        self._deliver()

    def _deliver(self) -> None:
        """Calls the delegates. What one of them raises is told to the event loop, as of any callback; all else goes on."""
        while self._protocol.has_callbacks:
            try:
                self._protocol.deliver()
            except Exception as problem:
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "a delegate of geocode_client raised an exception", "exception": problem}
                )
        answers = self._protocol.take_answers()
        if answers and self._writer is not None:
            self._writer.write(answers)
