"""Stores that are missing, foreign, damaged, replaced and closed."""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import geocode
from geocode import GeocodingError, StoreError, StoreForeign, StoreMissing

from .places import SAN_FRANCISCO, copy_of_store, folder, path_of_store


class StoreTests(unittest.TestCase):
    def test_a_store_says_what_it_is(self):
        with geocode.open(path_of_store()) as geocoder:
            info = geocoder.info()
            self.assertEqual(info["version"], geocode.__version__)
            self.assertGreater(info["rows"]["address"], 1_000)
            self.assertIn("OpenStreetMap", geocoder.attribution)
            self.assertEqual(geocoder.attribution, geocode.attribution())
            self.assertIn(path_of_store(), repr(geocoder))

    def test_a_missing_store(self):
        path = os.path.join(folder(self), "nothing.sqlite")
        for kind in (StoreMissing, StoreError, GeocodingError, FileNotFoundError):
            with self.assertRaisesRegex(kind, "nothing.sqlite"):
                geocode.open(path)

    def test_a_foreign_file(self):
        path = Path(folder(self)) / "foreign.sqlite"
        for contents in (b"", b"lat,lon\n1,2\n" * 1_000, b"SQLite format 3\0" + bytes(10_000)):
            path.write_bytes(contents)
            with self.assertRaises(StoreError):
                geocode.open(path)
        path.write_bytes(b"lat,lon\n1,2\n" * 1_000)
        with self.assertRaises(StoreForeign):
            geocode.open(path)

    def test_a_path_with_a_nul_character(self):
        with self.assertRaisesRegex(ValueError, "NUL character"):
            geocode.open(path_of_store() + "\0.sqlite")

    def test_a_folder_is_no_store(self):
        with self.assertRaises(StoreError):
            geocode.open(folder(self))

    def test_a_store_that_was_cut_short_cannot_be_opened(self):
        path = copy_of_store(self)
        os.truncate(path, path.stat().st_size // 2)
        with self.assertRaises(StoreError):
            geocode.open(path)

    def test_a_store_that_is_cut_short_while_it_is_open_is_damaged(self):
        # In a process of its own: without the guard it would die.
        path = copy_of_store(self)
        code = f"""if True:
            import os, geocode
            geocoder = geocode.open({str(path)!r})
            assert geocoder.placemark{SAN_FRANCISCO}.address.street == "Bryant Street"
            os.truncate({str(path)!r}, 4096)
            for ask in (lambda: geocoder.placemark(52.5, 13.4), lambda: geocoder.placemark(37.79, -122.40)):
                try:
                    ask()
                except geocode.StoreDamaged as problem:
                    print("damaged:", problem)
            try:
                geocoder.columns([37.79], [-122.40], "status")
            except geocode.StoreDamaged:
                print("columns, too")
        """
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertIn("damaged:", said.stdout)
        self.assertIn("columns, too", said.stdout)

    def test_a_store_that_is_replaced_is_read_after_reload(self):
        path = copy_of_store(self)
        with geocode.open(path) as geocoder:
            newer = path.with_name("newer.sqlite")
            shutil.copyfile(path_of_store(), newer)
            before = os.stat(path).st_ino
            os.rename(newer, path)
            self.assertNotEqual(os.stat(path).st_ino, before)
            self.assertEqual(geocoder.placemark(*SAN_FRANCISCO).address.street, "Bryant Street")
            geocoder.reload()
            self.assertEqual(geocoder.placemark(*SAN_FRANCISCO).address.street, "Bryant Street")
            open_files = {os.path.realpath(f"/proc/self/fd/{one}") for one in os.listdir("/proc/self/fd")}
            self.assertFalse([one for one in open_files if str(path) in one and "deleted" in one])

    def test_a_reload_that_fails_keeps_the_old_store(self):
        path = copy_of_store(self)
        with geocode.open(path) as geocoder:
            os.rename(path, path.with_name("elsewhere.sqlite"))
            with self.assertRaises(StoreMissing):
                geocoder.reload()
            self.assertEqual(geocoder.placemark(*SAN_FRANCISCO).address.street, "Bryant Street")

    def test_a_closed_geocoder_says_so(self):
        geocoder = geocode.open(path_of_store())
        result = geocoder.columns([37.77], [-122.41], "street")
        answers = geocoder.placemarks([SAN_FRANCISCO] * 2)
        next(answers)
        geocoder.close()
        geocoder.close()
        for ask in (geocoder.info, geocoder.reload, lambda: geocoder.placemark(*SAN_FRANCISCO), lambda: next(answers)):
            with self.assertRaisesRegex(ValueError, "is closed"):
                ask()
        self.assertEqual(result.to_dict(), {"street": ["Bryant Street"]})
        self.assertIn("closed", repr(geocoder))

    def test_the_variable_names_the_default_store(self):
        code = f"import geocode; geocode.placemark{SAN_FRANCISCO}"
        environment = {**os.environ, "GEOCODE_DATABASE": "/nonexistent.sqlite"}
        said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        self.assertIn("StoreMissing: there is no store at /nonexistent.sqlite", said.stderr)

    def test_a_missing_library_says_what_to_do(self):
        code = f"import geocode; geocode.placemark{SAN_FRANCISCO}"
        environment = {**os.environ, "GEOCODE_LIBRARY": "/nonexistent.so"}
        said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        self.assertIn("LibraryMissing: cannot load /nonexistent.so", said.stderr)
        self.assertIn("Packaging/wheel/build", said.stderr)


if __name__ == "__main__":
    unittest.main()
