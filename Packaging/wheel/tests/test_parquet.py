"""The command line, with and without Parquet files."""

import json
import os
import struct
import subprocess
import sys
import unittest
from pathlib import Path

from .places import folder, needs


def run(*arguments, **environment):
    """The exit number of the command, its output, and its errors."""
    said = subprocess.run(
        [sys.executable, "-m", "geocode", *map(str, arguments)], capture_output=True, text=True, env={**os.environ, **environment}
    )
    return said.returncode, said.stdout, said.stderr


def wkb(x, y, order="<", kind=1, system=None):
    head = struct.pack(f"{order}BI", order == "<", kind | (0x20000000 if system else 0))
    return head + (struct.pack(f"{order}I", system) if system else b"") + struct.pack(f"{order}dd", x, y)


class LookupTests(unittest.TestCase):
    def test_a_coordinate(self):
        self.assertEqual(run(37.77, -122.41), (0, "1201 Bryant Street\nSan Francisco, CA 94103\nUnited States\n", ""))
        self.assertEqual(run("--format", "line", "52.5", "13.4", "-l", "en")[1], "Berlin, Germany\n")
        self.assertEqual(json.loads(run(37.77, -122.41, "-f", "json")[1])["address"]["street"], "Bryant Street")
        self.assertEqual(run(0, -30)[1], "Atlantic Ocean\n")
        for latitude, longitude in (("-1e-3", "-3E+1"), ("-5e-05", "-30"), ("-.5", "-30.")):
            self.assertEqual(run(latitude, longitude)[:2], (0, "Atlantic Ocean\n"))

    def test_what_is_wrong_has_a_number(self):
        for arguments, number, words in (
            ((), 64, "required"),
            ((1,), 64, "longitude"),
            (("x", 1), 64, "invalid float"),
            ((91, 1), 64, "out of range"),
            (("-inf", 1), 64, "out of range"),
            ((1, "-x"), 64, "longitude"),
            ((1, 1, "--detail", "house"), 64, "invalid choice"),
            ((1, 1, "--database", "/nonexistent"), 66, "/nonexistent"),
        ):
            code, output, errors = run(*arguments)
            self.assertEqual((code, output), (number, ""), errors)
            self.assertIn(words, errors)
        self.assertEqual(run(1, 1, GEOCODE_LIBRARY="/nonexistent.so")[0], 69)

    def test_help_says_the_exit_numbers(self):
        for arguments in (["--help"], ["enrich", "--help"]):
            code, output, _ = run(*arguments)
            self.assertEqual(code, 0)
            self.assertIn("130 ended by Ctrl-C", output)

    def test_parquet_needs_pyarrow(self):
        code = "import sys; sys.modules['pyarrow'] = None; from geocode.command import main; sys.exit(main(['enrich', 'a', 'b']))"
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((said.returncode, said.stderr), (69, "geocode: Parquet needs pyarrow, which is not installed: pip install pyarrow\n"))


