"""The protocol without sockets: requests to bytes, bytes to replies and callbacks. Both clients are thin layers around it."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Set, Tuple

from .delegates import LocationWatchDelegate, ReverseGeocoderDelegate
from .errors import ConnectionLost, GeocodingError, error_from_wire
from .placemark import Placemark

#: Takes the result of a request, or the error.
Completion = Callable[[Any, Optional[GeocodingError]], None]

#: What callbacks are about, by the first part of their names: the member that has its number.
KINDS = {"reverseGeocoder": "geocoder", "locationWatch": "watch", "mapView": "mapView"}


class Protocol:
    """One connection's state: what was asked and not yet answered, and who is called back."""

    def __init__(self, previous: Optional["Protocol"] = None) -> None:
        """
        :param previous: the lost connection before this one: what it has for delegates is delivered first.
        """
        self._previous = previous if previous is not None and previous.has_callbacks else None
        #: Why the connection was lost; ``None`` while it stands.
        self._lost: Optional[str] = None
        self._next_id = 0
        self._waiting: Dict[int, Completion] = {}
        self._partial = bytearray()
        self._delegates: Dict[Tuple[str, int], Any] = {}
        #: Callbacks whose geocoder or watch is not registered yet: they may come in one piece with the reply that tells its number.
        self._early: Dict[Tuple[str, int], List[Tuple[str, Mapping[str, Any]]]] = {}
        #: Geocoders and watches that are over: what still comes for them is dropped.
        self._over: Set[Tuple[str, int]] = set()
        #: Answers to questions of the daemon that are to be written.
        self._answers = bytearray()
        #: Callbacks and questions that nobody has delivered yet, in the order in which they came. Those have the ``id`` of their answer.
        self.callbacks: List[Tuple[str, Mapping[str, Any]]] = []

    @property
    def has_callbacks(self) -> bool:
        """Whether there is something to deliver."""
        return bool(self.callbacks) or self._previous is not None

    @property
    def waiting(self) -> int:
        """How many requests have no reply yet."""
        return len(self._waiting)

    def request(self, method: str, params: Mapping[str, Any], completion: Completion) -> bytes:
        """A request's line. The completion is called once, from :meth:`receive` or :meth:`lose`.

        :raises ValueError: a number is not finite.
        """
        self._next_id += 1
        message = {"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params}
        # The daemon would end the connection for NaN, which JSON has not; so nothing is sent of it.
        line = _line(message)
        self._waiting[self._next_id] = completion
        return line

    def receive(self, data: bytes) -> None:
        """Takes what came from the daemon: whole lines, parts of lines, many lines."""
        if b"\n" not in data:
            self._partial += data
            return
        whole, _, rest = data.rpartition(b"\n")
        lines = (bytes(self._partial) + whole).split(b"\n")
        self._partial = bytearray(rest)
        for line in lines:
            if line:
                self._take(json.loads(line))

    def _take(self, message: Any) -> None:
        if not isinstance(message, dict):
            return
        if "method" in message:
            params = message.get("params", {})
            self.callbacks.append((message["method"], {**params, "id": message["id"]} if "id" in message else params))
            return
        error = error_from_wire(message["error"]) if "error" in message else None
        completion = self._waiting.pop(message.get("id"), None)  # type: ignore[arg-type]
        if completion is not None:
            completion(message.get("result"), error)
        elif error is not None and message.get("id") is None:
            # The daemon says why it ends the connection.
            self.lose(str(error))

    def lose(self, why: str = "the connection to the daemon was lost") -> None:
        """Fails everything that waits: the connection is gone. Delegates hear of it by the next :meth:`deliver`."""
        waiting, self._waiting = self._waiting, {}
        self._partial.clear()
        if self._lost is None:
            self._lost = why
            for kind, number in list(self._delegates):
                self._fail(kind, number, why)
        for completion in waiting.values():
            completion(None, ConnectionLost(why))

    # Callbacks

    def register(self, kind: str, number: int, delegate: Any) -> None:
        """From now on callbacks of a geocoder, watch or map go to its delegate."""
        self._delegates[kind, number] = delegate
        self.callbacks[:0] = self._early.pop((kind, number), [])
        if self._lost is not None:
            self._fail(kind, number, self._lost)

    def forget(self, kind: str, number: int) -> None:
        """No callback of the geocoder or watch is delivered any more."""
        self._delegates.pop((kind, number), None)
        self._early.pop((kind, number), None)
        self._over.add((kind, number))

    def forget_all(self) -> None:
        """No callback of any geocoder or watch is delivered any more."""
        self._delegates.clear()
        self._early.clear()
        self.callbacks.clear()
        self._previous = None

    def _fail(self, kind: str, number: int, why: str) -> None:
        """Has a delegate hear that nothing comes any more; a geocoder that has its answer already hears nothing."""
        family = next(family for family, key in KINDS.items() if key == kind)
        self.callbacks.append((f"{family}.didFailWithError", {kind: number, "error": ConnectionLost(why)}))

    def deliver(self) -> int:
        """Calls the delegates for all callbacks that have come.

        :returns: how many there were.
        """
        count = 0
        if self._previous is not None:
            count += self._previous.deliver()
            self._previous = None
        while self.callbacks:
            method, params = self.callbacks.pop(0)
            kind = KINDS.get(method.partition(".")[0], "watch")
            key = (kind, params.get(kind, 0))
            delegate = self._delegates.get(key)
            if delegate is None:
                if key not in self._over:
                    self._early.setdefault(key, []).append((method, params))
                continue
            count += 1
            if kind == "geocoder":
                # Exactly one callback comes for a geocoder.
                self.forget(kind, key[1])
                _call_geocoder(delegate, method, params)
            elif kind == "mapView":
                answer = delegate.hear(method, params)
                if "id" in params:
                    self._answers += _line({"jsonrpc": "2.0", "id": params["id"], "result": answer or {}})
            else:
                _call_watch(delegate, method, params)
        return count


    def take_answers(self) -> bytes:
        """The lines that answer what delegates were asked, once."""
        answers, self._answers = bytes(self._answers), bytearray()
        return answers


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _call_geocoder(delegate: ReverseGeocoderDelegate, method: str, params: Mapping[str, Any]) -> None:
    number = params["geocoder"]
    if method.endswith(".didFindPlacemark"):
        delegate.did_find_placemark(number, Placemark.from_wire(params["placemark"]))
    elif method.endswith(".didFailWithError"):
        delegate.did_fail_with_error(number, _error(params["error"]))


def _call_watch(delegate: LocationWatchDelegate, method: str, params: Mapping[str, Any]) -> None:
    number = params["watch"]
    if method.endswith(".didUpdatePlacemark"):
        delegate.did_update_placemark(number, Placemark.from_wire(params["placemark"]), list(params.get("changed", [])))
    elif method.endswith(".didEnterArea") and "layer" in params:
        delegate.did_enter_layer_area(number, params["layer"], _layer_area(params))
    elif method.endswith(".didExitArea") and "layer" in params:
        delegate.did_exit_layer_area(number, params["layer"], _layer_area(params))
    elif method.endswith(".didEnterArea"):
        delegate.did_enter_area(number, params["level"], params["name"], params.get("source"))
    elif method.endswith(".didExitArea"):
        delegate.did_exit_area(number, params["level"], params["name"], params.get("source"))
    elif method.endswith(".didExceedSpeedLimit"):
        delegate.did_exceed_speed_limit(number, params["road"], params["speedMetersPerSecond"])
    elif method.endswith(".didFailWithError"):
        delegate.did_fail_with_error(number, _error(params["error"]))


def _layer_area(params: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: params[name] for name in ("name", "id", "properties") if name in params}


def _error(error: Any) -> GeocodingError:
    return error if isinstance(error, GeocodingError) else error_from_wire(error)


def chunks(items: Iterable[Any], size: int) -> Iterable[List[Any]]:
    """Lists of at most ``size`` items, in order."""
    chunk: List[Any] = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
