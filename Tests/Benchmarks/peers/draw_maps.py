"""Draws maps with what a user would take instead, to be measured beside picture-benchmark. Each part ends by itself and asks no other machine.

  features EXTRACT FOLDER          streets and houses of an extract as GeoJSON (needs osmium)
  mapnik FOLDER < TILES            tiles of 256 pixels by Mapnik from these files; TILES is what 'picture-benchmark STORE --tiles' prints
  staticmap ADDRESS < TILES        pictures of 800 by 600 by staticmap, from tiles that a server has ready, such as http://127.0.0.1:8080
  py-staticmaps ADDRESS < TILES    the same by py-staticmaps
"""

import json
import math
import sys
import time


def features(extract, folder):
    import osmium

    class Ways(osmium.SimpleHandler):
        def __init__(self):
            super().__init__()
            self.streets, self.houses = [], []

        def way(self, way):
            kind = "streets" if "highway" in way.tags else "houses" if "building" in way.tags else None
            if not kind:
                return
            points = [[node.lon, node.lat] for node in way.nodes if node.location.valid()]
            if len(points) < 2 or (kind == "houses" and len(points) < 4):
                return
            tags = {"name": way.tags.get("name", ""), "kind": way.tags.get("highway", ""),
                    "number": way.tags.get("addr:housenumber", "")}
            shape = {"type": "LineString", "coordinates": points}
            if kind == "houses":
                shape = {"type": "Polygon", "coordinates": [points]}
            getattr(self, kind).append({"type": "Feature", "properties": tags, "geometry": shape})

    ways = Ways()
    ways.apply_file(extract, locations=True)
    for name in ("streets", "houses"):
        with open(f"{folder}/{name}.geojson", "w") as file:
            json.dump({"type": "FeatureCollection", "features": getattr(ways, name)}, file)


STYLE = """<Map background-color="#f5f1ea" srs="epsg:3857">
<Style name="houses"><Rule><PolygonSymbolizer fill="#ddd5cb"/><LineSymbolizer stroke="#c8bfb4" stroke-width="0.6"/></Rule></Style>
<Style name="edges"><Rule><LineSymbolizer stroke="#c9c2b8" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></Rule></Style>
<Style name="streets"><Rule><LineSymbolizer stroke="#ffffff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></Rule></Style>
<Style name="names"><Rule><TextSymbolizer face-name="DejaVu Sans Book" size="10" placement="line" fill="#333333" halo-radius="1.5"
 halo-fill="#ffffff" spacing="350">[name]</TextSymbolizer></Rule></Style>
<Style name="numbers"><Rule><TextSymbolizer face-name="DejaVu Sans Book" size="9" fill="#777777" halo-radius="1.5" halo-fill="#ffffff"
>[number]</TextSymbolizer></Rule></Style>
%s</Map>"""
LAYER = """<Layer name="%s" srs="epsg:4326">%s<Datasource><Parameter name="type">geojson</Parameter>
<Parameter name="file">%s/%s.geojson</Parameter></Datasource></Layer>
"""


def mapnik(folder):
    import mapnik as library

    names = [("houses", ["houses"]), ("streets", ["edges", "streets"]), ("streets", ["names"]), ("houses", ["numbers"])]
    layers = [
        LAYER % (file, "".join(f"<StyleName>{style}</StyleName>" for style in styles), folder, file)
        for file, styles in names
    ]
    map_ = library.Map(256, 256)
    library.load_map_from_string(map_, STYLE % "".join(layers))
    map_.buffer_size = 128
    half = math.pi * 6378137
    times = []
    for z, x, y in read_tiles():
        side = 2 * half / 2**z
        start = time.process_time()
        map_.zoom_to_box(library.Box2d(x * side - half, half - (y + 1) * side, (x + 1) * side - half, half - y * side))
        image = library.Image(256, 256)
        library.render(map_, image)
        image.tostring("png32:z=3")
        times.append(time.process_time() - start)
    report("mapnik", times)


def staticmap(address):
    from staticmap import StaticMap

    def picture(z, longitude, latitude):
        map_ = StaticMap(800, 600, url_template=address + "/tiles/{z}/{x}/{y}.png")
        map_.render(zoom=z, center=(longitude, latitude)).save("/dev/null", "png")

    pictures("staticmap", picture)


def py_staticmaps(address):
    import staticmaps

    provider = staticmaps.TileProvider("own", url_pattern=address + "/tiles/$z/$x/$y.png", max_zoom=21)

    def picture(z, longitude, latitude):
        context = staticmaps.Context()
        context.set_tile_provider(provider)
        context.set_zoom(z)
        context.set_center(staticmaps.create_latlng(latitude, longitude))
        context.render_pillow(800, 600).save("/dev/null", "png")

    pictures("py-staticmaps", picture)


def pictures(name, picture):
    """Pictures around tiles; the first round makes the server draw its tiles, the second one is measured."""
    places = []
    for z, x, y in read_tiles():
        longitude = (x + 0.5) / 2**z * 360 - 180
        latitude = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * (y + 0.5) / 2**z))))
        places.append((z, longitude, latitude))
    for place in places:
        picture(*place)
    times = []
    for place in places:
        start = time.process_time()
        picture(*place)
        times.append(time.process_time() - start)
    report(name, times)


def read_tiles():
    return [tuple(map(int, line.split()[:3])) for line in sys.stdin if line.strip()]


def report(name, times):
    times = sorted(time * 1000 for time in times)
    print(f"{name}: {len(times)}, median {times[len(times) // 2]:.1f} ms, "
          f"99th percentile {times[min(len(times) - 1, int(len(times) * 0.99))]:.1f} ms")


if __name__ == "__main__":
    commands = {"features": features, "mapnik": mapnik, "staticmap": staticmap, "py-staticmaps": py_staticmaps}
    if len(sys.argv) < 3 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])
