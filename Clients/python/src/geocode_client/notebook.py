"""Maps of the daemon in notebooks: Jupyter, marimo, and whatever else shows widgets of anywidget.

    >>> daemon = notebook_daemon("places.sqlite")
    >>> client = Client(daemon.socket)
    >>> MapWidget(client.open_map("fleet", Fleet(), center=(37.77, -122.41), level=14))

The widget is the daemon's page of the map in a frame. It needs anywidget: ``pip install 'geocode-client[notebook]'``.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import pathlib
import sys
import threading
import traceback
import urllib.error
import urllib.request
from typing import Any, Dict, List, Optional, Sequence, Set, Tuple, Union
from urllib.parse import urlsplit

try:
    import anywidget
    import traitlets
except ImportError as problem:
    raise ImportError("maps in notebooks need anywidget: pip install 'geocode-client[notebook]'") from problem

from .client import Client
from .daemon import Daemon
from .errors import GeocodingError
from .maps import MapView, opening

#: Seconds after which a thread that delivers callbacks looks whether its widget was closed.
PAUSE = 0.2
#: Seconds that the daemon has to say who may show its pages.
PATIENCE = 10
_PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")


def notebook_daemon(
    store: Union[str, "os.PathLike[str]"], origins: Sequence[str] = ("*",), program: str = "geocoded"
) -> Daemon:
    """A private daemon whose maps a notebook on this machine can show. It ends with the kernel.

    :param origins: whose pages may show them, such as ``http://localhost:8888``. Anybody's may by default: nobody else can guess the
        address of a map, which has a token of 128 bits, and the daemon listens on 127.0.0.1 alone.
    """
    frames = [word for origin in origins for word in ("--allow-frame", origin)]
    return Daemon(store, program, ["--http", "127.0.0.1:0", *frames])


class MapWidget(anywidget.AnyWidget):
    """A map in a notebook. It is driven by its ``map_view``, with the words of every map.

    A thread calls the delegate, also while a cell runs. What the delegate prints stands in the cell that made the widget. What it raises
    stands below the map, and in ``trouble``. With :class:`AsyncClient` the event loop calls the delegate instead.

    Closing the widget closes the map. A new widget of a map of the same name closes the one before, so a cell may run again.
    """

    _esm = pathlib.Path(__file__).parent / "notebook.js"
    #: The address of the map's page, as the browser asks for it.
    page = traitlets.Unicode().tag(sync=True)
    #: The host and port of the daemon's HTTP.
    host = traitlets.Unicode().tag(sync=True)
    #: Whose pages may show it in a frame.
    frames = traitlets.List(traitlets.Unicode()).tag(sync=True)
    #: Height in pixels; the width is that of the cell.
    height = traitlets.Int(480).tag(sync=True)
    #: The traceback of what the delegate raised last.
    trouble = traitlets.Unicode("").tag(sync=True)

    #: The map; ``None`` when there is none, or none any more.
    map_view: Optional[MapView] = None

    def __init__(self, map_view: MapView, height: int = 480, address: Optional[str] = None) -> None:
        """
        :param map_view: what ``open_map`` gave.
        :param height: pixels; can be changed later.
        :param address: where the browser reaches the daemon's HTTP if it runs on another machine, such as
            ``https://geo.example.org`` or ``/proxy/absolute/8080``.
        :raises GeocodingError: the daemon shows no maps, or to nobody; the text says how to start it.
        """
        if map_view.page is None:
            raise GeocodingError(f"the daemon has no pages of maps: start it with {_start('127.0.0.1:8080')}")
        parts = urlsplit(map_view.page)
        frames = _frames(map_view.page)
        if frames == ["'none'"]:
            raise GeocodingError(f"the daemon lets nobody show its maps: start it with {_start(parts.netloc)}")
        page = map_view.page if address is None else f"{address.rstrip('/')}{parts.path}?{parts.query}"
        super().__init__(page=page, host=parts.netloc, frames=frames, height=height)
        self.map_view = map_view
        map_view.on_error = self._tell
        client = map_view._client
        before = _widgets.pop((client.path, map_view.name), None)
        _widgets[client.path, map_view.name] = self
        if before is not None:
            before.close()
            if opening(None, map_view.delegate, None, {}).get("asks"):
                _send(map_view.request("claim"))  # until now the map's questions went to the widget before
        if isinstance(client, Client):
            _thread(self._deliver, client).start()

    def close(self) -> None:
        """Takes the map from the notebook, and lets go of it. Does nothing the second time."""
        self._let_go()
        super().close()

    def _let_go(self) -> None:
        map_view, self.map_view = self.map_view, None
        if map_view is None:
            return
        key = map_view._client.path, map_view.name
        if _widgets.get(key) is self:
            del _widgets[key]
        # On another connection its number is that of another map.
        if map_view._client._protocol is not map_view._protocol:
            return
        # A map of a daemon that does not answer any more is gone as well.
        with contextlib.suppress(GeocodingError):
            _send(map_view.close())

    def _deliver(self, client: Client) -> None:
        """Has delegates called until the widget is closed, or marimo drops the cell that made it."""
        while self.map_view is not None and not getattr(threading.current_thread(), "should_exit", False):
            try:
                client.deliver_callbacks(PAUSE)
            except Exception as problem:  # of a watch or geocoder of the same client
                self._tell(problem)
        self._let_go()

    def _tell(self, problem: Exception) -> None:
        # From the program's own lines on.
        trace = problem.__traceback__
        while trace is not None and trace.tb_next is not None and trace.tb_frame.f_code.co_filename.startswith(_PACKAGE):
            trace = trace.tb_next
        self.trouble = "".join(traceback.format_exception(type(problem), problem, trace))


#: Widgets that are open, by the daemon's socket and the name of the map.
_widgets: Dict[Tuple[str, str], MapWidget] = {}


def _start(host: str) -> str:
    return f"geocoded --http {host} --allow-frame http://localhost:8888, or wherever your notebook is, or use notebook_daemon()"


def _thread(function: Any, *arguments: Any) -> threading.Thread:
    """A thread whose prints stand in the cell that starts it. Jupyter does that for all threads, marimo for those of a class."""
    kind: Any = getattr(sys.modules.get("marimo"), "Thread", threading.Thread)
    thread: threading.Thread = kind(target=function, args=arguments, daemon=True)
    return thread


def _send(request: Any) -> None:
    """Lets a request of :class:`AsyncClient` run on the event loop; where none runs any more, its connection has ended, too."""
    if not inspect.iscoroutine(request):
        return

    async def finish() -> None:
        with contextlib.suppress(GeocodingError):
            await request

    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        request.close()
    else:
        task = loop.create_task(finish())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


#: Requests under way. The event loop alone would let them be collected.
_tasks: "Set[asyncio.Task[None]]" = set()


def _frames(page: str) -> List[str]:
    """Who may show a page in a frame, by the policy that it sends."""
    # The daemon is on this machine, so no proxy is between.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(page, method="HEAD"), timeout=PATIENCE) as reply:
            policy = reply.headers.get("Content-Security-Policy", "")
    except OSError as problem:
        if isinstance(problem, urllib.error.HTTPError):
            problem.close()
        raise GeocodingError(f"the daemon does not show its maps at {urlsplit(page).netloc}: {problem}") from None
    rules = [rule.split() for rule in policy.split(";")]
    return next((rule[1:] for rule in rules if rule[:1] == ["frame-ancestors"]), ["*"])
