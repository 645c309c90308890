"""The clients against a daemon of tests."""

import asyncio
import gc
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from decimal import Decimal
from fractions import Fraction
from unittest.mock import patch

from geocode_client import (
    AsyncClient,
    Client,
    ConnectionLost,
    Daemon,
    GeocodingError,
    LocationWatchDelegate,
    Options,
    Placemark,
    PlacemarkNotFound,
    ReverseGeocoderDelegate,
)

from geocode_client.frames import geocode_rows

from .fake import FakeDaemon, usual


class Ears(ReverseGeocoderDelegate, LocationWatchDelegate):
    def __init__(self):
        self.heard = []

    def did_find_placemark(self, geocoder, placemark):
        self.heard.append(("found", geocoder, placemark.address.street))

    def did_fail_with_error(self, number, error):
        self.heard.append(("failed", number, error.reason))

    def did_enter_area(self, watch, level, name, source):
        self.heard.append(("entered", watch, level, name, source))

    def did_enter_layer_area(self, watch, layer, area):
        self.heard.append(("in", watch, layer, area))

    def did_exit_layer_area(self, watch, layer, area):
        self.heard.append(("out", watch, layer, area))

    def did_update_placemark(self, watch, placemark, changed):
        self.heard.append(("moved", watch, changed))


