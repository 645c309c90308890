#!/usr/bin/env python3
"""Runs the ways of geocode_spark.py and geocode_in_process.py on a cluster of two workers on this machine, kills a worker half-way, and compares with `geocode csv`.

    python3 -m venv .build-spark && .build-spark/bin/pip install pyspark pyarrow      # 450 MB
    apt install openjdk-17-jre-headless
    .build-spark/bin/python Examples/spark/test.py STORE [ROWS [WHEEL]]

Run it before a release; .ci/run does not, as it loads so much. STORE holds downtown San Francisco, where rows (100,000 if not
given) are drawn. With the WHEEL of Packaging/wheel/build that way is run, too. Programs are on the path, or in GEOCODE_PROGRAMS.
"""

import csv
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

import pyspark
from pyspark.sql import SparkSession

EXAMPLE = os.path.dirname(os.path.abspath(__file__))
CLIENT = os.path.join(EXAMPLE, "../../Clients/python/src")
sys.path[:0] = [EXAMPLE, CLIENT]
import geocode_in_process  # noqa: E402
import geocode_spark  # noqa: E402

PROGRAM = os.path.join(os.environ.get("GEOCODE_PROGRAMS", ""), "geocode")
COLUMNS = ["house_number", "street", "city", "country", "distance_meters"]
PARTITIONS = 24
os.environ["PYSPARK_PYTHON"] = sys.executable


def make_rows(folder, count):
    """A CSV file of numbered places, some of which have no address."""
    random.seed(7)
    path = f"{folder}/places.csv"
    with open(path, "w") as file:
        file.write("id,lat,lon\n")
        for number in range(count):
            latitude, longitude = 37.785 + random.uniform(-0.03, 0.03), -122.405 + random.uniform(-0.03, 0.03)
            file.write(f"{number},," if number % 997 == 0 else f"{number},{latitude:.6f},{longitude:.6f}")
            file.write("\n")
    return path


