"""Coordinates of all kinds."""

import ctypes
import json
import unittest
from array import array
from decimal import Decimal
from fractions import Fraction

import geocode
from geocode.numbers_in import numbers

from .places import BERLIN, NAN, SAN_FRANCISCO, needs

LATITUDES, LONGITUDES = [SAN_FRANCISCO[0], BERLIN[0]], [SAN_FRANCISCO[1], BERLIN[1]]
CITIES = ["San Francisco", "Berlin"]


def cities(latitudes, longitudes=None):
    return geocode.columns(latitudes, longitudes, ["city"], detail="city").to_dict()["city"]


def statuses(latitudes, longitudes=None):
    return geocode.columns(latitudes, longitudes, ["status"], detail="city").to_dict()["status"]


class PlainInputTests(unittest.TestCase):
    def test_collections_of_numbers(self):
        for kind in (
            list,
            tuple,
            iter,
            lambda values: array("d", values),
            lambda values: memoryview(array("d", values)),
            lambda values: memoryview(array("d", values).tobytes()).cast("d"),
            lambda values: [Decimal(str(value)) for value in values],
            lambda values: [Fraction(value) for value in values],
        ):
            self.assertEqual(cities(kind(LATITUDES), kind(LONGITUDES)), CITIES)
        self.assertEqual(statuses(array("i", [38, 52]), range(2)), ["ok", "ok"])
        for kind in (ctypes.c_double, ctypes.c_float, ctypes.c_double.__ctype_be__, ctypes.c_double.__ctype_le__):
            self.assertEqual(cities((kind * 2)(*LATITUDES), (kind * 2)(*LONGITUDES)), CITIES)
        for kind in (ctypes.c_int8, ctypes.c_uint16, ctypes.c_long, ctypes.c_int.__ctype_be__, ctypes.c_uint64.__ctype_be__):
            self.assertEqual(statuses((kind * 2)(52, 100), [13, 13]), ["ok", "out_of_range"])
        self.assertEqual(cities(memoryview(array("d", LATITUDES + LATITUDES))[::2], [-122.41, -122.41]), ["San Francisco"] * 2)

    def test_what_is_missing_or_no_place_has_a_status(self):
        latitudes = [None, NAN, 91, LATITUDES[0], LATITUDES[0], float("inf"), -90]
        longitudes = [0, 0, 0, None, 181, 0, 180]
        said = statuses(latitudes, longitudes)
        self.assertEqual(said[:5], ["missing_coordinate"] * 2 + ["out_of_range", "missing_coordinate", "out_of_range"])
        self.assertEqual(said[5], "out_of_range")
        self.assertIn(said[6], ("ok", "not_found"))
        self.assertEqual(cities([None, 91], [0, 0]), [None, None])

    def test_nothing_gives_nothing(self):
        for empty in ([], (), array("d"), memoryview(array("d")), iter(())):
            self.assertEqual(cities(empty, []), [])

    def test_lengths_must_agree(self):
        with self.assertRaisesRegex(ValueError, "there are 2 latitudes and 1 longitudes"):
            geocode.columns([1, 2], [3])

    def test_wrong_types_are_named(self):
        for value, said in (
            ("12", "latitude is a str"),
            (b"12", "latitude is a bytes"),
            ({1: 2}, "latitude is a dict"),
            (1.5, "latitude is one number"),
            (object(), "latitude is a object"),
            ([1, "2"], "latitude 1 is '2', a str"),
            ([1, [2]], "latitude 1 is"),
            (memoryview(b"x").cast("c"), "format 'c'"),
            ((ctypes.c_bool * 2)(), "format '<\\?'"),
            ((ctypes.c_wchar * 2)(), "format '<[uw]'"),
            ([True, False], "latitude 0 is True, a bool: give numbers, or None"),
            ([1.5, False], "latitude 1 is False, a bool"),
        ):
            with self.assertRaisesRegex(TypeError, said):
                geocode.columns(value, [1, 2])
        with self.assertRaisesRegex(TypeError, "longitudes are missing"):
            geocode.columns([1, 2])
        with self.assertRaisesRegex(ValueError, "dimensions"):
            geocode.columns(memoryview(array("d", [1, 2])).cast("B").cast("d", (2, 1)), [1, 2])


    def test_wrong_options_are_named(self):
        for options, said in (
            ({"language": [1]}, r"language is \[1\]: give tags such as 'de,en' or"),
            ({"language": 5}, "language is 5: give tags"),
            ({"language": b"de"}, "language is b'de': give tags"),
            ({"max_distance": "5"}, "maximum distance is '5', a str; give meters as a number"),
            ({"max_distance": True}, "maximum distance is True, a bool"),
            ({"threads": "2"}, "threads is '2'; give a whole number from 1 to 1024"),
            ({"threads": 1.5}, "threads is 1.5; give a whole number"),
            ({"columns": 5}, "columns is 5: give names such as 'street,city' or"),
            ({"columns": [None]}, r"columns is \[None\]: give names"),
            ({"options": "de"}, "options is 'de': give geocode.Options"),
        ):
            with self.assertRaisesRegex(TypeError, said):
                geocode.columns([1], [1], **options)
        for options in ({"languages": [1]}, {"languages": 5}, {"extra_fields": [None]}, {"layers": 1}):
            with self.assertRaisesRegex(TypeError, "give a list of texts"):
                geocode.Options(**options)


