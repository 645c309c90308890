"""Functions of SQL."""

import unittest
import unittest.mock

import geocode

from .places import needs


@needs("duckdb", "pyarrow")
class DuckDBTests(unittest.TestCase):
    def setUp(self):
        import duckdb

        self.connection = duckdb.connect()
        self.addCleanup(self.connection.close)
        self.names = geocode.duckdb.register(self.connection)
        self.connection.execute("CREATE TABLE points (id INTEGER, lat DOUBLE, lon DOUBLE)")
        self.connection.execute("INSERT INTO points VALUES (1, 37.77, -122.41), (2, NULL, 1), (3, 52.5, 13.4), (4, 52.5, NULL), (5, 91, 0)")

    def rows(self, query):
        return self.connection.execute(query).fetchall()

    def test_one_value(self):
        self.assertIn("geocode_street", self.names)
        found = self.rows("SELECT geocode_street(lat, lon), geocode_city(lat, lon), geocode_status(lat, lon) FROM points ORDER BY id")
        expected = [("Bryant Street", "San Francisco", "ok"), (None,) * 3, (None, "Berlin", "ok"), (None,) * 3, (None, None, "out_of_range")]
        self.assertEqual(found, expected)
        self.assertEqual(self.rows("SELECT geocode_distance_meters(37.77, -122.41)"), [(0.0,)])

    def test_a_struct(self):
        found = self.rows("SELECT reverse_geocode(lat, lon) FROM points ORDER BY id")
        self.assertEqual(found[0][0]["house_number"], "1201")
        self.assertEqual(found[0][0]["distance_meters"], 0.0)
        self.assertEqual([found[1], found[3]], [(None,), (None,)])
        self.assertEqual(found[4][0]["status"], "out_of_range")
        self.assertEqual(self.rows("SELECT reverse_geocode(52.5, 13.4).city"), [("Berlin",)])

    def test_nulls_alone_and_no_rows(self):
        self.assertEqual(self.rows("SELECT geocode_city(NULL, NULL)"), [(None,)])
        self.assertEqual(self.rows("SELECT reverse_geocode(lat, lon) FROM points WHERE lat IS NULL"), [(None,)])
        self.assertEqual(self.rows("SELECT geocode_city(lat, lon) FROM points WHERE id > 9"), [])

    def test_many_vectors(self):
        query = "SELECT count(*), count(geocode_city(52.5 + i / 1e7, 13.4)) FROM range(50_000) points(i)"
        self.assertEqual(self.rows(query), [(50_000, 50_000)])

    def test_other_numbers_are_converted(self):
        self.assertEqual(self.rows("SELECT geocode_city(52.5::DECIMAL(9, 6), 13.4::FLOAT)"), [("Berlin",)])

    def test_registering_again_replaces(self):
        geocode.duckdb.register(self.connection, geocode.default(), language="de", detail="country", columns=["country", "status"])
        self.assertEqual(self.rows("SELECT geocode_country(37.77, -122.41)"), [("Vereinigte Staaten",)])
        self.assertEqual(self.rows("SELECT reverse_geocode(37.77, -122.41)"), [({"country": "Vereinigte Staaten", "status": "ok"},)])

    def test_unknown_columns(self):
        with self.assertRaisesRegex(ValueError, 'no column "colour". There are: street'):
            geocode.duckdb.register(self.connection, columns=["colour"])

    def test_wrong_arguments_leave_the_functions_as_they_are(self):
        for wrong in ({"language": "z!"}, {"columns": []}, {"columns": "colour"}, {"columns": 5}, {"max_distance": -1}):
            with self.assertRaises((ValueError, TypeError)):
                geocode.duckdb.register(self.connection, **wrong)
            self.assertEqual(self.rows("SELECT geocode_city(52.5, 13.4), reverse_geocode(52.5, 13.4).city"), [("Berlin", "Berlin")])

    def test_names_of_columns_are_those_of_the_library(self):
        for columns in ("city", ["city", "City"]):
            geocode.duckdb.register(self.connection, columns=columns)
            self.assertEqual(self.rows("SELECT reverse_geocode(52.5, 13.4)"), [({"city": "Berlin"},)])

    def test_layers(self):
        layer = 'my "zones"'

        class WithLayer(geocode.Geocoder):
            """A store with a layer, as far as this module asks."""

            def columns(self, latitudes, longitudes, columns, *options, **more):
                import pyarrow

                names = dict.fromkeys(columns)
                table = super().columns(latitudes, longitudes, [*(names.keys() - {layer}), "status"], *options, **more).to_arrow()
                if layer in names:
                    table = table.append_column(layer, pyarrow.array(["West"] * table.num_rows, "string").dictionary_encode())
                return unittest.mock.Mock(to_arrow=lambda: table.select(list(names)))

        with WithLayer(geocode.default().path) as geocoder:
            self.assertIn('geocode_my "zones"', geocode.duckdb.register(self.connection, geocoder, columns=["city", layer]))
            self.assertEqual(self.rows("SELECT reverse_geocode(52.5, 13.4)"), [({"city": "Berlin", layer: "West"},)])
            self.assertEqual(self.rows('SELECT "geocode_my ""zones"""(52.5, 13.4)'), [("West",)])

    def test_other_connections_have_the_functions_and_cannot_replace_them(self):
        cursor = self.connection.cursor()
        self.addCleanup(cursor.close)
        self.assertEqual(cursor.execute("SELECT geocode_city(52.5, 13.4)").fetchall(), [("Berlin",)])
        with self.assertRaisesRegex(ValueError, "another connection to this database has added reverse_geocode"):
            geocode.duckdb.register(cursor, language="de")
        self.assertEqual(self.rows("SELECT geocode_city(52.5, 13.4)"), [("Berlin",)])


if __name__ == "__main__":
    unittest.main()
