"""Asks Nominatim in process for the points of a CSV file, and prints how long that took.

    python ask_nominatim.py PROJECT POINTS.csv [--count 2000] [--processes 1] [--seconds 60]

PROJECT is Nominatim's project folder; where its database is, NOMINATIM_DATABASE_DSN or the folder's .env says. POINTS.csv has
the columns latitude and longitude, as `engine-benchmark --points` writes them. Every process asks with a library object of its
own, a tenth of its points first without counting, with the parts of the address and local names, and writes nothing.
"""

import argparse
import csv
import multiprocessing
import statistics
import time


def work(job):
    """Asks for the points of one process; nanoseconds of each, and seconds for all."""
    project, points, seconds = job
    from nominatim_api import Locales, NominatimAPI

    locales, times = Locales(), []

    def ask(point):
        result = api.reverse(point, address_details=True)
        if result is not None:
            locales.localize_results([result])

    with NominatimAPI(project) as api:
        for point in points[: len(points) // 10]:
            ask(point)
        start = time.monotonic()
        for point in points:
            if time.monotonic() > start + seconds:
                break
            before = time.perf_counter_ns()
            ask(point)
            times.append(time.perf_counter_ns() - before)
        return times, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project")
    parser.add_argument("points")
    parser.add_argument("--count", type=int, default=2000, help="the first so many points of the file; 0 for all")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="no process asks longer")
    options = parser.parse_args()

    with open(options.points, newline="") as file:
        points = [(float(row["longitude"]), float(row["latitude"])) for row in csv.DictReader(file)]
    points = points[: options.count or len(points)]
    jobs = [(options.project, points[part :: options.processes], options.seconds) for part in range(options.processes)]
    with multiprocessing.get_context("spawn").Pool(len(jobs)) as pool:
        results = pool.map(work, jobs, chunksize=1)

    times = sorted(time for result in results for time in result[0])
    rate = sum(len(result[0]) / result[1] for result in results)
    print(
        f"{len(times)} questions, {len(jobs)} processes: median {statistics.median(times) / 1e6:.3f} ms,",
        f"p99 {times[len(times) * 99 // 100] / 1e6:.3f} ms, {rate:.1f}/s",
    )


if __name__ == "__main__":
    main()