class ClientTests(unittest.TestCase):
    def test_a_coordinate_has_a_placemark(self):
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            placemark = client.placemark(37.77, -122.41)
            self.assertEqual(placemark.address.street, "Bryant Street")
            self.assertEqual(placemark.one_line, "1201 Bryant Street, United States")
            self.assertEqual(placemark.source.url, "https://www.openstreetmap.org/way/7")
            self.assertEqual(placemark.__geo_interface__["geometry"]["coordinates"], [-122.41, 37.77])
            self.assertIsNone(placemark.address.city)

    def test_what_is_near(self):
        asked = []

        def answer(message):
            asked.append(message["params"])
            thing = {
                "title": "Pump", "name": "Pump", "kind": "amenity=fuel", "distanceMeters": 12.5, "bearingDegrees": 90,
                "coordinate": {"latitude": 37.77, "longitude": -122.41}, "formattedAddress": ["1 A Street", "Country"],
                "source": {"type": "node", "id": 7},
            }  # fmt: skip
            return [{"jsonrpc": "2.0", "id": message["id"], "result": {"things": [thing]}}]

        with FakeDaemon(answer) as daemon, Client(daemon.path) as client:
            (thing,) = client.nearby(37.77, -122.41, ["amenity=fuel"], radius_meters=500, limit=3, languages=["de"])
            self.assertEqual((thing.name, thing.kind, thing.distance_meters), ("Pump", "amenity=fuel", 12.5))
            self.assertEqual((thing.bearing_degrees, thing.source.id), (90, 7))
            self.assertEqual(thing.formatted_address, ("1 A Street", "Country"))
            self.assertEqual(
                asked[0],
                {
                    "coordinate": {"latitude": 37.77, "longitude": -122.41},
                    "kinds": ["amenity=fuel"],
                    "radiusMeters": 500,
                    "limit": 3,
                    "languages": ["de"],
                },
            )
            with self.assertRaisesRegex(ValueError, "lists"):
                client.nearby(37.77, -122.41, "amenity=fuel")

    def test_a_row_of_a_table_has_a_name_and_no_address_on_the_web(self):
        def answer(message):
            answered = usual(message)[0]
            answered["result"]["placemark"]["source"] = {"type": "table", "name": "houses <1>", "id": 12}
            return [answered]

        with FakeDaemon(answer) as daemon, Client(daemon.path) as client:
            placemark = client.placemark(37.77, -122.41)
            self.assertEqual((placemark.source.type, placemark.source.name), ("table", "houses <1>"))
            self.assertIsNone(placemark.source.url)
            self.assertIn("table/houses &lt;1&gt;/12", placemark._repr_html_())

    def test_nothing_there_is_an_error_of_its_own(self):
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            with self.assertRaises(PlacemarkNotFound):
                client.placemark(85, 0)

    def test_bad_coordinates_are_not_sent(self):
        client = Client("/nonexistent")
        for latitude, longitude, said in (
            (122.41, 37.77, "swapped"),
            (float("nan"), 0, "nan"),
            (0, 181, "longitude 181"),
            ("x", 0, "not a coordinate"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                client.placemark(latitude, longitude)

    def test_without_a_daemon_the_error_says_what_to_do(self):
        with self.assertRaisesRegex(ConnectionLost, "geocoded --database"):
            Client("/nonexistent/socket").ping()

    def test_batches_keep_the_order_and_give_errors_in_place(self):
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            points = [(index / 100, 0.0) for index in range(5_000)] + [(85.0, 0.0)]
            answers = list(client.placemarks(iter(points)))
        self.assertEqual(len(answers), 5_001)
        self.assertEqual([one.address.street for one in answers[:-1]], [f"Street {one[0]}" for one in points[:-1]])
        self.assertIsInstance(answers[-1], PlacemarkNotFound)

    def test_what_is_no_coordinate_has_its_error_among_placemarks(self):
        asked = []

        def noted(message):
            asked.append(len(message["params"]["coordinates"]))
            return usual(message)

        wrong = [(95.0, 0.0), (10**400, 0), (1.0,), None, (float("nan"), 0.0)]
        points = [*wrong, (1.0, 2.0), (95.0, 0.0), (85.0, 0.0), *wrong, (3.0, 4.0), *wrong]
        for size in (1, 2, 3, 100):
            with FakeDaemon(noted) as daemon, Client(daemon.path) as client, patch("geocode_client.points.BATCH_SIZE", size):
                answers = list(client.placemarks(iter(points)))
            self.assertEqual(len(answers), len(points))
            self.assertEqual([answers[index].address.street for index in (5, 13)], ["Street 1.0", "Street 3.0"])
            self.assertIsInstance(answers.pop(7), PlacemarkNotFound)
            errors = [one for one in answers if isinstance(one, GeocodingError)]
            self.assertEqual([one.reason for one in errors], ["invalidQuery"] * 16)
        self.assertIn("latitude 95.0 is out of range", str(errors[0]))
        self.assertEqual(sum(asked), 12)
        # Where nothing is asked, no daemon is needed.
        self.assertEqual([one.reason for one in Client("/nonexistent").placemarks(wrong)], ["invalidQuery"] * 5)

    def test_a_callback_comes_once_even_with_its_reply(self):
        ears = Ears()
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            number = client.start_geocoder(37.77, -122.41, ears)
            self.assertEqual(ears.heard, [])
            self.assertEqual(client.deliver_callbacks(timeout=60), 1)
            self.assertEqual(client.deliver_callbacks(), 0)
        self.assertEqual(ears.heard, [("found", number, "Bryant Street")])

    def test_a_watch_calls_back_in_order(self):
        ears = Ears()
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            watch = client.start_watch(ears, accuracy_meters=5)
            client.update_watch(watch, 47.1, 9.5, timestamp=1)
            client.run(until=lambda: len(ears.heard) == 2)
        self.assertEqual(ears.heard, [("entered", 3, "city", "Vaduz", None), ("moved", 3, ["city", "street"])])

    def test_a_daemon_that_goes_away_fails_the_question_and_not_the_next(self):
        calls = []

        def once(message):
            calls.append(message)
            return None if len(calls) == 1 else usual(message)

        with FakeDaemon(once) as daemon, Client(daemon.path) as client:
            with self.assertRaises(ConnectionLost):
                client.placemark(1, 2)
            self.assertEqual(client.placemark(1, 2).match, "building")

    def test_delegates_hear_that_the_daemon_went_away_once(self):
        def until_ping(message):
            if message["method"] == "server.ping":
                return None
            return usual(message)[:1]

        ears = Ears()
        with FakeDaemon(until_ping) as daemon, Client(daemon.path) as client:
            client.start_geocoder(1.0, 2.0, ears)
            client.start_watch(ears)
            with self.assertRaises(ConnectionLost):
                client.ping()
            # What the lost connection has to say comes even when there is another one already.
            self.assertTrue(client.placemark(1.0, 2.0).title)
            self.assertEqual(client.deliver_callbacks(timeout=60), 2)
            self.assertEqual(client.deliver_callbacks(), 0)
        self.assertEqual(ears.heard, [("failed", 1, "serverFailure"), ("failed", 3, "serverFailure")])

    def test_a_closed_client_calls_nobody(self):
        ears = Ears()
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            client.start_watch(ears)
            client.close()
            self.assertEqual(client.deliver_callbacks(), 0)
        self.assertEqual(ears.heard, [])

    def test_waiting_for_callbacks_without_a_connection_does_not_keep_the_processor_busy(self):
        client = Client("/nonexistent")
        with patch.object(client, "_exchange", return_value=False) as exchange:
            self.assertEqual(client.deliver_callbacks(timeout=0.5), 0)
        self.assertLess(exchange.call_count, 20)

    def test_other_threads_ask_while_one_waits_for_callbacks(self):
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            client.start_watch(Ears())
            waiting = threading.Thread(target=lambda: client.deliver_callbacks(timeout=600))
            waiting.start()
            time.sleep(0.1)
            self.assertTrue(client.placemark(1.0, 2.0).title)
            self.assertTrue(waiting.is_alive())
            # A callback ends the waiting.
            client.start_geocoder(1.0, 2.0, Ears())
            waiting.join()

    def test_silence_ends_a_question(self):
        with FakeDaemon(lambda message: []) as daemon, Client(daemon.path, timeout=0.05) as client:
            with self.assertRaisesRegex(ConnectionLost, "said nothing"):
                client.ping()

    def test_numbers_that_json_has_not_are_refused_and_cost_no_connection(self):
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            with self.assertRaises(ValueError):
                client.start_watch(Ears(), accuracy_meters=float("nan"))
            self.assertEqual(client._protocol.waiting, 0)
            self.assertTrue(client.placemark(1.0, 2.0).title)

    def test_a_process_with_many_open_files_can_ask(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard < 1_200:
            self.skipTest("no process may have so many files open")
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1_200), hard))
        files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_050)]
        try:
            with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
                self.assertTrue(client.placemark(1.0, 2.0).title)
        finally:
            for file in files:
                os.close(file)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    def test_a_forked_process_leaves_the_connection_to_its_parent(self):
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            client.ping()
            waiting = client._send("server.ping", {})
            with client._lock:
                child = os.fork()
                if child == 0:
                    is_alone = client._socket is None and isinstance(waiting.error, ConnectionLost)
                    os._exit(0 if is_alone else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(client._wait(waiting), {})

    def test_options_are_checked(self):
        self.assertEqual(Options(languages=["de"], detail="city", areas=True).wire(), {
            "languages": ["de"], "detail": "city", "areas": True,
        })
        with self.assertRaisesRegex(ValueError, "one of country"):
            Options(detail="town")
        with self.assertRaisesRegex(ValueError, "list"):
            Options(languages="de")
        self.assertEqual(Options(layers=["zones"]).wire(), {"layers": ["zones"]})
        self.assertEqual(Options(layers=True).wire(), {"layers": True})
        self.assertEqual(Options(worldview="IN").wire(), {"worldview": "IN"})
        with self.assertRaisesRegex(ValueError, "True for all"):
            Options(layers="zones")
        self.assertEqual(
            Options(road=True, profile="driving", bearing_degrees=90, accuracy_meters=8.5).wire(),
            {"road": True, "profile": "driving", "bearingDegrees": 90, "accuracyMeters": 8.5},
        )
        with self.assertRaisesRegex(ValueError, "one of any"):
            Options(road=True, profile="flying")
        with self.assertRaisesRegex(ValueError, "road=True"):
            Options(bearing_degrees=90)

    def test_a_road_is_told_as_it_is_on_the_wire(self):
        road = {"class": "residential", "name": "Bryant Street"}

        def answer(message):
            answered = usual(message)[0]
            answered["result"]["placemark"]["road"] = road
            return [answered]

        with FakeDaemon(answer) as daemon, Client(daemon.path) as client:
            self.assertEqual(client.placemark(37.77, -122.41, Options(road=True)).road, road)
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            self.assertIsNone(client.placemark(37.77, -122.41).road)

    def test_fields_that_are_asked_for(self):
        self.assertEqual(Options(extra_fields=["nearby", "plus_code"]).wire(), {"with": ["nearby", "plus_code"]})
        with self.assertRaisesRegex(ValueError, "list"):
            Options(extra_fields="nearby")
        placemark = Placemark.from_wire({
            "coordinate": {"latitude": 40.9, "longitude": -115.8}, "match": "area", "plusCode": "85F7W5X2+22",
            "countyFIPS": "32007", "nearby": {"name": "Elko", "distanceMeters": 12000, "bearingDegrees": 315, "text": "12 km NW of Elko"},
        })
        self.assertEqual(placemark.extra("plus_code"), "85F7W5X2+22")
        self.assertEqual(placemark.extra("county_fips"), "32007")
        self.assertIsNone(placemark.extra("mgrs"))
        self.assertEqual(placemark.nearby["text"], "12 km NW of Elko")

    def test_areas_of_ones_own_are_told_as_such(self):
        ears = Ears()
        area = {"name": "Downtown", "id": "z1", "properties": {"fee": 4.5}}

        asked = []

        def in_zone(message):
            asked.append(message.get("params"))
            answers = usual(message)
            if message["method"] == "locationWatch.update":
                params = {"watch": 3, "layer": "zones", **area}
                answers[1] = {"jsonrpc": "2.0", "method": "locationWatch.didEnterArea", "params": params}
                answers[2] = {"jsonrpc": "2.0", "method": "locationWatch.didExitArea", "params": params}
            return answers

        with FakeDaemon(in_zone) as daemon, Client(daemon.path) as client:
            watch = client.start_watch(ears, 5, Options(layers=True), dwell_seconds=60, margin_meters=25)
            client.update_watch(watch, 47.1, 9.5, timestamp=1)
            client.run(until=lambda: len(ears.heard) == 2)
        self.assertIn({"accuracyMeters": 5, "layers": True, "dwellSeconds": 60, "marginMeters": 25}, asked)
        self.assertEqual(ears.heard, [("in", 3, "zones", area), ("out", 3, "zones", area)])


    def test_areas_for_watches(self):
        asked = []

        def noted(message):
            if not message["method"].startswith("areas."):
                return usual(message)
            asked.append((message["method"], message["params"]))
            result = {"areas": 1} if message["method"] == "areas.set" else {"removed": True}
            return [{"jsonrpc": "2.0", "id": message["id"], "result": result}]

        square = {"type": "Polygon", "coordinates": [[[9, 47], [10, 47], [10, 48]]]}

        class Shape:
            __geo_interface__ = square

        with FakeDaemon(noted) as daemon, Client(daemon.path) as client:
            self.assertEqual(client.set_areas("stops", Shape()), 1)
            self.assertEqual(client.set_areas("stops", square, "label", ["fee"]), 1)
            self.assertTrue(client.remove_areas("stops"))
        named = {"layer": "stops", "areas": square, "nameProperty": "label", "properties": ["fee"]}
        self.assertEqual(asked[:2], [("areas.set", {"layer": "stops", "areas": square}), ("areas.set", named)])
        self.assertEqual(asked[2], ("areas.remove", {"layer": "stops"}))

    def test_speeds_are_told_and_heard(self):
        heard, asked = [], []
        road = {"class": "motorway", "ref": "A 9", "maxSpeed": {"text": "120", "kilometersPerHour": 120, "origin": "tagged"}}

        class Fast(LocationWatchDelegate):
            def did_exceed_speed_limit(self, watch, road, speed_meters_per_second):
                heard.append((watch, road["ref"], speed_meters_per_second))

        def too_fast(message):
            asked.append(message.get("params"))
            answers = usual(message)
            if message["method"] == "locationWatch.update":
                params = {"watch": 3, "road": road, "speedMetersPerSecond": 40}
                return [answers[0], {"jsonrpc": "2.0", "method": "locationWatch.didExceedSpeedLimit", "params": params}]
            return answers

        with FakeDaemon(too_fast) as daemon, Client(daemon.path) as client:
            watch = client.start_watch(Fast(), 5, Options(road=True, profile="driving"), speed_tolerance_kilometers_per_hour=10)
            client.update_watch(watch, 47.1, 9.5, bearing_degrees=90, speed_meters_per_second=40)
            client.run(until=lambda: len(heard) == 1)
        self.assertIn({"road": True, "profile": "driving", "accuracyMeters": 5, "speedToleranceKilometersPerHour": 10}, asked)
        self.assertEqual((asked[-1]["bearingDegrees"], asked[-1]["speedMetersPerSecond"]), (90, 40))
        self.assertEqual(heard, [(3, "A 9", 40)])


class FrameTests(unittest.TestCase):
    def test_rows_keep_their_order_and_say_why_they_have_no_address(self):
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            rows = geocode_rows([1.0, None, 85.0, 1.0, "x", 91], [2.0, 2.0, 2.0, 2.0, 2.0, 2.0], ["street", "match"], client)
        self.assertEqual(rows["street"], ["Street 1.0", None, None, "Street 1.0", None, None])
        self.assertEqual(rows["match"], ["building", None, None, "building", None, None])
        wanted = ["ok", "missing_coordinate", "not_found", "ok", "bad_coordinate", "out_of_range"]
        self.assertEqual(rows["status"], wanted)
        self.assertTrue(gc.isenabled())

    def test_rows_are_asked_in_the_order_of_places_and_answered_in_theirs(self):
        asked = []

        def noted(message):
            asked.extend(message["params"]["latitudes"])
            return usual(message)

        backwards = [60.0 - number / 100 for number in range(12_000)]
        with FakeDaemon(noted) as daemon, Client(daemon.path) as client, patch("geocode_client.rows.ROWS_ORDERED", 7_000):
            streets = [row[0] for row in client.rows(backwards, backwards, ["street"])]
        self.assertEqual(streets, [f"Street {latitude}" for latitude in backwards])
        self.assertEqual(asked, sorted(backwards[:7_000]) + sorted(backwards[7_000:]))

    def test_what_is_no_coordinate_has_its_error_in_its_row(self):
        nan, asked = float("nan"), []

        def noted(message):
            asked.append(len(message["params"]["latitudes"]))
            return usual(message)

        latitudes, longitudes = [nan, 1.0, "x", 3.0, float("inf"), 5.0, nan, None], [1.0, 2.0, 2.0, nan, 2.0, 2.0, 0.0, 1.0]
        for size in (1, 2, 3, 100):
            with FakeDaemon(noted) as daemon, Client(daemon.path) as client:
                with patch("geocode_client.rows.ROWS_ORDERED", size):
                    rows = list(client.rows(latitudes, longitudes, ["street"]))
            self.assertEqual([rows[1], rows[5]], [["Street 1.0"], ["Street 5.0"]])
            wrong = [row for row in rows if isinstance(row, GeocodingError) and row.reason == "invalidQuery"]
            self.assertEqual((len(rows), len(wrong)), (8, 6))
        self.assertIn("latitude nan is out of range", str(wrong[0]))
        self.assertEqual(sum(asked), 8)

    def test_rows_take_numbers_of_other_kinds(self):
        # As databases have them; numbers of numpy's narrow types are no floats either.
        columns = [Decimal("1.5"), Fraction(5, 2), 3], [Decimal(2), 2.0, 2]
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            rows = list(client.rows(*columns, ["street"]))
        self.assertEqual(rows, [["Street 1.5"], ["Street 2.5"], ["Street 3.0"]])

    def test_what_a_library_has_for_nothing_is_missing(self):
        nothing = object()
        missing = patch("geocode_client.frames._MISSING", [None, nothing])
        with missing, FakeDaemon(usual) as daemon, Client(daemon.path) as client:
            filled = geocode_rows([1.0, nothing], [2.0, 3.0], ["street"], client=client)
        self.assertEqual(list(filled["status"]), ["ok", "missing_coordinate"])

    def test_rows_need_as_many_latitudes_as_longitudes(self):
        with FakeDaemon(usual) as daemon, Client(daemon.path) as client, self.assertRaisesRegex(ValueError, "1 latitudes"):
            list(client.rows([1.0], [], ["street"]))

    def test_no_rows_are_no_question(self):
        self.assertEqual(geocode_rows([], [], ["street"]), {"street": [], "status": []})
        self.assertEqual(geocode_rows([], [], "street, city"), {"street": [], "city": [], "status": []})
        self.assertEqual(geocode_rows([True, 1.0], [2.0, False], ["street"])["status"], ["bad_coordinate"] * 2)
        for options in ({"languages": [1]}, {"languages": 5}, {"extra_fields": [None]}, {"layers": 1}):
            with self.assertRaisesRegex(TypeError, "give a list of texts"):
                Options(**options)

    def test_unknown_columns_are_named(self):
        with self.assertRaisesRegex(ValueError, "no column 'town'"):
            geocode_rows([], [], ["town"])


#: Where the real daemon has a house, latitude first.
POINT = tuple(float(number) for number in os.environ.get("GEOCODED_POINT", "37.77 -122.41").split())


class DaemonTests(unittest.TestCase):
    #: A program that listens where it is told and ends by a signal.
    PROGRAM = """#!{python}
import socket, sys, time
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[sys.argv.index("--socket") + 1])
listener.listen()
time.sleep(600)
"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = os.path.join(folder.name, "geocoded")
        with open(self.program, "w") as file:
            file.write(self.PROGRAM.format(python=sys.executable))
        os.chmod(self.program, 0o755)

    def test_a_daemon_ends_with_a_process_that_is_killed(self):
        script = "import sys, time; from geocode_client import Daemon\n"
        script += "daemon = Daemon('x.sqlite', program=sys.argv[1]); print(daemon.socket, flush=True); time.sleep(600)"
        with subprocess.Popen([sys.executable, "-c", script, self.program], stdout=subprocess.PIPE, text=True) as process:
            path = process.stdout.readline().strip()
            self.assertTrue(os.path.exists(path))
            process.kill()
        for _ in range(3_000):
            if not os.path.exists(os.path.dirname(path)):
                break
            time.sleep(0.01)
        self.assertFalse(os.path.exists(os.path.dirname(path)))

    def test_a_forked_process_leaves_the_daemon_to_its_parent(self):
        self.assertEqual(threading.active_count(), 1, "newer Pythons warn where threads are lost")
        with Daemon("x.sqlite", program=self.program) as daemon:
            child = os.fork()
            if child == 0:
                daemon.stop()
                os._exit(0)
            os.waitpid(child, 0)
            self.assertTrue(os.path.exists(daemon.socket))
        self.assertFalse(os.path.exists(daemon.socket))

    def test_a_daemon_that_ends_at_once_says_why(self):
        with open(self.program, "w") as file:
            file.write("#!/bin/sh\necho no store >&2\nexit 66\n")
        with self.assertRaisesRegex(GeocodingError, "status 66: no store"):
            Daemon("x.sqlite", program=self.program)


@unittest.skipUnless(os.environ.get("GEOCODED_SOCKET"), "needs a daemon, named by GEOCODED_SOCKET")
class RealDaemonTests(unittest.TestCase):
    def test_a_real_daemon_answers(self):
        with Client() as client:
            client.ping()
            self.assertIn("attribution", client.info())
            first = client.placemark(*POINT)
            many = list(client.placemarks([POINT] * 1_500))
            self.assertEqual({one.title for one in many}, {first.title})
            latitudes, longitudes = [POINT[0]] * 4_500 + [95.0], [POINT[1]] * 4_500 + [0.0]
            *rows, last = client.rows(latitudes, longitudes, ["title", "city", "ocean"])
            self.assertEqual({tuple(row) for row in rows}, {(first.title, first.address.city, None)})
            self.assertEqual(len(rows), 4_500)
            self.assertIsInstance(last, GeocodingError)
            ears = Ears()
            client.start_geocoder(*POINT, ears)
            client.run(until=lambda: bool(ears.heard))
            watch = client.start_watch(ears)
            client.update_watch(watch, *POINT)
            client.stop_watch(watch)
            self.assertGreater(len(ears.heard), 1)


class AsyncClientTests(unittest.IsolatedAsyncioTestCase):
    async def test_many_questions_at_once(self):
        with FakeDaemon(usual) as daemon:
            async with AsyncClient(daemon.path) as client:
                answers = await asyncio.gather(
                    *(client.placemark(index, 0) for index in (1, 2, 85, 3)), return_exceptions=True
                )
        self.assertEqual([isinstance(one, GeocodingError) for one in answers], [False, False, True, False])

    async def test_batches(self):
        with FakeDaemon(usual) as daemon:
            async with AsyncClient(daemon.path) as client:
                points = [(1.0, 2.0)] * 1_200 + [(95.0, 0.0), (85.0, 0.0)] + [(95.0, 0.0)] * 700
                answers = [one async for one in client.placemarks(points)]
        self.assertEqual(len(answers), 1_902)
        self.assertIsInstance(answers[1_201], PlacemarkNotFound)
        self.assertEqual({one.reason for one in [answers[1_200], *answers[1_202:]]}, {"invalidQuery"})

    def test_it_has_the_functions_of_the_client_that_blocks(self):
        names = [name for name in vars(Client) if not name.startswith("_")]
        # Its delegates are called by the event loop.
        self.assertEqual([name for name in names if not hasattr(AsyncClient, name)], ["deliver_callbacks", "run"])

    async def test_rows_and_what_is_no_coordinate(self):
        latitudes, longitudes = [1.0, None, 85.0] + [3.0] * 12_000 + ["x"], [2.0] * 12_004
        with FakeDaemon(usual) as daemon, patch("geocode_client.rows.ROWS_ORDERED", 7_000):
            async with AsyncClient(daemon.path) as client:
                rows = [row async for row in client.rows(latitudes, longitudes, ["street"])]
        self.assertEqual([rows[0], rows[3:12_003]], [["Street 1.0"], [["Street 3.0"]] * 12_000])
        self.assertEqual([rows[1].reason, rows[2].reason, rows[-1].reason], ["invalidQuery", "placemarkNotFound", "invalidQuery"])

    async def test_a_callback_in_one_piece_with_the_reply_is_not_lost(self):
        ears = Ears()
        with FakeDaemon(usual) as daemon:
            async with AsyncClient(daemon.path) as client:
                await client.start_geocoder(37.77, -122.41, ears)
                for _ in range(6_000):
                    if ears.heard:
                        break
                    await asyncio.sleep(0.01)
        self.assertEqual(ears.heard, [("found", 1, "Bryant Street")])

    async def test_a_question_into_a_connection_that_has_ended_says_so(self):
        ended = threading.Event()

        def answer(message):
            if message["method"] == "end":
                ended.set()
                return None
            return [{"id": message["id"], "result": {}}]

        with FakeDaemon(answer) as daemon:
            async with AsyncClient(daemon.path) as client:
                await client.request("info")
                waiting = asyncio.ensure_future(client.request("end"))
                await asyncio.sleep(0)
                # The loop is busy meanwhile, so that nobody has read the end yet.
                ended.wait(60)
                time.sleep(0.1)
                with self.assertRaises(ConnectionLost):
                    await client.request("info")
                with self.assertRaises(ConnectionLost):
                    await waiting
                self.assertEqual(await client.request("info"), {})

    async def test_a_client_of_one_event_loop_serves_the_next(self):
        with FakeDaemon(usual) as daemon:
            client = AsyncClient(daemon.path)

            def ask():
                return asyncio.run(asyncio.wait_for(client.placemark(1.0, 2.0), 60)).address.street

            streets = [await asyncio.get_running_loop().run_in_executor(None, ask) for _ in range(3)]
            self.assertEqual(streets, ["Bryant Street"] * 3)
            await client.close()

    async def test_a_delegate_that_raises_ends_nothing(self):
        class Stumbling(Ears):
            def did_enter_area(self, watch, level, name, source):
                raise RuntimeError("mine")

        told, ears = [], Stumbling()
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["exception"]))
        with FakeDaemon(usual) as daemon:
            async with AsyncClient(daemon.path) as client:
                watch = await client.start_watch(ears)
                await client.update_watch(watch, 47.1, 9.5)
                self.assertTrue((await asyncio.wait_for(client.placemark(1.0, 2.0), 60)).title)
        self.assertEqual([str(one) for one in told], ["mine"])
        self.assertEqual(ears.heard, [("moved", 3, ["city", "street"])])

    async def test_delegates_hear_that_the_daemon_went_away(self):
        ears = Ears()
        with FakeDaemon(lambda message: None if message["method"] == "server.ping" else usual(message)[:1]) as daemon:
            async with AsyncClient(daemon.path) as client:
                await client.start_watch(ears)
                with self.assertRaises(ConnectionLost):
                    await client.request("server.ping")
        self.assertEqual(ears.heard, [("failed", 3, "serverFailure")])

    async def test_the_end_of_the_connection_fails_what_waits(self):
        with FakeDaemon(lambda message: None) as daemon:
            async with AsyncClient(daemon.path) as client:
                with self.assertRaises(ConnectionLost):
                    await client.request("server.ping")


if __name__ == "__main__":
    unittest.main()
