"""Columns, and handing them over."""

import gc
import random
import subprocess
import sys
import unittest

import geocode

from .places import BERLIN, SAN_FRANCISCO, needs, resident_megabytes

LATITUDES, LONGITUDES = [SAN_FRANCISCO[0], None, BERLIN[0]], [SAN_FRANCISCO[1], 0, BERLIN[1]]
NAMES = ["street", "city", "distance_meters", "status"]
EXPECTED = {
    "street": ["Bryant Street", None, None],
    "city": ["San Francisco", None, "Berlin"],
    "distance_meters": [0.0, None, 0.0],
    "status": ["ok", "missing_coordinate", "ok"],
}


def some(columns=NAMES):
    return geocode.columns(LATITUDES, LONGITUDES, columns)


class ColumnsTests(unittest.TestCase):
    def test_lists_need_no_other_library(self):
        result = some()
        self.assertEqual(len(result), 3)
        self.assertEqual(result.column_names, tuple(NAMES))
        self.assertEqual(result.to_dict(), EXPECTED)
        self.assertEqual(result.to_dict(), EXPECTED)
        self.assertIn("3 rows: street", repr(result))

    def test_all_columns_are_those_of_placemarks(self):
        result = geocode.columns(*([number] for number in SAN_FRANCISCO), geocode.column_names()).to_dict()
        placemark = geocode.placemark(*SAN_FRANCISCO)
        for name in ("street", "house_number", "city", "postal_code", "state", "state_code", "country_code", "time_zone"):
            self.assertEqual(result[name], [getattr(placemark.address, name)])
        self.assertEqual(result["address"], [placemark.one_line])
        self.assertEqual((result["match_latitude"], result["match_longitude"]), tuple([one] for one in placemark.coordinate))

    def test_names_may_be_one_text_and_default_to_those_of_files(self):
        self.assertEqual(some("street,status").column_names, ("street", "status"))
        names = some(None).column_names
        self.assertIn("city", names)
        self.assertEqual(names[-1], "status")

    def test_unknown_columns_and_threads(self):
        with self.assertRaisesRegex(ValueError, "colour"):
            some(["street", "colour"])
        for threads in (0, -1, 1 << 32):
            with self.assertRaisesRegex(ValueError, "give 1 to 1024"):
                geocode.columns([1], [1], threads=threads)
        for wrong in ({"columns": "city\0x"}, {"language": "de\0x"}):
            with self.assertRaisesRegex(ValueError, "NUL character"):
                geocode.columns([1], [1], **wrong)

    def test_no_rows(self):
        result = geocode.columns([], [], NAMES)
        self.assertEqual((len(result), result.to_dict()), (0, {name: [] for name in NAMES}))

    def test_the_order_of_points_is_kept(self):
        numbers = random.Random(7)
        latitudes = [37.76 + numbers.random() / 50 for _ in range(5_000)]
        longitudes = [-122.42 + numbers.random() / 50 for _ in range(5_000)]
        many = geocode.columns(latitudes, longitudes, ["address"]).to_dict()["address"]
        for index in range(0, 5_000, 250):
            alone = geocode.columns(latitudes[index : index + 1], longitudes[index : index + 1], ["address"], threads=1)
            self.assertEqual(alone.to_dict()["address"], [many[index]])

    def test_progress_is_heard_on_this_thread_to_the_end(self):
        import threading

        heard = []
        geocode.columns([52.5] * 30_000, [13.4] * 30_000, "city", progress=lambda *counts: heard.append((threading.get_ident(), *counts)))
        self.assertEqual({one[0] for one in heard}, {threading.get_ident()})
        self.assertEqual(heard[-1][1:], (30_000, 30_000))
        self.assertEqual(heard, sorted(heard))

    def test_what_progress_raises_ends_the_work(self):
        def stop(done, total):
            raise RuntimeError(f"enough of {total}")

        with self.assertRaisesRegex(RuntimeError, "enough of 300000"):
            geocode.columns([52.5] * 300_000, [13.4] * 300_000, "city", progress=stop)


