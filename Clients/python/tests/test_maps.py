"""Maps of the clients against a daemon of tests."""

import asyncio
import time
import unittest

from geocode_client import AsyncClient, Client, ConnectionLost, MapViewDelegate, annotation, look, overlay

from .fake import FakeDaemon, usual


class Fleet(MapViewDelegate):
    def __init__(self):
        self.heard = []

    def did_select_annotation_view(self, map_view, event):
        self.heard.append(("selected", map_view.name, event["annotation"]))

    def screen_did_connect(self, map_view, event):
        self.heard.append(("screen", event["screen"]))

    def views_for_annotations(self, map_view, annotations):
        self.heard.append(("asked", [one["id"] for one in annotations]))
        return {one["id"]: look(kind="marker", glyph_text="B", can_show_callout=True, image=None) for one in annotations}

    def did_fail_with_error(self, map_view, error):
        self.heard.append(("failed", error.reason))

    def did_nothing_of_the_kind(self):
        """A function of the program's own is no callback."""


class Listening:
    """The usual daemon, and what was said to it."""

    def __init__(self):
        self.lines = []

    def __call__(self, message):
        self.lines.append(message)
        return usual(message) if "method" in message else []

    def params(self, method):
        return [line["params"] for line in self.lines if line.get("method") == f"mapView.{method}"]

    def answer(self, question):
        """The answer to a question, which comes on its own."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for line in list(self.lines):
                if line["id"] == question:
                    return line["result"]
            time.sleep(0.01)
        raise AssertionError("no answer")


VIEW = {"kind": "marker", "glyphText": "B", "canShowCallout": True}


class MapTests(unittest.TestCase):
    def test_a_map_is_opened_for_what_its_delegate_has_functions_for(self):
        daemon = Listening()
        with FakeDaemon(daemon) as fake, Client(fake.path) as client:
            map_view = client.open_map("fleet", Fleet(), (47.14, 9.52), level=13, base_map="muted")
            self.assertEqual((map_view.name, map_view.number, map_view.page), ("fleet", 5, "http://p"))
            center = {"latitude": 47.14, "longitude": 9.52}
            asked = {"name": "fleet", "center": center, "level": 13, "baseMap": "muted", "asks": ["views"]}
            self.assertEqual(daemon.params("open"), [asked])
            told = ["didSelectAnnotationView", "screenDidConnect"]
            self.assertEqual(daemon.params("subscribe"), [{"mapView": 5, "callbacks": told}])
            client.open_map()
            self.assertEqual(daemon.params("open")[1], {})
            self.assertEqual(daemon.params("subscribe")[1]["callbacks"], [])

    def test_callbacks_and_questions_go_to_the_delegate_and_answers_back(self):
        daemon, fleet = Listening(), Fleet()
        with FakeDaemon(daemon) as fake, Client(fake.path) as client:
            map_view = client.open_map("fleet", fleet)
            bus = annotation("bus 7", 47.14, 9.52, "Bus 7", template="bus")
            self.assertEqual(map_view.add_annotations([bus, annotation(8, 47.1, 9.5)]), 2)
            self.assertTrue(map_view.select_annotation("bus 7"))
            client.run(until=lambda: len(fleet.heard) == 2)
            self.assertEqual(fleet.heard, [("asked", ["bus 7", 8]), ("selected", "fleet", "bus 7")])
            self.assertEqual(daemon.answer("q1.1"), {"views": {"bus 7": VIEW, "8": VIEW}})
            map_view.close()
            map_view.select_annotation("bus 7")
            self.assertEqual(client.deliver_callbacks(0.2), 0, "nothing comes after it was closed")

    def test_much_is_added_in_requests_that_the_daemon_takes(self):
        daemon = Listening()
        with FakeDaemon(daemon) as fake, Client(fake.path) as client:
            map_view = client.open_map()
            self.assertEqual(map_view.add_annotations(annotation(number, 47, 9) for number in range(2500)), 2500)
            self.assertEqual([len(one["annotations"]) for one in daemon.params("addAnnotations")], [1000, 1000, 500])
            ids = list(range(12_000))
            self.assertEqual(map_view.add_columns(ids, [47.0] * 12_000, [9.0] * 12_000, titles=["x"] * 12_000), 12_000)
            parts = [one["columns"] for one in daemon.params("addAnnotations")[3:]]
            self.assertEqual([len(one["titles"]) for one in parts], [5000, 5000, 2000])
            self.assertEqual(sum((one["ids"] for one in parts), []), ids)
            self.assertEqual(map_view.move_annotations([1, "lost"], [47, 47], [9, 9], headings=[0, 90]), ["lost"])
            with self.assertRaisesRegex(ValueError, "2 ids, but 1 longitudes"):
                map_view.move_annotations([1, 2], [47, 47], [9])
            with self.assertRaisesRegex(ValueError, "latitude"):
                annotation(1, 147, 9)

    def test_overlays_and_pictures(self):
        daemon = Listening()
        with FakeDaemon(daemon) as fake, Client(fake.path) as client:
            map_view = client.open_map()
            line = overlay("way", {"polyline": [[9.5, 47.1], [9.6, 47.2]]}, renderer=look(line_width=3))
            self.assertEqual(map_view.add_overlays([line], level="aboveRoads"), 1)
            (said,) = daemon.params("addOverlays")
            self.assertEqual((said["level"], said["overlays"][0]["renderer"]), ("aboveRoads", {"lineWidth": 3}))
            self.assertEqual(map_view.snapshot(scale=2), b"\x89PNG")
            with self.assertWarnsRegex(UserWarning, "an image is left out") as told:
                map_view.snapshot(scale=3)
            self.assertEqual(told.filename, __file__)
            map_view.set_limits(is_zoom_enabled=False, camera_boundary=None)
            self.assertEqual(daemon.params("setLimits"), [{"mapView": 5, "isZoomEnabled": False, "cameraBoundary": None}])
            map_view.remove_overlays()
            map_view.remove_annotations(["way"])
            self.assertEqual(daemon.params("removeOverlays"), [{"mapView": 5, "all": True}])
            self.assertEqual(daemon.params("removeAnnotations"), [{"mapView": 5, "ids": ["way"]}])

    def test_a_map_ends_with_its_connection(self):
        fleet = Fleet()
        with FakeDaemon(lambda message: usual(message) if message["method"] != "server.ping" else None) as fake:
            client = Client(fake.path)
            client.open_map("fleet", fleet)
            with self.assertRaises(ConnectionLost):
                client.ping()
            client.deliver_callbacks()
            self.assertEqual(fleet.heard, [("failed", "serverFailure")])
            client.close()

    def test_asyncio(self):
        daemon, fleet = Listening(), Fleet()

        async def drive(path):
            async with AsyncClient(path) as client:
                map_view = await client.open_map("fleet", fleet, (47.14, 9.52))
                self.assertEqual(await map_view.add_annotations([annotation("bus 7", 47.14, 9.52)]), 1)
                self.assertTrue(await map_view.select_annotation("bus 7"))
                self.assertEqual(await map_view.snapshot(), b"\x89PNG")
                self.assertEqual(await map_view.move_annotations(["lost"], [1], [2]), ["lost"])
                await map_view.close()

        with FakeDaemon(daemon) as fake:
            asyncio.run(drive(fake.path))
            self.assertEqual(daemon.answer("q1.1"), {"views": {"bus 7": VIEW}})
        self.assertEqual(fleet.heard, [("asked", ["bus 7"]), ("selected", "fleet", "bus 7")])


if __name__ == "__main__":
    unittest.main()
