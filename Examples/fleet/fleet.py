#!/usr/bin/env python3
"""A fleet on a map: vehicles that drive about, groups of them where they are close, and an address for the one that is chosen.

    geocoded --database sf.sqlite --http 127.0.0.1:8080 --detach
    python3 Examples/fleet/fleet.py --vehicles 10000

Prints the address of a page. Whoever opens it sees the fleet; a click on a vehicle asks the daemon where it is and shows that below its
name. Nothing but Python's standard library is needed. `--seconds 0` drives until Ctrl-C.
"""

import argparse
import json
import math
import os
import random
import socket
import sys
import time


class Refused(Exception):
    """What the daemon says when it does not do what it is asked."""


class Daemon:
    """Requests and callbacks over the daemon's socket, one JSON object a line."""

    def __init__(self, path):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(path)
        self.kept = b""
        self.number = 0
        self.callbacks = []

    def ask(self, method, **params):
        """Sends a request and waits for its result; callbacks that come before it are kept."""
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        self.connection.sendall(json.dumps(request).encode() + b"\n")
        while True:
            message = self.read(None)
            if message.get("id") != self.number or "method" in message:
                self.callbacks.append(message)
            elif "error" in message:
                raise Refused(message["error"]["message"])
            else:
                return message["result"]

    def read(self, seconds):
        """The next message; None when there is none within some seconds."""
        end = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self.kept:
            self.connection.settimeout(None if end is None else max(0.001, end - time.monotonic()))
            try:
                part = self.connection.recv(1 << 16)
            except socket.timeout:
                return None
            if not part:
                raise SystemExit("the daemon has closed the connection")
            self.kept += part
        line, _, self.kept = self.kept.partition(b"\n")
        return json.loads(line)

    def messages(self, seconds):
        """What comes within some seconds, and what was kept."""
        end = time.monotonic() + seconds
        while True:
            message = self.callbacks.pop(0) if self.callbacks else self.read(max(0, end - time.monotonic()))
            if message is None:
                return
            yield message


class Fleet:
    """Vehicles that keep their course most of the time."""

    def __init__(self, count, center):
        self.ids = list(range(1, count + 1))
        self.places = [[random.gauss(c, 0.004) for c in center] for _ in self.ids]
        self.courses = [random.random() * math.tau for _ in self.ids]

    def drive(self, meters):
        """Moves every vehicle."""
        for place, index in zip(self.places, range(len(self.ids))):
            if random.random() < 0.05:
                self.courses[index] += random.choice((-1, 1)) * math.pi / 2
            course = self.courses[index]
            place[0] += math.cos(course) * meters / 111_320
            place[1] += math.sin(course) * meters / (111_320 * math.cos(math.radians(place[0])))

    def columns(self):
        """The places as the map takes them."""
        return {"latitudes": [p[0] for p in self.places], "longitudes": [p[1] for p in self.places]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vehicles", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=0, help="how long they drive; 0: until Ctrl-C")
    parser.add_argument("--center", default="37.7755,-122.4130", help="where they drive: latitude and longitude")
    parser.add_argument("--socket", default=os.environ.get("GEOCODED_SOCKET"), help="where the daemon listens")
    options = parser.parse_args()
    if not options.socket:
        parser.error("name the daemon's socket with --socket or GEOCODED_SOCKET")
    try:
        latitude, longitude = map(float, options.center.split(","))
    except ValueError:
        parser.error(f"--center is a latitude and a longitude such as 37.7755,-122.4130, not {options.center}")
    daemon, fleet = Daemon(options.socket), Fleet(options.vehicles, (latitude, longitude))

    opened = daemon.ask(
        "mapView.open", name="fleet", stays=60, center={"latitude": latitude, "longitude": longitude}, level=14)
    number = opened["mapView"]
    daemon.ask("mapView.registerTemplates", mapView=number, templates={
        "default": {
            "kind": "marker", "markerTintColor": "systemBlue", "clusteringIdentifier": "vehicles",
            "canShowCallout": True}})
    count = daemon.ask("mapView.addAnnotations", mapView=number, columns={
        "ids": fleet.ids, "titles": [f"Vehicle {i}" for i in fleet.ids], **fleet.columns()})["count"]
    print(f"{count} vehicles on {opened.get('page') or 'a map without pages: start geocoded with --http'}", flush=True)

    end = time.monotonic() + options.seconds
    while options.seconds == 0 or time.monotonic() < end:
        fleet.drive(10)
        daemon.ask("mapView.moveAnnotations", mapView=number, ids=fleet.ids, **fleet.columns())
        for message in daemon.messages(1):
            chosen = message.get("params", {}).get("annotation")
            if message.get("method") != "mapView.didSelectAnnotationView" or not isinstance(chosen, int):
                continue
            place = dict(zip(("latitude", "longitude"), fleet.places[chosen - 1]))
            try:
                found = daemon.ask("reverseGeocode", coordinate=place)
                address = ", ".join(found["placemark"]["formattedAddress"])
            except Refused as refusal:
                address = str(refusal)
            daemon.ask("mapView.updateAnnotations", mapView=number, annotations=[{"id": chosen, "subtitle": address}])
            print(f"Vehicle {chosen}: {address}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except Refused as refusal:
        sys.exit(str(refusal))
    except OSError as error:
        sys.exit(f"the daemon cannot be reached: {error}; start it with 'geocoded'")