@needs("numpy")
class NumpyTests(unittest.TestCase):
    def test_arrays(self):
        import numpy

        latitudes, longitudes = numpy.array(LATITUDES), numpy.array(LONGITUDES)
        for kind in ("<f8", ">f8", "f4", "O"):
            self.assertEqual(cities(latitudes.astype(kind), longitudes.astype(kind)), CITIES)
        self.assertEqual(cities(latitudes[::-1], longitudes[::-1]), CITIES[::-1])
        for kind in (">f8", "<f8", ">f4"):
            self.assertEqual(cities(memoryview(latitudes.astype(kind)), memoryview(longitudes.astype(kind))), CITIES)
        latitudes.flags.writeable = False
        self.assertEqual(cities(latitudes, longitudes), CITIES)
        hidden = numpy.ma.masked_array(latitudes, mask=[False, True])
        self.assertEqual(statuses(hidden, longitudes), ["ok", "missing_coordinate"])
        self.assertEqual(cities(numpy.array([]), numpy.array([])), [])

    def test_plain_arrays_are_not_copied(self):
        import numpy

        values = numpy.array(LATITUDES)
        self.assertEqual(numbers(values, "latitude").address, values.ctypes.data)

    def test_wrong_arrays(self):
        import numpy

        with self.assertRaisesRegex(TypeError, "latitude 1 is .*, a bool"):
            geocode.columns([1.0, numpy.bool_(True)], [1, 1])
        for value in (numpy.array(["1"]), numpy.array([True]), numpy.array([1j]), numpy.array(["2020-01-01"], "M8[D]")):
            with self.assertRaisesRegex(TypeError, "latitude has the type .*: give numbers"):
                geocode.columns(value, [1])
        with self.assertRaisesRegex(ValueError, r"shape \(2, 1\)"):
            geocode.columns(numpy.zeros((2, 1)), [1, 2])


