"""Maps that live in the daemon, shared by programs and pages, with MapKit's words: see chapter 9 of PROTOCOL.md."""

from __future__ import annotations

import base64
import inspect
import warnings
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from .errors import ConnectionLost
from .placemark import CoordinateLike, coordinate
from .protocol import chunks

#: The id of an annotation or overlay: of the program's choice.
ID = Union[int, str]
#: Objects, and rows of columns, of one request, which may have a megabyte.
OBJECTS, ROWS = 1000, 5000
#: What a delegate may be asked: the function, the name of the question, what it is about, and where its answer belongs.
QUESTIONS = {
    "views_for_annotations": ("views", "viewsForAnnotations", "annotations", "views"),
    "annotations_for_clusters": ("clusters", "clusterAnnotationsForMembers", "clusters", "annotations"),
    "renderers_for_overlays": ("renderers", "renderersForOverlays", "overlays", "renderers"),
    "draw_overlays": ("drawing", "drawOverlays", "parts", "parts"),
    "load_tiles": ("tiles", "loadTiles", "tiles", "tiles"),
}
#: What a delegate may be told.
CALLBACKS = (
    "regionWillChange didChangeVisibleRegion regionDidChange didAddAnnotationViews didRecycleAnnotationViews didAddOverlayRenderers"
    " willStartLoadingMap didFinishLoadingMap didFailLoadingMap willStartRenderingMap didFinishRenderingMap didSelectAnnotationView"
    " didDeselectAnnotationView calloutAccessoryControlTapped didChangeDragState willStartLocatingUser didStopLocatingUser"
    " didUpdateUserLocation didFailToLocateUser didChangeUserTrackingMode didChangePlacemarks didTap screenDidConnect"
    " screenDidDisconnect didTapControl didRefuse delegateDidChange"
).split()


def look(**members: Any) -> Dict[str, Any]:
    """What a view, renderer, accessory or control looks like: members of the protocol in Python's spelling, such as
    ``look(kind="marker", glyph_text="B", can_show_callout=True)``. What is ``None`` is left out."""
    return {_camel(name): value for name, value in members.items() if value is not None}


def annotation(id: ID, latitude: float, longitude: float, title: Optional[str] = None, **members: Any) -> Dict[str, Any]:
    """An annotation; further members are ``subtitle``, ``heading``, ``template``, ``view`` (:func:`look`) and ``data``."""
    return {"id": id, "coordinate": coordinate((latitude, longitude)).wire(), **look(title=title, **members)}


def overlay(id: ID, shape: Mapping[str, Any], **members: Any) -> Dict[str, Any]:
    """An overlay of a shape as in PROTOCOL.md, such as ``{"polyline": [[9.52, 47.14], [9.53, 47.15]]}``: longitude first, as in GeoJSON.
    Further members are ``renderer`` (:func:`look`), ``title`` and ``data``."""
    return {"id": id, "shape": shape, **look(**members)}


class MapViewDelegate:
    """Hears what happens on a map, and is asked how things look; only what a class overrides is told and asked.

    Every callback of PROTOCOL.md can be overridden by its name in Python's spelling, such as ``screen_did_connect``; ``event`` has its
    members, such as ``annotation`` and ``byUser``.
    """

    def did_select_annotation_view(self, map_view: "MapView", event: Mapping[str, Any]) -> None:
        """An annotation was selected."""

    def did_deselect_annotation_view(self, map_view: "MapView", event: Mapping[str, Any]) -> None:
        """An annotation was deselected."""

    def callout_accessory_control_tapped(self, map_view: "MapView", event: Mapping[str, Any]) -> None:
        """A button of a callout was tapped: ``control`` is its id."""

    def did_change_drag_state(self, map_view: "MapView", event: Mapping[str, Any]) -> None:
        """An annotation is being dragged: ``state``, ``oldState``, ``coordinate``."""

    def region_did_change(self, map_view: "MapView", event: Mapping[str, Any]) -> None:
        """The map shows something else."""

    def did_tap(self, map_view: "MapView", event: Mapping[str, Any]) -> None:
        """Somebody tapped where no view is: ``coordinate``."""

    def did_fail_with_error(self, map_view: "MapView", error: ConnectionLost) -> None:
        """The connection is gone, and this map with it. Who opens one of the same name again finds what was on it for a while."""

    # Questions: what is left out of an answer, or is None, looks as usual.

    def views_for_annotations(self, map_view: "MapView", annotations: List[Mapping[str, Any]]) -> Mapping[ID, Any]:
        """The views of annotations, by their ids."""
        return {}

    def annotations_for_clusters(self, map_view: "MapView", clusters: List[Mapping[str, Any]]) -> Mapping[ID, Any]:
        """Title and subtitle of clusters, by their ids."""
        return {}

    def renderers_for_overlays(self, map_view: "MapView", overlays: List[Mapping[str, Any]]) -> Mapping[ID, Any]:
        """The renderers of overlays, by their ids."""
        return {}

    def draw_overlays(self, map_view: "MapView", parts: List[Mapping[str, Any]]) -> List[Mapping[str, Any]]:
        """The drawings of as many parts of overlays, in their order."""
        return [{"canDraw": False} for _ in parts]

    def load_tiles(self, map_view: "MapView", tiles: List[Mapping[str, Any]]) -> List[Mapping[str, Any]]:
        """The data of as many tiles, in their order."""
        return [{"error": "the delegate loads no tiles"} for _ in tiles]


