"""Asks two libraries that look up the nearest city in a table, and compares them with a table of ours.

    pip install reverse_geocoder reverse_geocode
    geocode csv POINTS.csv -o ours.csv && python ask_city_tables.py ours.csv

Prints how fast they are, one point at a time and all at once, and how often they name our country and our city.
"""

import csv
import statistics
import sys
import time
import unicodedata

import reverse_geocode
import reverse_geocoder


def folded(text):
    letters = unicodedata.normalize("NFD", text or "").lower()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def measure(name, points, one, many, read):
    many(points[:10])
    start = time.perf_counter()
    answers = many(points)
    rate = len(points) / (time.perf_counter() - start)
    times = []
    for point in points[:500]:
        before = time.perf_counter_ns()
        one(point)
        times.append(time.perf_counter_ns() - before)
    print(f"{name}: {statistics.median(times) / 1000:.1f} us one at a time, {rate:,.0f}/s at once")
    return [read(answer) for answer in answers]


def main():
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    points = [(float(row["latitude"]), float(row["longitude"])) for row in rows]
    libraries = {
        "reverse_geocoder": (
            lambda point: reverse_geocoder.search([point], mode=1, verbose=False),
            lambda points: reverse_geocoder.search(points, mode=1, verbose=False),
            lambda answer: (answer["cc"], answer["name"]),
        ),
        "reverse_geocode": (
            reverse_geocode.get,
            reverse_geocode.search,
            lambda answer: (answer["country_code"], answer["city"]),
        ),
    }
    for name, (one, many, read) in libraries.items():
        answers = measure(name, points, one, many, read)
        countries = sum(answer[0] == row["country_code"] for answer, row in zip(answers, rows))
        cities = sum(folded(answer[1]) == folded(row["city"]) != "" for answer, row in zip(answers, rows))
        print(f"    same country {100 * countries / len(rows):.1f} %, same city {100 * cities / len(rows):.1f} %")


if __name__ == "__main__":
    main()
