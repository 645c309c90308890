"""Addresses for data frames of Spark: a daemon on each executor's machine, which the first task there starts.

    spark-submit --files sf.sqlite --py-files geocode_client.zip,geocode_spark.py job.py

    from geocode_spark import with_addresses
    frame = with_addresses(spark.read.parquet("places.parquet"), "lat", "lon", ["street", "city"], store="sf.sqlite")

`--files` (spark.files) brings the store to every executor. The programs must be there: of the Debian package, or in the folder that
`spark.executorEnv.GEOCODE_PROGRAMS` names. `geocode_client.zip` holds the Python client (Clients/python/src). Needs PyArrow.
"""

import hashlib
import os
import subprocess
import tempfile

# Serves as long as the executor's Python lives, and says when it answers. Its messages are in a file beside the socket.
_KEEPER = """
"$1" --database "$2" --socket "$3" --ready-fd 3 3>&1 >/dev/null 2>"$3.log" &
exec >/dev/null 2>&1
while kill -0 "$4" && kill -0 $!; do sleep 1; done
kill $!
wait
rm -f "$3.log" "$3.lock"
"""


def daemon(store):
    """The socket of this executor's daemon over a store, which `spark.files` brought; it answers."""
    import fcntl

    from pyspark import SparkFiles

    path = os.path.realpath(SparkFiles.get(os.path.basename(store)))
    executor = os.getppid()
    name = hashlib.sha256(f"{path} {executor}".encode()).hexdigest()[:16]
    # A socket's path may have 107 bytes, which folders of Spark exceed.
    end = os.path.join(tempfile.gettempdir(), f"geocoded-{os.getuid()}-{name}")
    with open(end + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _answers(end):
            program = os.path.join(os.environ.get("GEOCODE_PROGRAMS", ""), "geocoded")
            keeper = subprocess.Popen(
                ["sh", "-c", _KEEPER, "sh", program, path, end, str(executor)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
            if not keeper.stdout.read():
                with open(end + ".log") as log:
                    raise RuntimeError(f"geocoded did not start: {log.read()[-2000:]}")
    return end


def _answers(path):
    from geocode_client import Client, GeocodingError

    try:
        with Client(path) as client:
            client.ping()
        return True
    except GeocodingError:
        return False


def with_addresses(frame, latitude, longitude, columns, store):
    """The frame with columns of addresses at its right, and `geocode_status`: `ok`, or why a row has none.

    :param columns: as for `df.geocode` of the Python client; their values are strings.
    :param store: the name of the file that `spark.files` brings.
    """
    from pyspark.sql.types import StringType, StructType

    schema = StructType(list(frame.schema.fields))
    for column in [*columns, "geocode_status"]:
        schema = schema.add(column, StringType())

    def addresses(batches):
        import pyarrow
        from geocode_client import Client
        from geocode_client.frames import geocode_rows

        with Client(daemon(store)) as client:
            for batch in batches:
                places = (batch.column(batch.schema.get_field_index(name)).to_pylist() for name in (latitude, longitude))
                rows = geocode_rows(*places, columns, client)
                texts = [pyarrow.array(map(_text, values), pyarrow.string()) for values in rows.values()]
                yield pyarrow.RecordBatch.from_arrays(batch.columns + texts, schema.names)

    return frame.mapInArrow(addresses, schema)


def _text(value):
    """A value as a string; some are numbers, such as distances."""
    return value if value is None else str(value)


def piped(lines, options, store):
    """Lines of a table without a header, each with further columns at its right: a `geocode csv` for each partition, and no daemon.

    :param lines: an RDD of text, such as of `textFile`; no field has a line break.
    :param options: of `geocode csv`, such as `--latitude 2 --longitude 3 --columns street,city`.
    """
    # A task's folder is where `spark.files` puts the store.
    program = os.path.join(os.environ.get("GEOCODE_PROGRAMS", ""), "geocode")
    command = f"{program} csv - --quiet --no-header --format csv --jobs 1 --database {os.path.basename(store)} {options}"
    return lines.pipe(command, env=dict(os.environ), checkCode=True)
