"""What maps and views look like on pages, as clients say it."""

from pages import CENTER, MapTest, view

ARROW = [["fill", "M15 0L30 30L15 22L0 30Z", "systemBlue"]]


class Looks(MapTest):
    def test_heading(self):
        self.map.ask("registerTemplates", templates={
            "car": {"kind": "drawing", "size": [30, 30], "drawing": ARROW, "rotation": "heading"}})
        place = {"ids": ["car"], "latitudes": [CENTER["latitude"]], "longitudes": [CENTER["longitude"]]}
        self.map.ask("addAnnotations", template="car", columns={**place, "titles": ["Car"], "headings": [45]})
        page = self.open()
        turn = f"getComputedStyle(document.querySelector('{view('Car')}')).rotate"
        page.wait(f"document.querySelector('{view('Car')}') && {turn} === '45deg'")
        picture = page.value(f"document.querySelector('{view('Car')}').src")
        self.map.ask("moveAnnotations", **place, headings=[200])
        page.wait(f"{turn} === '200deg'")
        # All headings share one picture.
        self.assertEqual(page.value(f"document.querySelector('{view('Car')}').src"), picture)
        self.look(page, "heading")

    def test_texts_of_markers(self):
        self.map.ask("addAnnotations", annotations=[
            {"id": "a", "coordinate": CENTER, "title": "Shop <b>", "subtitle": "open", "view": {"kind": "marker"}}])
        page = self.open()
        label = "document.querySelector('.view .label').innerText"
        page.wait(f"document.querySelector('.view') && {label} === 'Shop <b>'")
        # What is selected and has no callout says all.
        self.map.ask("selectAnnotation", annotation="a")
        page.wait(f"{label} === 'Shop <b>\\nopen'")
        self.look(page, "subtitle")

    def test_entrance(self):
        # What is there when the page comes does not enter.
        page = self.depot()
        self.map.ask("addAnnotations", annotations=[
            {"id": "p", "coordinate": {**CENTER, "longitude": CENTER["longitude"] - 0.003}, "title": "Pin",
             "view": {"kind": "pin", "animatesDrop": True}},
            {"id": "m", "coordinate": {**CENTER, "longitude": CENTER["longitude"] + 0.003}, "title": "Marker",
             "view": {"kind": "marker", "animatesWhenAdded": True}}])
        page.wait("document.querySelectorAll('.view.drop, .view.grow').length === 2")
        self.assertEqual(page.value("getComputedStyle(document.querySelector('.view.drop img')).animationName"), "drop")

    def test_base_map(self):
        page = self.open()
        page.wait("document.querySelector('.leaflet-tile-loaded')")
        tiles = "[...document.querySelectorAll('.leaflet-tile')].map(tile => new URL(tile.src).searchParams)"
        before = page.value(f"{tiles}[0].get('v')")
        self.map.ask("setBaseMap", baseMap="muted", languages=["en"])
        page.wait(f"{tiles}.every(query => query.get('v') !== '{before}')")
        self.map.ask("setBaseMap", userInterfaceStyle="dark")
        page.wait(f"{tiles}.every(query => query.get('appearance') === 'dark')")
        self.assertEqual(page.value("getComputedStyle(document.documentElement).colorScheme"), "dark")
        self.look(page, "muted-dark")
        self.map.ask("setBaseMap", userInterfaceStyle="light")
        page.wait(f"{tiles}.every(query => query.get('appearance') === 'light')")