class HandingOverTests(unittest.TestCase):
    @needs("pyarrow")
    def test_pyarrow(self):
        import pyarrow

        result = some()
        table = pyarrow.table(result)
        table.validate(full=True)
        self.assertEqual(table.to_pydict(), EXPECTED)
        # All of these share the memory.
        self.assertEqual(pyarrow.record_batch(result).to_pydict(), EXPECTED)
        self.assertEqual(pyarrow.RecordBatchReader.from_stream(result).read_all(), table)
        self.assertEqual(pyarrow.schema(result), table.schema)
        self.assertEqual(result.to_arrow(), table)
        self.assertEqual(result.to_dict(), EXPECTED)
        place = table.column("street").chunk(0).indices.buffers()[1].address
        self.assertEqual(result.to_arrow().column("street").chunk(0).indices.buffers()[1].address, place)

    @needs("pyarrow")
    def test_threads_take_the_same_columns(self):
        import threading

        for _ in range(20):
            result, barrier, found = some(), threading.Barrier(8), []

            def take(index):
                barrier.wait()
                try:
                    found.append(result.to_dict() if index % 4 == 0 else result.to_arrow().to_pydict())
                except Exception as problem:
                    found.append(problem)

            threads = [threading.Thread(target=take, args=(index,)) for index in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(found, [EXPECTED] * 8)

    def test_what_is_not_installed_is_named(self):
        code = f"""if True:
            import sys
            sys.modules["pyarrow"] = sys.modules["polars"] = None
            import geocode
            result = geocode.columns({LATITUDES}, {LONGITUDES}, "city")
            def load():
                import geocode.duckdb
            for ask in (result.to_arrow, result.to_polars, load, lambda: geocode.duckdb):
                try:
                    ask()
                except (ModuleNotFoundError, AttributeError) as problem:
                    print(type(problem).__name__, problem)
            print(hasattr(geocode, "duckdb"), result.to_dict()["city"])
        """
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertIn("to_arrow needs pyarrow, which is not installed: pip install pyarrow", said)
        self.assertIn("to_polars needs polars, which is not installed: pip install polars", said)
        for kind in ("ModuleNotFoundError", "AttributeError"):
            self.assertRegex(said, f"{kind} geocode.duckdb needs (pyarrow|duckdb), which is not installed: pip install duckdb pyarrow")
        self.assertTrue(said.endswith(f"False {EXPECTED['city']}\n"), said)

    @needs("pyarrow")
    def test_the_table_outlives_everything_else(self):
        with geocode.open(geocode.default().path) as geocoder:
            table = geocoder.columns(LATITUDES, LONGITUDES, NAMES).to_arrow()
        del geocoder
        gc.collect()
        self.assertEqual(table.to_pydict(), EXPECTED)

    @needs("pyarrow", "pandas")
    def test_pandas(self):
        import pandas

        frame = some().to_pandas()
        self.assertEqual(frame.city.astype(object).where(frame.city.notna(), None).to_list(), EXPECTED["city"])
        self.assertEqual(str(frame.city.dtype), "category")
        if hasattr(pandas.DataFrame, "from_arrow"):
            self.assertEqual(pandas.DataFrame.from_arrow(some()).status.to_list(), EXPECTED["status"])

    @needs("polars")
    def test_polars(self):
        import polars

        result = some()
        self.assertEqual(result.to_polars().to_dict(as_series=False), EXPECTED)
        self.assertEqual(result.to_polars().height, 3)
        self.assertEqual(polars.DataFrame(some()).to_dict(as_series=False), EXPECTED)

    @needs("duckdb", "pyarrow")
    def test_duckdb(self):
        import duckdb

        result = some()
        for _ in range(2):
            found = duckdb.sql("SELECT city, distance_meters FROM result WHERE status = 'ok'").fetchall()
            self.assertEqual(found, [("San Francisco", 0.0), ("Berlin", 0.0)])

    def test_without_pyarrow_they_move_once(self):
        result = some()
        result._is_shared = lambda: False
        schema, contents = result.__arrow_c_array__()
        with self.assertRaisesRegex(ValueError, "handed over"):
            result.__arrow_c_stream__()
        with self.assertRaisesRegex(ValueError, "handed over"):
            result.to_dict()
        self.assertEqual((len(result), result.column_names), (3, tuple(NAMES)))
        again = some()
        again._is_shared = lambda: False
        stream = again.__arrow_c_stream__()
        with self.assertRaisesRegex(ValueError, "handed over"):
            again.__arrow_c_array__()
        # Nobody takes what is in the capsules.
        del schema, contents, stream

    @needs("pyarrow")
    def test_the_stream_of_this_package(self):
        import pyarrow

        for take in (pyarrow.table, pyarrow.record_batch, lambda one: pyarrow.RecordBatchReader.from_stream(one).read_all()):
            result = some()
            result._is_shared = lambda: False
            self.assertEqual(take(result).to_pydict(), EXPECTED)
        reader = some()
        reader._is_shared = lambda: False
        # The schema is read, the batch is left.
        self.assertEqual(pyarrow.RecordBatchReader.from_stream(reader).schema.names, NAMES)
        from geocode import arrow, stream

        self.assertEqual((arrow._lent, stream._states), ({}, {}))

    @needs("polars")
    def test_polars_without_pyarrow(self):
        code = f"""if True:
            import sys
            sys.modules["pyarrow"] = None
            import polars, geocode
            result = geocode.columns({LATITUDES}, {LONGITUDES}, {NAMES})
            assert polars.DataFrame(result).to_dict(as_series=False) == {EXPECTED}
            try:
                polars.DataFrame(result)
            except ValueError as problem:
                print(problem)
        """
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertIn("handed over", said)


class MemoryTests(unittest.TestCase):
    def check(self, work, times=60, bound=20):
        for _ in range(10):
            work()
        gc.collect()
        before = resident_megabytes()
        for _ in range(times):
            work()
        gc.collect()
        self.assertLess(resident_megabytes() - before, bound)

    def test_results_are_released(self):
        latitudes, longitudes = [52.5 + index / 1e5 for index in range(20_000)], [13.4] * 20_000
        # 60 results of 20,000 rows would take more than 40 MB, if they were kept.
        names = [name for name in geocode.column_names() if name in "street city county state country match distance_meters status"]

        def work():
            geocode.columns(latitudes, longitudes, names, detail="country")

        self.check(work)

    def test_capsules_that_nobody_opens_are_released(self):
        def work():
            for export in ("__arrow_c_array__", "__arrow_c_stream__", "__arrow_c_schema__"):
                result = geocode.columns([52.5] * 20_000, [13.4] * 20_000, NAMES, detail="country")
                result._is_shared = lambda: False
                getattr(result, export)()

        self.check(work, times=40)

    @needs("pyarrow")
    def test_tables_are_released(self):
        import pyarrow

        def work():
            result = geocode.columns([52.5] * 20_000, [13.4] * 20_000, NAMES, detail="country")
            pyarrow.table(result), result.to_arrow(), result.to_dict()

        self.check(work)
        before = pyarrow.total_allocated_bytes()
        work()
        self.assertEqual(pyarrow.total_allocated_bytes(), before)

    def test_many_points_in_chunks_keep_within_bounds(self):
        counts = {}

        def work():
            for status in geocode.columns([52.5] * 50_000, [13.4] * 50_000, "city,status", detail="country").to_dict()["status"]:
                counts[status] = counts.get(status, 0) + 1

        self.check(work, times=10)
        self.assertEqual(counts, {"ok": 1_000_000})


if __name__ == "__main__":
    unittest.main()