class Cluster:
    """A master and two workers, each in a process group of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.launch("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0")
        self.address = self.said("master", "Starting Spark master at ")
        self.workers = [self.worker(name) for name in ("one", "two")]

    def launch(self, name, *words):
        program = os.path.join(os.path.dirname(pyspark.__file__), "bin/spark-class")
        with open(f"{self.folder}/{name}.log", "w") as log:
            # fmt: off
            process = subprocess.Popen(
                [program, *words, "--webui-port", "0"], stdout=log, stderr=log, start_new_session=True,
                env={**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"})
            # fmt: on
        self.processes.append(process)
        return process

    def worker(self, name):
        work = f"{self.folder}/{name}"
        # fmt: off
        process = self.launch(
            name, "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "2g", "--work-dir", work, self.address)
        # fmt: on
        self.said(name, "Successfully registered with master ")
        return process

    def said(self, name, words):
        """What stands behind the words in a log, once they are there."""
        for _ in range(600):
            with open(f"{self.folder}/{name}.log") as log:
                text = log.read()
            if words in text:
                return text.split(words, 1)[1].split()[0]
            time.sleep(0.1)
        sys.exit(f"{name} does not start: {text}")

    def stop(self):
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def killing(spark, worker, act):
    """Does something, and kills the worker with all that it started when a third of the tasks are done."""
    killed = []

    def watch():
        tracker = spark.sparkContext.statusTracker()
        while not killed:
            for stage in tracker.getActiveStageIds():
                info = tracker.getStageInfo(stage)
                if info and info.numTasks >= PARTITIONS and info.numCompletedTasks >= PARTITIONS // 3:
                    os.killpg(worker.pid, signal.SIGKILL)
                    worker.wait()
                    killed.append(info.numCompletedTasks)
                    return
            time.sleep(0.01)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    act()
    assert killed, "all was done before the worker could be killed"
    print(f"  worker killed when {killed[0]} of {PARTITIONS} tasks were done")
    watcher.join()


def main(store, count="100000", wheel=None):
    store = os.path.abspath(store)
    wheel = wheel and os.path.abspath(wheel)
    with tempfile.TemporaryDirectory() as folder:
        table = make_rows(folder, int(count))
        answered = f"{folder}/answered.csv"
        begin = time.monotonic()
        # fmt: off
        subprocess.run(
            [PROGRAM, "csv", table, "-o", answered, "--quiet", "--database", store, "--columns", ",".join(COLUMNS)], check=True)
        # fmt: on
        print(f"geocode csv alone: {time.monotonic() - begin:.1f} s")
        with open(answered) as file:
            expected = sorted(file.read().splitlines()[1:])
        client = f"{folder}/geocode_client.zip"
        with zipfile.ZipFile(client, "w") as archive:
            for name in os.listdir(f"{CLIENT}/geocode_client"):
                if name.endswith(".py"):
                    archive.write(f"{CLIENT}/geocode_client/{name}", f"geocode_client/{name}")
        cluster = Cluster(folder)
        try:
            spark = (
                SparkSession.builder.master(cluster.address)
                .config("spark.files", ",".join(filter(None, [store, wheel])))
                .config("spark.executorEnv.GEOCODE_PROGRAMS", os.environ.get("GEOCODE_PROGRAMS", ""))
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.ui.enabled", "false")
                .config("spark.ui.showConsoleProgress", "false")
                .config("spark.executor.memory", "1g")
                .config("spark.log.level", "ERROR")
                .getOrCreate()
            )
            for file in (client, f"{EXAMPLE}/geocode_spark.py", f"{EXAMPLE}/geocode_in_process.py"):
                spark.sparkContext.addPyFile(file)
            run(spark, cluster, folder, table, store, wheel, expected)
            spark.stop()
        finally:
            cluster.stop()


def run(spark, cluster, folder, table, store, wheel, expected):
    places = spark.read.csv(table, header=True, schema="id long, lat double, lon double").repartition(PARTITIONS)
    places.write.parquet(f"{folder}/places.parquet")

    def from_frame(source, target):
        frame = spark.read.parquet(source) if source.endswith(".parquet") else spark.read.csv(source, header=True, schema=places.schema)
        geocode_spark.with_addresses(frame.repartition(PARTITIONS), "lat", "lon", COLUMNS, store).write.parquet(target)

    def from_lines(source, target):
        lines = spark.sparkContext.textFile(source, PARTITIONS).filter(lambda line: not line.startswith("id,"))
        options = f"--latitude 2 --longitude 3 --columns {','.join(COLUMNS)}"
        geocode_spark.piped(lines, options, store).saveAsTextFile(target)

    def in_process(source, target):
        frame = spark.read.parquet(source).repartition(PARTITIONS)
        geocode_in_process.with_addresses(frame, "lat", "lon", COLUMNS, wheel, store).write.parquet(target)

    def of_frame(target):
        # fmt: off
        return [
            (row["id"], *(row[name] for name in COLUMNS), row["geocode_status"]) for row in spark.read.parquet(target).collect()]
        # fmt: on

    def of_numbers(target):
        rows = [(*row[:-2], f"{row[-2]:g}" if row[-2] is not None else None, row[-1]) for row in of_frame(target)]
        return sorted(rows, key=lambda row: row[0])

    table_rows = sorted((int(row[0]), *(value or None for value in row[3:])) for row in csv.reader(expected))
    for name, act, source in [
        ("CSV, mapInArrow", from_frame, table),
        ("Parquet, mapInArrow", from_frame, f"{folder}/places.parquet"),
        ("CSV, rdd.pipe", from_lines, table),
        ("Parquet, the wheel in the executors", in_process, f"{folder}/places.parquet"),
    ]:
        if act is in_process and not wheel:
            continue
        for kills in (False, True):
            target = f"{folder}/target"
            begin = time.monotonic()
            if kills:
                killing(spark, cluster.workers[-1], lambda: act(source, target))
            else:
                act(source, target)
            print(f"{name}{', a worker killed' if kills else ''}: {time.monotonic() - begin:.1f} s", flush=True)
            if act is from_lines:
                assert sorted(row[0] for row in spark.read.text(target).collect()) == expected, "other lines"
            elif act is in_process:
                assert of_numbers(target) == table_rows, "other rows"
            else:
                assert sorted(of_frame(target), key=lambda row: row[0]) == table_rows, "other rows"
            shutil.rmtree(target)
        cluster.workers.append(cluster.worker(f"another-{name[:3]}-{act.__name__}"))
    print(f"{len(expected)} rows three times, with and without a worker killed: complete, and the same as by geocode csv")


if __name__ == "__main__":
    if any(word.startswith("-") for word in sys.argv[1:]):
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    main(*sys.argv[1:])
