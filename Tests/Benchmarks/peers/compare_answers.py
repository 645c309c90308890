"""Asks two servers on this machine for the same points, and prints where their answers differ, field by field.

    python compare_answers.py OURS PEER POINTS.csv [--query 'format=jsonv2&zoom=14'] [--count 500] [--examples 3]
    python compare_answers.py OURS PEER POINTS.csv --placemarks [--differences FILE]

OURS and PEER are addresses such as http://127.0.0.1:8080. POINTS.csv has the columns scenario, latitude and longitude, as
`engine-benchmark --points` writes them. The first form asks both for /reverse with the query and compares everything in
the answers but the fields named by --ignore. The second compares our /placemark with the peer's /reverse by the parts of an
address. Every server is asked one question at a time.
"""

import argparse
import collections
import concurrent.futures
import csv
import http.client
import json
import urllib.parse
import xml.etree.ElementTree

# The kinds of settlement of Nominatim's address, in the order in which clients look for the city.
SETTLEMENTS = ["city", "town", "village", "municipality", "hamlet", "isolated_dwelling"]
STREETS = ["road", "pedestrian", "footway", "path", "cycleway", "square", "street", "residential"]


class Server:
    """One connection that is opened again when it breaks."""

    def __init__(self, address):
        self.host = urllib.parse.urlsplit(address).netloc
        if self.host.rsplit(":", 1)[0] not in ("127.0.0.1", "localhost", "[::1]"):
            raise SystemExit(f"{address} is not on this machine")
        self.connection = None

    def get(self, path):
        for attempt in (1, 2):
            try:
                self.connection = self.connection or http.client.HTTPConnection(self.host, timeout=60)
                self.connection.request("GET", path)
                response = self.connection.getresponse()
                return response.status, response.getheader("Content-Type"), response.read().decode()
            except (http.client.HTTPException, ConnectionError):
                self.connection = None
                if attempt == 2:
                    raise


def flat(value, path=""):
    """The leaves of JSON with their paths; a list counts as one leaf."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from flat(part, f"{path}/{name}")
        if not value:
            yield path, {}
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        for part in value:
            yield from flat(part, path)
    else:
        yield path, value


def flat_xml(element, path=""):
    path = f"{path}/{element.tag}"
    for name, value in element.attrib.items():
        yield f"{path}@{name}", value
    if element.text and element.text.strip():
        yield path, element.text
    for index, part in enumerate(element):
        key = part.attrib.get("key") or part.attrib.get("desc")
        yield from flat_xml(part, f"{path}[{key}]" if key else path)


def leaves(reply):
    status, kind, body = reply
    found = {"(status)": status, "(type)": kind}
    if "xml" in (kind or ""):
        found.update(flat_xml(xml.etree.ElementTree.fromstring(body)))
    elif "json" in (kind or ""):
        answer = json.loads(body)
        found.update(flat(answer))
        found["(order)"] = orders(answer)
    else:
        found["(body)"] = body
    return found


def orders(answer):
    """The names of the fields in their order."""
    if isinstance(answer, dict):
        return [[name, orders(part)] if isinstance(part, (dict, list)) else name for name, part in answer.items()]
    return [orders(part) for part in answer if isinstance(part, dict)] if isinstance(answer, list) else None


def first(address, names):
    return next((address[name] for name in names if name in address), None)


def parts_of_peer(reply):
    """The parts of an address of Nominatim, as ours are called."""
    answer = json.loads(reply[2])
    address = answer.get("address", {})
    return {
        "country": address.get("country_code"),
        "state": address.get("state"),
        "county": address.get("county"),
        "city": first(address, SETTLEMENTS),
        "postal code": address.get("postcode"),
        "street": first(address, STREETS),
        "house number": address.get("house_number"),
        "label": answer.get("display_name"),
        "object": f"{answer.get('osm_type')}/{answer.get('osm_id')}",
    }


def parts_of_placemark(reply):
    answer = json.loads(reply[2])
    address = answer.get("address", {})
    source = answer.get("source", {})
    return {
        "country": (address.get("countryCode") or "").lower() or None,
        "state": address.get("state"),
        "county": address.get("county"),
        "city": address.get("city"),
        "postal code": address.get("postalCode"),
        "street": address.get("street"),
        "house number": address.get("houseNumber"),
        "label": ", ".join(answer.get("formattedAddress", [])),
        "object": f"{source.get('type')}/{source.get('id')} {answer.get('match')} {answer.get('distanceMeters')} m",
    }


class Tally:
    """How often a field is the same, differs, or is in one answer only, and the first examples."""

    def __init__(self, examples):
        self.counts = collections.defaultdict(collections.Counter)
        self.examples = collections.defaultdict(list)
        self.limit = examples

    def add(self, field, ours, theirs, point):
        kind = "same" if ours == theirs else "only peer" if ours is None else "only ours" if theirs is None else "differ"
        self.counts[field][kind] += 1
        if kind != "same" and len(self.examples[field, kind]) < self.limit:
            self.examples[field, kind].append(f"{point['latitude']},{point['longitude']}: {ours!r} | {theirs!r}")

    def show(self):
        for field, counts in sorted(self.counts.items()):
            numbers = ", ".join(f"{kind} {counts[kind]}" for kind in ("same", "differ", "only ours", "only peer") if counts[kind])
            print(f"{field}: {numbers}")
            for kind in ("differ", "only ours", "only peer"):
                for example in self.examples[field, kind]:
                    print(f"    {kind}: {example[:400]}")


def replies(server, paths):
    server = Server(server)
    return [server.get(path) for path in paths]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours")
    parser.add_argument("peer")
    parser.add_argument("points")
    parser.add_argument("--query", default="format=jsonv2", help="parameters of /reverse but lat and lon")
    parser.add_argument("--count", type=int, default=0, help="so many points, spread over the file; 0 for all")
    parser.add_argument("--examples", type=int, default=3)
    parser.add_argument("--ignore", default="/place_id,(type)", help="fields that may differ, also by their last name")
    parser.add_argument("--placemarks", action="store_true")
    parser.add_argument("--differences", help="file for all differences, as tab-separated columns")
    options = parser.parse_args()

    with open(options.points, newline="") as file:
        points = list(csv.DictReader(file))
    points = points[:: max(1, len(points) // options.count)][: options.count] if options.count else points
    places = [f"?lat={point['latitude']}&lon={point['longitude']}" for point in points]
    peer_paths = [f"/reverse{place}&{options.query}" for place in places]
    our_paths = ["/placemark" + place for place in places] if options.placemarks else peer_paths
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        ours = pool.submit(replies, options.ours, our_paths)
        peers = pool.submit(replies, options.peer, peer_paths)
        pairs = zip(points, ours.result(), peers.result())

    ignored = set(options.ignore.split(","))
    read_ours, read_peer = (parts_of_placemark, parts_of_peer) if options.placemarks else (leaves, leaves)
    tally, rows = Tally(options.examples), []
    for point, our_reply, peer_reply in pairs:
        a, b = read_ours(our_reply), read_peer(peer_reply)
        place = [point.get("scenario", ""), point["latitude"], point["longitude"]]
        for field in {**a, **b}:
            if field in ignored or field.rsplit("/", 1)[-1] in ignored:
                continue
            tally.add(field, a.get(field), b.get(field), point)
            if a.get(field) != b.get(field):
                rows.append(place + [field, a.get(field), b.get(field)])
    tally.show()
    if options.differences:
        with open(options.differences, "w", newline="") as file:
            csv.writer(file, delimiter="\t").writerows(rows)


if __name__ == "__main__":
    main()