class MapView:
    """A map of the daemon. Its functions give what the client's ``request`` gives: with :class:`AsyncClient` they are awaited."""

    def __init__(self, client: Any, delegate: Optional[MapViewDelegate], opened: Mapping[str, Any]) -> None:
        self._client = client
        #: The connection that its number belongs to.
        self._protocol = client._protocol
        self.delegate = delegate
        #: Its number on the connection.
        self.number: int = opened["mapView"]
        #: The name by which others find it.
        self.name: str = opened["name"]
        #: Whether it was not there before.
        self.created: bool = opened["created"]
        #: The addresses of a page that shows it, and of one that cannot change it; ``None`` where the daemon answers no HTTP.
        self.page: Optional[str] = opened.get("page")
        self.viewer_page: Optional[str] = opened.get("viewerPage")
        #: Takes what the delegate raises; without it that comes out of where callbacks are delivered.
        self.on_error: Optional[Callable[[Exception], None]] = None

    def request(self, name: str, **params: Any) -> Any:
        """Any request of the map by its name in PROTOCOL.md without ``mapView.``, such as ``request("setControls", controls=[…])``."""
        return self._client.request(f"mapView.{name}", {"mapView": self.number, **look(**params)})

    def close(self) -> Any:
        """Lets go of the map: its delegate hears nothing more."""
        self._client._protocol.forget("mapView", self.number)
        return self.request("close")

    # What is shown

    def set_region(
        self, center: Optional[CoordinateLike] = None, level: Optional[float] = None, **params: Any
    ) -> Any:
        """Shows a center at a level or from a ``center_coordinate_distance``, or ``region``, or ``visible_map_rect``; perhaps with ``edge_padding``, ``animated``, ``size``."""
        return self.request("setRegion", center=_place(center), level=level, **params)

    def show_annotations(self, ids: Optional[Iterable[ID]] = None, **params: Any) -> Any:
        """Moves so that annotations are to be seen: all of them, or some."""
        return self.request("showAnnotations", ids=_list(ids), **params)

    def set_base_map(self, base_map: Optional[str] = None, **params: Any) -> Any:
        """``standard``, ``muted``, ``sketch`` or ``none``; perhaps with ``user_interface_style`` and ``languages``."""
        return self.request("setBaseMap", base_map=base_map, **params)

    def set_limits(self, **limits: Any) -> Any:
        """``is_zoom_enabled``, ``is_scroll_enabled``, ``camera_zoom_range``, ``camera_boundary``; ``None`` for no limit."""
        return self._client.request(
            "mapView.setLimits", {"mapView": self.number, **{_camel(name): limit for name, limit in limits.items()}}
        )

    def snapshot(self, **params: Any) -> Any:
        """The bytes of a picture; ``format``, ``size``, ``scale``, ``region`` as in PROTOCOL.md. While a :class:`Client` waits for it nobody is
        asked, so a picture with what its own delegate draws needs another thread that delivers callbacks, or :class:`AsyncClient`.
        What is left out of the picture is told by :func:`warnings.warn`."""
        return self._then(self.request("snapshot", **params), _picture)

    # Annotations

    def register_templates(self, templates: Mapping[str, Any]) -> Any:
        """Says what kinds of annotations look like (:func:`look`), by their names."""
        return self.request("registerTemplates", templates=templates)

    def add_annotations(self, annotations: Iterable[Mapping[str, Any]], template: Optional[str] = None) -> Any:
        """Adds annotations (:func:`annotation`), or replaces those that are there: how many."""
        parts = [{"annotations": part, "template": template} for part in chunks(annotations, OBJECTS)]
        return self._then(self._each("addAnnotations", parts), _sum)

    def add_columns(
        self, ids: Sequence[ID], latitudes: Sequence[float], longitudes: Sequence[float],
        template: Optional[str] = None, **columns: Sequence[Any],
    ) -> Any:
        """Adds many annotations by columns, perhaps with ``titles``, ``subtitles``, ``headings``: how many."""
        columns = {"ids": ids, "latitudes": latitudes, "longitudes": longitudes, **columns}
        parts = [{"columns": part, "template": template} for part in _rows(columns)]
        return self._then(self._each("addAnnotations", parts), _sum)

    def move_annotations(
        self, ids: Sequence[ID], latitudes: Sequence[float], longitudes: Sequence[float], **columns: Sequence[Any]
    ) -> Any:
        """Moves annotations, perhaps with ``headings``: the ids that are not on the map."""
        columns = {"ids": ids, "latitudes": latitudes, "longitudes": longitudes, **columns}
        parts = self._each("moveAnnotations", list(_rows(columns)))
        return self._then(parts, lambda results: [id for result in results for id in result["unknown"]])

    def remove_annotations(self, ids: Optional[Iterable[ID]] = None) -> Any:
        """Takes annotations off, all of them unless some are named: how many."""
        params = {"all": True} if ids is None else {"ids": _list(ids)}
        return self._then(self.request("removeAnnotations", **params), lambda result: result["count"])

    def select_annotation(self, id: ID, animated: bool = False) -> Any:
        """Selects an annotation: whether that could be done, as it must be in sight."""
        selected = self.request("selectAnnotation", annotation=id, animated=animated)
        return self._then(selected, lambda result: result["selected"])

    def deselect_annotation(self, id: ID, animated: bool = False) -> Any:
        """Deselects an annotation."""
        return self.request("deselectAnnotation", annotation=id, animated=animated)

    # Overlays

    def add_overlays(self, overlays: Iterable[Mapping[str, Any]], level: Optional[str] = None) -> Any:
        """Adds overlays (:func:`overlay`) above the labels, or ``aboveRoads``: how many."""
        parts = [{"overlays": part, "level": level} for part in chunks(overlays, OBJECTS)]
        return self._then(self._each("addOverlays", parts), _sum)

    def add_geojson(self, geojson: Mapping[str, Any], **params: Any) -> Any:
        """Adds what a GeoJSON object has: the ids of ``annotations`` and ``overlays``."""
        return self.request("addGeoJSON", geojson=geojson, **params)

    def remove_overlays(self, ids: Optional[Iterable[ID]] = None) -> Any:
        """Takes overlays off, all of them unless some are named: how many."""
        params = {"all": True} if ids is None else {"ids": _list(ids)}
        return self._then(self.request("removeOverlays", **params), lambda result: result["count"])

    # What the daemon says

    def hear(self, method: str, params: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
        """Tells the delegate a callback, or asks it a question; the answer to that."""
        try:
            return self._hear(method, params)
        except Exception as problem:
            if self.on_error is None:
                raise
            self.on_error(problem)
            return None

    def _hear(self, method: str, params: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
        name = method.partition(".")[2]
        for function, (_, question, subject, answer) in QUESTIONS.items():
            if name == question:
                return {answer: getattr(self.delegate, function)(self, params[subject])}
        told = getattr(self.delegate, _snake(name), None)
        if told is not None:
            told(self, params["error"] if name == "didFailWithError" else params)
        return None

    def _each(self, name: str, many: Sequence[Mapping[str, Any]]) -> Any:
        """The results of requests, one after the other."""
        if not inspect.iscoroutinefunction(self._client.request):
            return [self.request(name, **params) for params in many]

        async def later() -> List[Any]:
            return [await self.request(name, **params) for params in many]

        return later()

    def _then(self, result: Any, change: Any) -> Any:
        if not inspect.isawaitable(result):
            return change(result)

        async def later() -> Any:
            return change(await result)

        return later()


def opening(
    name: Optional[str], delegate: Optional[MapViewDelegate], center: Optional[CoordinateLike], params: Mapping[str, Any]
) -> Dict[str, Any]:
    """What is asked for to open a map. The delegate is asked what its class answers."""
    asks = [kind for function, (kind, *_) in QUESTIONS.items() if _overrides(delegate, function)]
    return look(name=name, center=_place(center), asks=asks or None, **params)


def subscription(delegate: Optional[MapViewDelegate]) -> List[str]:
    """The callbacks that a delegate's class has functions for."""
    return [name for name in CALLBACKS if _overrides(delegate, _snake(name))]


def _overrides(delegate: Optional[MapViewDelegate], name: str) -> bool:
    own = getattr(type(delegate), name, None)
    return own is not None and own is not getattr(MapViewDelegate, name, None)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _place(center: Optional[CoordinateLike]) -> Optional[Mapping[str, float]]:
    return None if center is None else coordinate(center).wire()


def _list(ids: Optional[Iterable[ID]]) -> Optional[List[ID]]:
    return None if ids is None else list(ids)


def _rows(columns: Mapping[str, Sequence[Any]]) -> Iterable[Dict[str, List[Any]]]:
    count = len(columns["ids"])
    for name, column in columns.items():
        if len(column) != count:
            raise ValueError(f"there are {count} ids, but {len(column)} {name}")
    for start in range(0, count, ROWS):
        yield {name: list(column[start : start + ROWS]) for name, column in columns.items()}


def _picture(result: Mapping[str, Any]) -> bytes:
    for sentence in result.get("warnings", ()):
        warnings.warn(sentence, stacklevel=4)
    return base64.b64decode(result["data"])


def _sum(results: List[Mapping[str, Any]]) -> int:
    return sum(result["count"] for result in results)