@needs("pyarrow")
class ArrowTests(unittest.TestCase):
    def test_arrays_and_chunks(self):
        import pyarrow

        for kind in (pyarrow.float64(), pyarrow.float32()):
            latitudes, longitudes = pyarrow.array(LATITUDES, kind), pyarrow.array(LONGITUDES, kind)
            self.assertEqual(cities(latitudes, longitudes), CITIES)
            self.assertEqual(cities(latitudes[1:], longitudes.slice(1, 1)), CITIES[1:])
            chunks = pyarrow.chunked_array([latitudes, latitudes[:0], latitudes[1:]])
            self.assertEqual(cities(chunks, pyarrow.chunked_array([LONGITUDES + LONGITUDES[1:]], kind)), CITIES + CITIES[1:])
        self.assertEqual(cities(pyarrow.chunked_array([], pyarrow.float64()), []), [])
        halves = pyarrow.array([0, None, 52.5], pyarrow.float16())
        self.assertEqual(statuses(halves[1:], [13.4] * 2), ["missing_coordinate", "ok"])
        self.assertEqual(cities(halves[:0], []), [])
        self.assertEqual(cities(pyarrow.array([37, 52]), pyarrow.array([-122, 13]))[1], None or cities([52], [13])[0])

    def test_plain_arrays_are_not_copied(self):
        import pyarrow

        values = pyarrow.array([0.0] + LATITUDES)
        self.assertEqual(numbers(values[1:], "latitude").address, values.buffers()[1].address + 8)

    def test_nulls_at_any_place(self):
        import pyarrow

        for size in (1, 7, 8, 9, 31, 64):
            for first in (0, 1, 5, 8):
                values = [None if index % 3 == 0 else 52.5 for index in range(first + size)]
                expected = ["ok" if value else "missing_coordinate" for value in values[first:]]
                self.assertEqual(statuses(pyarrow.array(values, pyarrow.float64())[first:], [13.4] * size), expected)
        self.assertEqual(statuses(pyarrow.nulls(2), [0, 0]), ["missing_coordinate"] * 2)

    def test_points_have_the_longitude_first(self):
        import pyarrow

        points = pyarrow.StructArray.from_arrays([pyarrow.array([0.0] + LONGITUDES), pyarrow.array([0.0] + LATITUDES)], ["x", "y"])
        self.assertEqual(cities(points[1:]), CITIES)
        self.assertEqual(cities(pyarrow.chunked_array([points[2:], points[:0], points[1:2]])), CITIES[::-1])
        flat = pyarrow.array([0.0, 0.0] + [number for pair in zip(LONGITUDES, LATITUDES) for number in pair])
        pairs = pyarrow.FixedSizeListArray.from_arrays(flat, 2)
        self.assertEqual(cities(point_type(pairs.type).wrap_array(pairs)[1:]), CITIES)
        self.assertEqual(cities(point_type(points.type).wrap_array(points)[1:]), CITIES)
        crs = {"crs": {"name": "WGS 84 / Pseudo-Mercator", "id": {"authority": "EPSG", "code": 3857}}}
        for said in (crs, {"crs": "EPSG:3857"}):
            with self.assertRaisesRegex(ValueError, r"are in EPSG:3857; transform them first: to_crs\(4326\)"):
                geocode.columns(point_type(points.type, json.dumps(said)).wrap_array(points))
        self.assertEqual(cities(point_type(points.type, '{"crs": "OGC:CRS84"}').wrap_array(points)[1:]), CITIES)
        missing = pyarrow.array([{"x": 13.4, "y": 52.5}, None], points.type)
        self.assertEqual(statuses(missing), ["ok", "missing_coordinate"])

    def test_wrong_arrays(self):
        import pyarrow

        with self.assertRaisesRegex(TypeError, "latitude is a dictionary .*: cast it"):
            geocode.columns(pyarrow.array([1.0]).dictionary_encode(), [1])
        with self.assertRaisesRegex(TypeError, "latitude is a Table, a table: give one of its columns"):
            geocode.columns(pyarrow.table({"lat": [1.0]}), [1])
        for value in (pyarrow.array(["1"]), pyarrow.array([True]), pyarrow.array([[1.0]])):
            with self.assertRaisesRegex(TypeError, "latitude has the Arrow format"):
                geocode.columns(value, [1])
        pairs = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array([1.0, 2.0]), 2)
        for value in (pyarrow.array([1.0]), pairs, pyarrow.array([{"lat": 1.0, "lon": 2.0}])):
            with self.assertRaisesRegex(TypeError, "geoarrow.point"):
                geocode.columns(value)


def point_type(storage, metadata="{}"):
    """A type of points that no library has registered."""
    import pyarrow

    class Points(pyarrow.ExtensionType):
        def __init__(self):
            super().__init__(storage, "geoarrow.point")

        def __arrow_ext_serialize__(self):
            return metadata.encode()

    return Points()