@needs("pyarrow")
class ParquetTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(folder(self))
        self.input, self.output = self.folder / "in.parquet", self.folder / "out.parquet"

    def write(self, columns, metadata=None, **options):
        import pyarrow
        from pyarrow import parquet

        table = pyarrow.table(columns)
        parquet.write_table(table.replace_schema_metadata(metadata), self.input, **options)
        return table

    def enriched(self, *arguments):
        from pyarrow import parquet

        code, output, errors = run("enrich", self.input, self.output, *arguments)
        self.assertEqual((code, output), (0, ""), errors)
        self.assertEqual(sorted(os.listdir(self.folder)), ["in.parquet", "out.parquet"])
        return parquet.read_table(self.output), errors

    def fails(self, number, words, *arguments):
        code, _, errors = run("enrich", self.input, self.output, *arguments)
        self.assertEqual(code, number, errors)
        self.assertIn(words, errors)
        self.assertFalse(self.output.exists() or (self.folder / "out.parquet.partial").exists())

    def test_columns_are_found_and_added_at_the_right(self):
        table = self.write({"id": [1, 2, 3], "Lat": [37.77, None, 91.0], "lng": [-122.41, 1.0, 0.0]})
        found, errors = self.enriched()
        self.assertEqual(found.select(table.column_names), table)
        self.assertEqual(found.column("street").to_pylist(), ["Bryant Street", None, None])
        self.assertEqual(found.column_names[-1], "status")
        self.assertEqual(found.column("status").to_pylist(), ["ok", "missing_coordinate", "out_of_range"])
        self.assertEqual(str(found.schema.field("city").type), "string")
        self.assertIn("out.parquet: 3 rows: 1 ok, 1 missing_coordinate, 1 out_of_range", errors)

    def test_columns_are_chosen_and_prefixed(self):
        self.write({"a": [52.5], "b": [13.4], "city": ["mine"]})
        found, errors = self.enriched("--lat", "a", "--lon", "b", "-c", "city,distance_meters", "--prefix", "geo_", "--no-status", "-q")
        self.assertEqual(found.to_pydict(), {"a": [52.5], "b": [13.4], "city": ["mine"], "geo_city": ["Berlin"], "geo_distance_meters": [0.0]})
        self.assertEqual(errors, "")

    def test_columns_have_the_names_that_the_library_gives_them(self):
        self.write({"lat": [52.5], "lon": [13.4]})
        for names, expected in (("City", ["city", "status"]), ("Status, city", ["city", "status"]), ("STATUS", ["status"])):
            self.assertEqual(self.enriched("-c", names, "--force")[0].column_names, ["lat", "lon", *expected])
        names = self.enriched("-c", "all", "--force", "--no-status")[0].column_names
        self.assertIn("title", names)
        self.assertNotIn("status", names)
        self.output.unlink()
        for names in ("", "city,", "city,,street"):
            self.fails(64, "one of the columns has no name; give names", "-c", names)
        for names in ("city,city", "street,city,City"):
            self.fails(64, "is named twice", "-c", names)

    def test_row_groups_metadata_and_compression_are_kept(self):
        from pyarrow import parquet

        size = 25_000
        columns = {"lat": [52.5 + index / 1e6 for index in range(size)], "lon": [13.4] * size}
        self.write(columns, {"mine": "kept", "pandas": "{}"}, row_group_size=10_000, compression="zstd")
        self.enriched("-c", "city", "-d", "city")
        with parquet.ParquetFile(self.output) as file:
            groups = [file.metadata.row_group(index) for index in range(file.num_row_groups)]
            self.assertEqual([group.num_rows for group in groups], [10_000, 10_000, 5_000])
            self.assertEqual(groups[0].column(0).compression, "ZSTD")
            self.assertEqual(file.schema_arrow.metadata[b"mine"], b"kept")
            self.assertEqual(set(file.read(["city"]).column(0).to_pylist()), {"Berlin"})

    def test_points_of_geoparquet(self):
        geo = {"version": "1.0.0", "primary_column": "place", "columns": {"place": {"encoding": "WKB", "geometry_types": ["Point"]}}}
        nan = float("nan")
        points = [wkb(-122.41, 37.77), wkb(13.4, 52.5, ">"), wkb(13.4, 52.5, system=4326), None, wkb(nan, nan), wkb(0, 0, kind=2), b"?"]
        points += [wkb(13.4, 52.5, kind=1001) + bytes(8)]
        self.write({"place": points}, {"geo": json.dumps(geo)})
        found, _ = self.enriched("-c", "city,status")
        self.assertEqual(found.column("city").to_pylist(), ["San Francisco", "Berlin", "Berlin", None, None, None, None, "Berlin"])
        words = ["ok"] * 3 + ["missing_coordinate"] * 2 + ["not_a_point"] * 2 + ["ok"]
        self.assertEqual(found.column("status").to_pylist(), words)
        self.assertEqual(json.loads(found.schema.metadata[b"geo"]), geo)

    def test_points_that_are_structures(self):
        self.write({"geometry": [{"x": 13.4, "y": 52.5}, None]})
        self.assertEqual(self.enriched("-c", "city")[0].column("city").to_pylist(), ["Berlin", None])

    def test_other_reference_systems_are_refused(self):
        import pyarrow

        crs = {"name": "Pseudo-Mercator", "id": {"authority": "EPSG", "code": 3857}}
        for said in (crs, "EPSG:3857", "urn:ogc:def:crs:EPSG::3857", json.dumps(crs)):
            geo = {"primary_column": "geometry", "columns": {"geometry": {"crs": said}}}
            self.write({"geometry": [wkb(0, 0)]}, {"geo": json.dumps(geo)})
            self.fails(65, "'geometry' are in EPSG:3857; transform them")
        # Metadata of GeoArrow, as geopandas writes them with to_arrow(), and points of PostGIS that name their system.
        for kind, value in ((pyarrow.binary(), wkb(0, 0)), (pyarrow.struct([("x", "double"), ("y", "double")]), {"x": 0.0, "y": 0.0})):
            name = b"geoarrow.wkb" if kind == pyarrow.binary() else b"geoarrow.point"
            field = pyarrow.field("geometry", kind, metadata={b"ARROW:extension:name": name, b"ARROW:extension:metadata": json.dumps({"crs": crs})})
            self.write(pyarrow.table([pyarrow.array([value], kind)], pyarrow.schema([field])))
            self.fails(65, "'geometry' are in EPSG:3857; transform them")
        self.write({"geometry": [wkb(0, 0, system=3857)]})
        self.fails(65, "points are in EPSG:3857; transform them")

    def test_names_of_degrees_are_known(self):
        for said in (None, "EPSG:4326", "OGC:CRS84", {"id": {"authority": "OGC", "code": "CRS84"}}, "urn:ogc:def:crs:OGC:1.3:CRS84"):
            self.write({"geometry": [wkb(13.4, 52.5)]}, {"geo": json.dumps({"columns": {"geometry": {"crs": said}}})})
            self.assertEqual(self.enriched("-c", "city", "--force")[0].column("city").to_pylist(), ["Berlin"])

    @needs("geoarrow")
    def test_reference_systems_of_parquets_own_geometry(self):
        import pyarrow
        from pyarrow import parquet

        # Only with the types of GeoArrow does pyarrow write that type.
        code = f"""if True:
            import geoarrow.pyarrow as geoarrow, pyarrow
            from pyarrow import parquet
            points = geoarrow.with_crs(geoarrow.as_wkb(geoarrow.array(["POINT (0 0)"])), "EPSG:3857")
            parquet.write_table(pyarrow.table({{"geometry": points}}), {str(self.input)!r}, store_schema=False)
        """
        subprocess.run([sys.executable, "-c", code], check=True)
        self.assertEqual(parquet.read_schema(self.input).field("geometry").type, pyarrow.binary())
        self.fails(65, "'geometry' are in EPSG:3857; transform them")

    def test_broken_metadata_are_ignored(self):
        for geo in ({"columns": []}, {"columns": {"geometry": None}}, {"primary_column": [], "columns": {"geometry": []}}, []):
            self.write({"geometry": [wkb(13.4, 52.5)]}, {"geo": json.dumps(geo)})
            self.assertEqual(self.enriched("-c", "city", "--force")[0].column("city").to_pylist(), ["Berlin"])

    def test_no_rows(self):
        import pyarrow

        self.write({"lat": pyarrow.array([], pyarrow.float64()), "lon": pyarrow.array([], pyarrow.float64())})
        found, errors = self.enriched()
        self.assertEqual((found.num_rows, found.schema.field("city").type), (0, pyarrow.string()))
        self.assertIn("0 rows", errors)

    def test_what_is_wrong_has_a_number(self):
        self.fails(66, "no such file")
        self.input.write_bytes(b"lat,lon\n1,2\n")
        self.fails(65, "no Parquet file")
        self.write({"a": [1.0], "b": [2.0]})
        self.fails(64, "name them with --lat and --lon, or --geometry. The columns are: a, b")
        self.fails(64, "there is no column 'c'. The columns are: a, b", "--lat", "a", "--lon", "c")
        self.fails(64, "give both", "--lat", "a")
        self.fails(64, "colour", "--lat", "a", "--lon", "b", "-c", "colour")
        self.fails(64, "unrecognized arguments", "--colour")
        self.fails(66, "/nonexistent", "--lat", "a", "--lon", "b", "--database", "/nonexistent")
        self.write({"lat": ["1"], "lon": [2.0], "city": ["x"]})
        self.fails(65, "'lat' has the type string, not numbers")
        self.fails(65, "'city' has the type string, not points", "--geometry", "city")
        self.write({"lat": [1.0], "lon": [2.0], "city": ["x"]})
        self.fails(64, "a column 'city' already; choose a prefix")

    def test_types_of_columns(self):
        import pyarrow

        points = pyarrow.array([wkb(13.4, 52.5), None], getattr(pyarrow, "binary_view", pyarrow.large_binary)())
        self.write({"geometry": points})
        self.assertEqual(self.enriched("-c", "city", "--force")[0].column("city").to_pylist(), ["Berlin", None])
        self.write({"geometry": pyarrow.nulls(2)})
        self.assertEqual(self.enriched("--force")[0].column("status").to_pylist(), ["missing_coordinate"] * 2)
        self.write({"lat": pyarrow.nulls(1), "lon": [13.4]})
        self.assertEqual(self.enriched("--force")[0].column("status").to_pylist(), ["missing_coordinate"])
        self.write({"lat": pyarrow.array([52.5], pyarrow.float16()), "lon": [13.4]})
        self.assertEqual(self.enriched("-c", "city", "--force")[0].column("city").to_pylist(), ["Berlin"])

    def test_a_damaged_file(self):
        self.write({"lat": [52.5 + index for index in range(5_000)], "lon": [13.4] * 5_000}, compression="none")
        damaged = bytearray(self.input.read_bytes())
        damaged[4:2_000] = bytes(1_996)
        self.input.write_bytes(damaged)
        self.fails(65, "damaged")

    def test_an_output_is_only_overwritten_if_it_may_be(self):
        self.write({"lat": [52.5], "lon": [13.4]})
        self.output.write_text("mine")
        code, _, errors = run("enrich", self.input, self.output)
        self.assertEqual((code, self.output.read_text()), (73, "mine"))
        self.assertIn("exists already; choose another output, or add --force", errors)
        self.enriched("--force")
        partial = self.folder / "new.parquet.partial"
        partial.write_text("mine")
        self.assertEqual((run("enrich", self.input, self.folder / "new.parquet")[0], partial.read_text()), (73, "mine"))
        self.assertEqual(run("enrich", self.input, self.folder / "nowhere" / "out.parquet")[0], 73)
        self.assertEqual(run("enrich", self.input, self.input, "--force", "-q")[0], 0)

    def test_only_files_are_overwritten(self):
        self.write({"lat": [52.5], "lon": [13.4]})
        pipe, inside, partial = self.folder / "pipe", self.folder / "folder", self.folder / "new.parquet.partial"
        os.mkfifo(pipe)
        inside.mkdir()
        partial.mkdir()
        for output, words in (
            (pipe, "is no regular file; choose another output"),
            ("/dev/stdout", "is no regular file; choose another output"),
            (inside, f"is a folder; give the path of a file, such as {inside}/out.parquet"),
            (f"{self.folder}/none/", "is a folder; give the path of a file"),
            (self.folder / "none" / "out.parquet", f"there is no folder {self.folder}/none; create it"),
            (self.folder / "new.parquet", f"{partial} is in the way and no regular file; move it away"),
        ):
            code, _, errors = run("enrich", self.input, output, "--force")
            self.assertEqual(code, 73, errors)
            self.assertIn(words, errors)
        self.assertTrue(pipe.is_fifo() and inside.is_dir() and partial.is_dir())
        for path, words in ((inside, "this is a folder; give the path of a Parquet file"), (pipe, "this is no regular file")):
            code, _, errors = run("enrich", path, self.output)
            self.assertEqual(code, 66, errors)
            self.assertIn(words, errors)

    def test_links_are_followed(self):
        self.write({"lat": [52.5], "lon": [13.4]})
        link, target = self.folder / "link.parquet", self.folder / "target.parquet"
        target.write_text("mine")
        link.symlink_to(target.name)
        self.assertEqual((run("enrich", self.input, link)[0], target.read_text()), (73, "mine"))
        self.assertEqual(run("enrich", self.input, link, "--force")[0], 0)
        self.assertTrue(link.is_symlink() and target.read_bytes().startswith(b"PAR1"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["in.parquet", "link.parquet", "target.parquet"])

    def test_a_full_disk(self):
        import resource

        self.write({"lat": [52.5] * 5_000, "lon": [13.4] * 5_000})
        code = f"""if True:
            import resource, signal, sys
            from geocode.command import main
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, {resource.RLIM_INFINITY}))
            sys.exit(main(["enrich", {str(self.input)!r}, {str(self.output)!r}]))
        """
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(said.returncode, 74, said.stderr)
        self.assertEqual(os.listdir(self.folder), ["in.parquet"])


if __name__ == "__main__":
    unittest.main()
