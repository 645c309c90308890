"""A daemon of tests: answers each request by a function, over a real socket."""

import json
import os
import shutil
import socket
import tempfile
import threading


class FakeDaemon:
    """Serves one connection after the other. ``answer(message)`` gives the messages to send, or ``None`` to hang up."""

    def __init__(self, answer):
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, "s")
        self.answer = answer
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(4)
        self.connection = None
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Wakes the thread, which a close alone does not. None may be left where a test forks the process.
        self.listener.shutdown(socket.SHUT_RDWR)
        try:
            if self.connection is not None:
                self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # It has ended before.
        self.thread.join(60)
        self.listener.close()
        shutil.rmtree(self.folder)

    def serve(self):
        while True:
            try:
                self.connection, _ = self.listener.accept()
            except OSError:
                return
            with self.connection as connection, connection.makefile("rwb") as lines:
                for line in lines:
                    answers = self.answer(json.loads(line))
                    if answers is None:
                        break
                    lines.write(b"".join(json.dumps(one).encode() + b"\n" for one in answers))
                    lines.flush()


def placemark(latitude=37.77, longitude=-122.41, street="Bryant Street"):
    return {
        "coordinate": {"latitude": latitude, "longitude": longitude},
        "title": f"1201 {street}",
        "address": {"houseNumber": "1201", "street": street, "countryCode": "US"},
        "formattedAddress": [f"1201 {street}", "United States"],
        "match": "building",
        "distanceMeters": 0,
        "source": {"type": "way", "id": 7},
    }


NOT_FOUND = {"code": -32004, "message": "no placemark: nothing is known there", "data": {"reason": "placemarkNotFound"}}


def usual(message):
    """What the daemon answers to each request, with a callback in one piece with its reply."""
    method, number, params = message["method"], message["id"], message["params"]

    def reply(result):
        return {"jsonrpc": "2.0", "id": number, "result": result}

    if method == "reverseGeocode":
        if params["coordinate"]["latitude"] > 80:
            return [{"jsonrpc": "2.0", "id": number, "error": NOT_FOUND}]
        return [reply({"placemark": placemark()})]
    if method == "reverseGeocodeBatch" and "fields" in params:
        pairs = zip(params["latitudes"], params["longitudes"])
        all_values = [{"street": f"Street {latitude}", "match": "building", "place": latitude} for latitude, _ in pairs]
        rows = [
            {"error": NOT_FOUND} if values["place"] > 80 else [values.get(name) for name in params["fields"]]
            for values in all_values
        ]
        return [reply({"rows": rows})]
    if method == "reverseGeocodeBatch":
        points = params["coordinates"]
        return [
            reply(
                {
                    "placemarks": [
                        {"error": NOT_FOUND} if one["latitude"] > 80 else placemark(street=f"Street {one['latitude']}")
                        for one in points
                    ]
                }
            )
        ]
    if method == "reverseGeocoder.start":
        params = {"geocoder": 1, "placemark": placemark()}
        return [
            reply({"geocoder": 1}),
            {"jsonrpc": "2.0", "method": "reverseGeocoder.didFindPlacemark", "params": params},
        ]
    if method == "locationWatch.start":
        return [reply({"watch": 3})]
    if method == "locationWatch.update":
        area = {"watch": 3, "level": "city", "name": "Vaduz"}
        moved = {"watch": 3, "placemark": placemark(), "changed": ["city", "street"]}
        return [
            reply({}),
            {"jsonrpc": "2.0", "method": "locationWatch.didEnterArea", "params": area},
            {"jsonrpc": "2.0", "method": "locationWatch.didUpdatePlacemark", "params": moved},
        ]
    if method.startswith("mapView."):
        return on_map(method, number, params, reply)
    return [reply({})]


def on_map(method, number, params, reply):
    """What is said about a map: a question after what was added, and a callback after what was selected."""

    def said(name, members, **more):
        return {"jsonrpc": "2.0", "method": f"mapView.{name}", "params": {"mapView": 5, "sequence": 1, **members}, **more}

    if method == "mapView.open":
        return [reply({"mapView": 5, "name": params.get("name", "map 1"), "created": True, "page": "http://p"})]
    if method == "mapView.addAnnotations":
        count = len(params["annotations"] if "annotations" in params else params["columns"]["ids"])
        asked = {"annotations": params.get("annotations", [])}
        return [reply({"count": count}), said("viewsForAnnotations", asked, id="q1.1")]
    if method == "mapView.selectAnnotation":
        return [reply({"selected": True}), said("didSelectAnnotationView", {"annotation": params["annotation"]})]
    if method == "mapView.moveAnnotations":
        return [reply({"unknown": [one for one in params["ids"] if one == "lost"]})]
    if method == "mapView.snapshot":
        left_out = {"warnings": ["an image is left out"]} if params.get("scale") == 3 else {}
        return [reply({"format": "png", "size": [1, 1], "points": [], "data": "iVBORw==", **left_out})]
    return [reply({"count": 1})]
