"""Single questions."""

import dataclasses
import importlib.util
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest.mock import Mock, patch

import geocode
from geocode import Address, Coordinate, Options, Placemark, PlacemarkNotFound, Source

from .places import BERLIN, NAN, SAN_FRANCISCO


class PlacemarkTests(unittest.TestCase):
    def test_a_coordinate_has_a_placemark(self):
        placemark = geocode.placemark(*SAN_FRANCISCO)
        self.assertEqual(placemark.address.street, "Bryant Street")
        self.assertEqual(placemark.one_line, "1201 Bryant Street, San Francisco, CA 94103, United States")
        self.assertEqual(placemark.match, "building")
        self.assertEqual(placemark.distance_meters, 0)
        self.assertEqual(placemark.source.url, "https://www.openstreetmap.org/relation/3833412")
        self.assertEqual(placemark.__geo_interface__["properties"]["city"], "San Francisco")
        self.assertEqual(placemark.address.time_zone, "America/Los_Angeles")

    def test_options_may_be_keywords_or_an_object(self):
        german = geocode.placemark(*SAN_FRANCISCO, language="de", detail="city")
        self.assertEqual(german.address.country, "Vereinigte Staaten")
        self.assertIsNone(german.address.street)
        self.assertEqual(german, geocode.placemark(*SAN_FRANCISCO, Options(languages=["de"], detail="city")))
        self.assertEqual(german, geocode.placemark(*SAN_FRANCISCO, language=["de", "en"], detail="city"))

    def test_areas_and_reasons_come_if_the_options_ask_for_them(self):
        placemark = geocode.placemark(*SAN_FRANCISCO, Options(areas=True, explain=True))
        self.assertIn("California", [area["name"] for area in placemark.areas])
        self.assertTrue(placemark.trace)
        self.assertEqual(geocode.placemark(*SAN_FRANCISCO).areas, [])

    def test_fields_that_are_asked_for_and_layers(self):
        placemark = geocode.placemark(*BERLIN, Options(languages=["en"], extra_fields=["plus_code", "names"]))
        self.assertEqual(placemark.extra("plus_code"), "9F4MGC22+22")
        self.assertEqual((placemark.address.country, placemark.names["country"]), ("Germany", "Deutschland"))
        self.assertEqual(geocode.placemark(*BERLIN).names, {})
        self.assertEqual(geocode.placemark(*BERLIN, Options(layers=True)).layers, {})
        for wrong, said in ((Options(layers=["zones"]), "there is no layer"), (Options(extra_fields=["towns"]), "county_fips")):
            with self.assertRaisesRegex(ValueError, said):
                geocode.placemark(*BERLIN, wrong)
        self.assertEqual(geocode.placemark(44.95, 34.1, Options(worldview="RU")).address.country_code, "RU")
        with self.assertRaisesRegex(ValueError, "worldview"):
            geocode.placemark(*BERLIN, Options(worldview="XX"))
        for name in ("layers", "extra_fields"):
            with self.assertRaisesRegex(ValueError, "is a list"):
                Options(**{name: "zones"})

    def test_nothing_within_reach_is_an_error_of_its_own(self):
        # The coarse world of the default store knows something everywhere.
        with patch("geocode.store.library", return_value=Mock(geocode_json=lambda *_: 1)):
            with self.assertRaises(PlacemarkNotFound) as raised:
                geocode.placemark(*BERLIN)
            answers = list(geocode.placemarks([BERLIN, SAN_FRANCISCO]))
        self.assertEqual((raised.exception.reason, raised.exception.code), ("placemarkNotFound", -32004))
        self.assertEqual([type(one) for one in answers], [PlacemarkNotFound] * 2)

    def test_wrong_questions_say_what_is_wrong(self):
        for arguments, options, said in (
            ((122.41, 37.77), {}, "swapped"),
            ((NAN, 0), {}, "nan"),
            ((0, 181), {}, "longitude 181"),
            (("x", 0), {}, "not a coordinate"),
            (SAN_FRANCISCO, {"detail": "house"}, "give one of country"),
            (SAN_FRANCISCO, {"max_distance": -1}, "0 or more"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                geocode.placemark(*arguments, **options)
        with self.assertRaisesRegex(ValueError, "languages is a list"):
            Options(languages="de")

    def test_many_are_answered_in_order_as_they_are_taken(self):
        asked = []
        answers = geocode.placemarks((asked.append(one) or one for one in (SAN_FRANCISCO, (0, -30), BERLIN)), detail="city")
        self.assertEqual((next(answers).title, len(asked)), ("San Francisco", 1))
        self.assertEqual([one.title for one in answers], ["Atlantic Ocean", "Berlin"])

    def test_the_command_prints_nothing_that_a_terminal_obeys(self):
        from geocode import command

        hostile = Placemark.from_wire(
            {"coordinate": {"latitude": 1, "longitude": 2}, "formattedAddress": ["A\x1b[2J\x9bB", "C\x7f"]}
        )
        for words, said in (([], "A\ufffd[2J\ufffdB\nC\ufffd\n"), (["--format", "json"], "A\\u001b[2J\\u009bB")):
            geocoder = Mock(placemark=lambda *_: hostile)
            with patch("geocode.command.geocoder_of", return_value=geocoder), patch("sys.stdout", io.StringIO()) as output:
                self.assertEqual(command._look_up(["1", "2", *words]), 0)
            self.assertIn(said, output.getvalue())
            self.assertIsNone(re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", output.getvalue()))

    def test_names_on_the_card_are_escaped(self):
        evil = "<script>alert('\"&')</script>"
        placemark = Placemark(
            coordinate=Coordinate(1, 2),
            match=evil,
            address=Address(time_zone=evil),
            title=evil,
            formatted_address=(evil, evil + " 2"),
            source=Source('"><script>', 7),
        )
        card = placemark._repr_html_()
        self.assertNotIn("<script", card)
        self.assertIn("&lt;script&gt;alert(&#x27;&quot;&amp;&#x27;)&lt;/script&gt;", card)
        self.assertIn("1201 Bryant Street", geocode.placemark(*SAN_FRANCISCO)._repr_html_())

    def test_names_are_those_of_the_client_of_the_daemon(self):
        client = Path(__file__).resolve().parents[3] / "Clients/python/src"
        if not client.is_dir():
            self.skipTest("the client is not beside these tests")
        sys.path.insert(0, str(client))
        self.addCleanup(sys.path.remove, str(client))
        import geocode_client

        for name in ("Placemark", "Address", "Source"):
            theirs, ours = (
                [field.name for field in dataclasses.fields(getattr(module, name))] for module in (geocode_client, geocode)
            )
            self.assertEqual(ours, theirs)
        fields = {field.name for field in dataclasses.fields(geocode_client.Options)}
        self.assertLessEqual({field.name for field in dataclasses.fields(Options)}, fields)
        # What only a daemon can do is missing here.
        theirs = {name for name in vars(geocode_client.Placemark) if not name.startswith("_")}
        self.assertEqual({name for name in theirs if not hasattr(geocode.placemark(*SAN_FRANCISCO), name)}, set())

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_checkers_of_types_know_the_names(self):
        code = "import geocode\ngeocode.nope()\ngeocode.duckdb.register\nreveal_type(geocode.columns([1], [1]))"
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "mypy", "--cache-dir", folder, "--follow-imports", "silent", "-c", code]
            path = str(Path(geocode.__file__).parents[1])
            environment = os.environ if "site-packages" in path else {**os.environ, "MYPYPATH": path}
            said = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder).stdout
        self.assertIn('Module has no attribute "nope"', said)
        self.assertIn('"geocode.table.Columns"', said)
        self.assertEqual(said.count("error"), 2, said)

    def test_an_import_loads_nothing_heavy(self):
        code = "import sys, geocode; print([n for n in ('numpy', 'pyarrow', 'pandas', 'polars', 'duckdb') if n in sys.modules])"
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertEqual(said.strip(), "[]")


if __name__ == "__main__":
    unittest.main()
