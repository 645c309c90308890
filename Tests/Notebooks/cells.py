"""The cells of the notebooks."""

# A bus in the middle that can be tapped, among many vehicles.
MAP = '''
import os, random, time
from geocode_client import Client, MapViewDelegate, annotation, look, overlay
from geocode_client.notebook import MapWidget, notebook_daemon

class Fleet(MapViewDelegate):
    def did_select_annotation_view(self, map_view, event):
        print("selected", event["annotation"])

    def callout_accessory_control_tapped(self, map_view, event):
        raise KeyError("no such " + event["control"])

daemon = notebook_daemon(os.environ["STORE"], program=os.environ["GEOCODED"])
client = Client(daemon.socket)
map_view = client.open_map("fleet", Fleet(), center=(37.7755, -122.4130), level=15, base_map="muted")
map_view.register_templates({
    "bus": look(kind="marker", glyph_text="B", can_show_callout=True, display_priority=1000, right_callout_accessory={
        "kind": "button", "id": "timetable", "symbol": "detailDisclosure"}),
    "vehicle": look(kind="marker", marker_tint_color="systemBlue", clustering_identifier="vehicles"),
    "pin": look(kind="pin")})
way = {"polyline": [[-122.42, 37.772], [-122.405, 37.779]]}
map_view.add_overlays([overlay("way", way, renderer=look(stroke_color="systemRed", line_width=4))])
map_view.add_annotations([annotation("bus 7", 37.7755, -122.4130, "Bus 7", subtitle="to the ferry", template="bus")])
widget = MapWidget(map_view, height=420)
widget
'''

# Ten thousand vehicles move for ten seconds, five times a second where the machine is fast enough.
MOVE = '''
count, end = 0, time.monotonic() + 10
ids = list(range(10_000))
latitudes = [random.gauss(37.7755, 0.004) for _ in ids]
longitudes = [random.gauss(-122.4130, 0.005) for _ in ids]
map_view.add_columns(ids, latitudes, longitudes, template={template!r})
while time.monotonic() < end:
    latitudes = [one + random.uniform(-5e-5, 5e-5) for one in latitudes]
    longitudes = [one + random.uniform(-5e-5, 5e-5) for one in longitudes]
    map_view.move_annotations(ids, latitudes, longitudes)
    count += len(ids)
    time.sleep(0.2)
print("moved", round(count / 10), "a second")
'''

# A map that the browser reaches through the notebook's own server.
PROXY = '''
import socket
from geocode_client import Daemon

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
prefix = f"/proxy/absolute/{port}"
options = ["--http", f"127.0.0.1:{port}", "--http-prefix", prefix, "--allow-frame", "*"]
behind = Daemon(os.environ["STORE"], os.environ["GEOCODED"], options)
proxied = Client(behind.socket).open_map("proxied", Fleet(), center=(37.7755, -122.4130), level=15)
proxied.register_templates({"bus": look(kind="marker", can_show_callout=True)})
proxied.add_annotations([annotation("bus 8", 37.7755, -122.4130, "Bus 8", template="bus")])
MapWidget(proxied, height=300, address=prefix)
'''

# A daemon that shows its maps to somebody else.
STRANGER = '''
strict = notebook_daemon(os.environ["STORE"], ["https://maps.example.org"], os.environ["GEOCODED"])
MapWidget(Client(strict.socket).open_map())
'''
