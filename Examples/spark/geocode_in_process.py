"""Addresses for data frames of Spark in the executors' own Python, by the wheel: nothing is installed or started there.

    spark-submit --files sf.sqlite,geocode-0.1.0-py3-none-manylinux_2_36_x86_64.whl --py-files geocode_in_process.py job.py

    from geocode_in_process import with_addresses
    frame = with_addresses(spark.read.parquet("places.parquet"), "lat", "lon", ["street", "city"], "geocode-0.1.0-….whl", "sf.sqlite")

`--files` (spark.files) brings the wheel and the store to every executor. Needs PyArrow there, as `mapInArrow` does.
"""

import os

NUMBERS = {"distance_meters", "match_latitude", "match_longitude"}
_opened = {}


def with_addresses(frame, latitude, longitude, columns, wheel, store=None):
    """The frame with columns of addresses at its right, and `geocode_status`: `ok`, or why a row has none.

    :param columns: names as of `geocode csv --columns`; distances and coordinates are numbers, all else is text.
    :param wheel: the name of the wheel that `spark.files` brings.
    :param store: the name of the store that it brings; without one, the store in the wheel.
    """
    from pyspark.sql.types import DoubleType, StringType, StructType

    schema = StructType(list(frame.schema.fields))
    for column in columns:
        schema = schema.add(column, DoubleType() if column in NUMBERS else StringType())
    schema = schema.add("geocode_status", StringType())

    def addresses(batches):
        import pyarrow

        geocoder = _geocoder(os.path.basename(wheel), store and os.path.basename(store))
        for batch in batches:
            places = (batch.column(batch.schema.get_field_index(name)) for name in (latitude, longitude))
            # Spark runs as many tasks as it has cores.
            answers = geocoder.columns(*places, [*columns, "status"], threads=1).to_arrow()
            answers = [column.combine_chunks() if hasattr(column, "combine_chunks") else column for column in answers.columns]
            texts = [column.dictionary_decode() if pyarrow.types.is_dictionary(column.type) else column for column in answers]
            yield pyarrow.RecordBatch.from_arrays(batch.columns + texts, schema.names)

    return frame.mapInArrow(addresses, schema)


def _geocoder(wheel, store):
    """The open store of this Python, which stays for its next tasks."""
    if (wheel, store) not in _opened:
        import sys
        import tempfile
        import zipfile

        from pyspark import SparkFiles

        # A library cannot be loaded out of a zip file.
        folder = tempfile.TemporaryDirectory(prefix="geocode-")
        with zipfile.ZipFile(SparkFiles.get(wheel)) as archive:
            archive.extractall(folder.name)
        sys.path.insert(0, folder.name)
        import geocode

        _opened[wheel, store] = geocode.open(SparkFiles.get(store)) if store else geocode.default()
        _opened["folder", wheel] = folder
    return _opened[wheel, store]