class FrameTests(unittest.TestCase):
    @needs("pandas")
    def test_columns_of_pandas(self):
        import pandas

        for kind in ("float64", "float32", "Float64", "object"):
            frame = pandas.DataFrame({"lat": LATITUDES, "lon": LONGITUDES}).astype(kind)
            self.assertEqual(cities(frame.lat, frame.lon), CITIES)
            self.assertEqual(cities(frame.lat[1:], frame.lon[1:]), CITIES[1:])
        for kind in ("Float64", "object"):
            self.assertEqual(statuses(pandas.Series([1.0, None], dtype=kind), [1, 1])[1], "missing_coordinate")
        self.assertEqual(statuses(pandas.Series([pandas.NA], dtype="object"), [1]), ["missing_coordinate"])
        plain = pandas.Series(LATITUDES)
        self.assertEqual(numbers(plain, "latitude").address, plain.to_numpy().ctypes.data)
        frame = pandas.DataFrame({"lat": LATITUDES, "lon": LONGITUDES})
        with self.assertRaisesRegex(TypeError, "latitude is a DataFrame, a table: give one of its columns"):
            geocode.columns(frame, frame)
        for kind in ("bool", "boolean"):
            with self.assertRaisesRegex(TypeError, f"latitude has the type {kind}: give numbers"):
                geocode.columns(pandas.Series([True], dtype=kind), [1])
        with self.assertRaisesRegex(TypeError, "latitude 0 is '1'"):
            geocode.columns(pandas.Series(["1"], dtype="object"), [1])

    @needs("pandas", "pyarrow")
    def test_columns_of_pandas_in_arrows_memory(self):
        import pandas

        self.assertEqual(statuses(pandas.Series([52.5, None], dtype="double[pyarrow]"), [13.4] * 2), ["ok", "missing_coordinate"])
        with self.assertRaisesRegex(TypeError, r"latitude has the type bool\[pyarrow\]: give numbers"):
            geocode.columns(pandas.Series([True], dtype="bool[pyarrow]"), [1])

    @needs("geopandas")
    def test_points_of_geopandas(self):
        import geopandas
        from shapely.geometry import LineString, Point

        frame = geopandas.GeoDataFrame(geometry=[Point(-122.41, 37.77), Point(13.4, 52.5), None], crs=4326)
        self.assertEqual(cities(frame.geometry), CITIES + [None])
        self.assertEqual(cities(frame), CITIES + [None])
        self.assertEqual(cities(frame.geometry.array), CITIES + [None])
        for other in (frame.geometry, ["city"]):
            with self.assertRaisesRegex(TypeError, "points have both coordinates: give them alone"):
                geocode.columns(frame.geometry, other)
        with self.assertRaisesRegex(ValueError, r"to_crs\(4326\)"):
            geocode.columns(frame.to_crs(3857))
        self.assertEqual(cities(frame.geometry.to_arrow(geometry_encoding="geoarrow")), CITIES + [None])
        with self.assertRaisesRegex(ValueError, r"EPSG:3857; transform them first: to_crs\(4326\)"):
            geocode.columns(frame.geometry.to_crs(3857).to_arrow(geometry_encoding="geoarrow"))
        with self.assertRaisesRegex(TypeError, "are LineString: give points"):
            geocode.columns(geopandas.GeoSeries([LineString([(0, 0), (1, 1)])]))

    @needs("polars")
    def test_columns_of_polars(self):
        import polars

        frame = polars.DataFrame({"lat": LATITUDES, "lon": LONGITUDES})
        self.assertEqual(cities(frame["lat"], frame["lon"]), CITIES)
        self.assertEqual(cities(frame["lat"].cast(polars.Float32), frame["lon"].to_list()), CITIES)
        twice = polars.concat([frame, frame], rechunk=False)
        self.assertEqual(cities(twice["lat"], twice["lon"]), CITIES * 2)
        self.assertEqual(statuses(polars.Series([None, 1.0]), [1, 1])[0], "missing_coordinate")
        plain = polars.Series(LATITUDES)
        first, second = numbers(plain, "latitude"), numbers(plain, "latitude")
        self.assertEqual(first.address, second.address, "both are where polars has them")
        with self.assertRaisesRegex(TypeError, "Arrow format"):
            geocode.columns(polars.Series(["1"]), [1])


if __name__ == "__main__":
    unittest.main()
