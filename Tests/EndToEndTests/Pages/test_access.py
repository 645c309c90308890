"""Pages of maps for everybody: by keyboard, for screen readers, in the dark, on phones, without script."""

import base64
import re

from pages import CENTER, DEPOT, MapTest, view


def place(latitude, longitude):
    return {"latitude": CENTER["latitude"] + latitude, "longitude": CENTER["longitude"] + longitude}


class Access(MapTest):
    def three(self, **options):
        """Three places from south to north, in this order."""
        self.map.ask("addAnnotations", annotations=[
            {"id": i, "coordinate": place(0.002 * i, 0.003 * (i - 2)), "title": f"Place {i}", "subtitle": "open",
             "view": {"kind": "marker", "canShowCallout": True}} for i in (1, 2, 3)])
        page = self.open(**options)
        page.wait("document.querySelectorAll('.view').length === 3")
        return page

    def focused(self, page):
        return page.value("document.activeElement.getAttribute('aria-label')")

    def test_keyboard(self):
        page = self.three()
        page.wait("document.activeElement !== null")
        page.value("document.getElementById('map').focus()")
        level = self.map.center[2]
        page.key("+")
        self.assertEqual(self.map.callback("regionDidChange", byUser=True)["level"], level + 1)
        page.key("-")
        self.assertEqual(self.map.callback("regionDidChange", byUser=True)["level"], level)
        x, y, _ = self.map.center
        page.key("ArrowRight")
        self.map.callback("regionDidChange", byUser=True)
        page.key("ArrowUp")
        self.map.callback("regionDidChange", byUser=True)
        new = self.map.center
        self.assertTrue(new[0] > x and new[1] < y, new)
        names = []
        while len(names) < 3:
            page.key("Tab")
            if (name := self.focused(page)) and name.startswith("Place"):
                names.append(name)
        self.assertEqual(names, ["Place 3, open", "Place 2, open", "Place 1, open"])
        page.key("Tab", shift=True)
        self.assertEqual(self.focused(page), "Place 2, open")
        self.look(page, "focus")
        page.key("Enter")
        self.map.callback("didSelectAnnotationView", annotation=2, byUser=True)
        page.wait("document.querySelector('.callout')?.innerText.includes('Place 2')")
        page.key("Escape")
        self.map.callback("didDeselectAnnotationView", annotation=2)
        page.wait("!document.querySelector('.callout')")
        # Who was at a place stays there.
        self.assertEqual(self.focused(page), "Place 2, open")

    def test_paper(self):
        # A sheet is as large as the window, 800 by 600 pixels, and has no buttons on it.
        self.map.ask("setControls", controls=[{"kind": "button", "id": "go", "title": "Go"}])
        page = self.three()
        page.wait("document.querySelector('.control.button')")
        data = page.ask("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]
        sheets = re.findall(rb"MediaBox ?\[([^]]*)\]", base64.b64decode(data))
        self.assertEqual([[float(n) for n in sheet.split()] for sheet in sheets], [[0, 0, 600, 450]])
        page.ask("Emulation.setEmulatedMedia", media="print")
        for selector in (".control.button", ".leaflet-control-zoom"):
            page.wait(f"getComputedStyle(document.querySelector('{selector}')).display === 'none'")

    def test_paper_of_a_dark_map(self):
        # Nobody wants a black sheet, nor dark letters on a dark map.
        self.map.ask("setBaseMap", userInterfaceStyle="dark")
        page = self.three()
        page.wait("getComputedStyle(document.documentElement).colorScheme === 'dark'")
        page.wait("document.querySelector('.leaflet-tile-loaded')")
        tiles = "getComputedStyle(document.querySelector('.leaflet-tile-pane')).filter"
        self.assertEqual(page.value(tiles), "none")
        page.value("dispatchEvent(new Event('beforeprint'))")
        page.ask("Emulation.setEmulatedMedia", media="print")
        page.wait("getComputedStyle(document.documentElement).colorScheme === 'light'")
        self.assertEqual(page.value(tiles), "invert(1) hue-rotate(180deg)")
        self.look(page, "paper-dark")

    def test_narrow(self):
        # Buttons of the map's clients do not lie on those of the page.
        self.map.ask("setControls", controls=[
            {"kind": "button", "id": name, "title": name, "position": "bottomRight"} for name in ("Go", "Stay")])
        page = self.three(size=(320, 568), phone=True)
        page.wait("document.querySelectorAll('.control.button').length === 2")
        boxes = [page.box(s) for s in (".leaflet-control-zoom", ".control.button", ".leaflet-control-attribution")]
        boxes.sort(key=lambda box: box[1])
        for (_, top, _, height), (_, below, _, _) in zip(boxes, boxes[1:]):
            self.assertLessEqual(top + height, below)

    def test_into_callout(self):
        self.map.ask("registerTemplates", templates={"asked": {"canShowCallout": True, "rightCalloutAccessory": {
            "kind": "button", "id": "more", "symbol": "detailDisclosure"}}})
        places = [place(0.001 * i, 0) for i in range(1, 6)]
        self.map.ask("addAnnotations", template="asked", columns={
            "ids": list(range(1, 6)), "titles": [f"Stop {i}" for i in range(1, 6)],
            "latitudes": [p["latitude"] for p in places], "longitudes": [p["longitude"] for p in places]})
        page = self.open()
        page.wait("document.querySelectorAll('.view').length === 5")
        page.value("""document.querySelector('.view[aria-label^="Stop 4"]').focus()""")
        page.key("Enter")
        page.wait("document.querySelector('.callout button')")
        page.key("Tab")
        self.assertEqual(self.focused(page), "Details")
        # What moves and says something else takes nobody away from its button.
        self.map.ask("updateAnnotations", annotations=[{"id": 4, "title": "Stop 4, late"}])
        page.wait("document.querySelector('.callout').innerText.includes('late')")
        self.assertEqual(self.focused(page), "Details")
        page.key("Enter")
        self.map.callback("calloutAccessoryControlTapped", annotation=4, control="more")
        page.key("Tab")
        self.assertEqual(self.focused(page), "Stop 3")

    def test_right_to_left(self):
        self.map.ask("addAnnotations", annotations=[{
            "id": 1, "coordinate": CENTER, "title": "شارع الملك " * 60, "subtitle": "10 Lindenweg",
            "view": {"kind": "marker", "canShowCallout": True}}])
        page = self.open()
        page.wait("document.querySelector('.view img')")
        self.map.ask("selectAnnotation", annotation=1)
        page.wait("document.querySelector('.callout')")
        self.assertEqual(page.value("getComputedStyle(document.querySelector('.callout .text')).direction"), "rtl")
        self.assertEqual(page.value("getComputedStyle(document.querySelector('.callout .second')).direction"), "ltr")
        # However much there is to read, the callout leaves room for the map.
        self.assertLess(page.box(".callout")[3], 300)

    def test_callout_out_of_sight(self):
        page = self.depot()
        self.map.ask("selectAnnotation", annotation="depot")
        page.wait("document.querySelector('.callout')?.innerText.includes('Depot')")
        seen = "getComputedStyle(document.querySelector('.callout')).visibility"
        self.assertEqual(page.value(seen), "visible")
        # A little beyond the upper edge, where its view is kept.
        self.map.ask("setRegion", center=place(-0.0105, 0), level=15)
        page.wait(f"{seen} === 'hidden'")
        self.look(page, "callout-out")
        self.map.ask("setRegion", center=place(0, 0), level=15)
        page.wait(f"{seen} === 'visible'")

    def test_callout_row(self):
        """Short words stand in one row: what is at the left, the title, and what is at the right."""
        more = {"kind": "button", "id": "more", "symbol": "detailDisclosure"}
        for title in ("A", "Depot", "Central station"):
            self.map.ask("addAnnotations", annotations=[{**DEPOT, "title": title, "view": {
                "canShowCallout": True, "leftCalloutAccessory": {"kind": "button", "id": "go", "title": "Go"},
                "rightCalloutAccessory": more}}])
            page = self.open()
            page.wait("document.querySelector('.view img')")
            self.map.ask("selectAnnotation", annotation="depot")
            page.wait(f"document.querySelector('.callout strong')?.innerText === {title!r}")
            x = page.value("[...document.querySelector('.callout').children].map(e => e.getBoundingClientRect().x)")
            y = page.value("""[...document.querySelector('.callout').children].map(e => {
                const { y, height } = e.getBoundingClientRect(); return y + height / 2; })""")
            self.assertEqual(x, sorted(x), title)
            self.assertLess(max(y) - min(y), 2, title)

    def test_callout_sides(self):
        """However long the texts at its sides are, they stand within the callout, and its title can be read."""
        for left, right in (("Line 12", "Departures"), ("A long text that stands at the left side", "An even longer button at the right")):
            self.map.ask("addAnnotations", annotations=[{**DEPOT, "title": "Central station of the town", "view": {
                "canShowCallout": True, "leftCalloutAccessory": {"kind": "text", "title": left},
                "rightCalloutAccessory": {"kind": "button", "id": "go", "title": right}}}])
            page = self.open()
            page.wait("document.querySelector('.view img')")
            self.map.ask("selectAnnotation", annotation="depot")
            page.wait(f"document.querySelector('.callout button')?.innerText === {right!r}")
            self.look(page, f"callout-sides-{len(left)}")
            x, y, width, height = page.box(".callout")
            self.assertGreaterEqual(page.box(".callout .text")[2], 140)
            for part in (".callout > span", ".callout .text", ".callout button"):
                left_edge, top, wide, high = page.box(part)
                self.assertTrue(x <= left_edge and left_edge + wide <= x + width, part)
                self.assertTrue(y <= top and top + high <= y + height, part)

    def test_callout_at_the_edge(self):
        self.map.ask("setRegion", center=place(-0.0079, 0), level=15)
        page = self.depot()
        self.map.ask("selectAnnotation", annotation="depot")
        _, top, _, height = page.box(view("Depot"))
        self.assertLess(top, 60)
        # There is no room over the view.
        self.assertGreater(page.box(".callout")[1], top + height)
        self.map.ask("setRegion", center=place(0, 0), level=15)
        page.wait("!document.querySelector('.callout.under')")
        self.assertLess(page.box(".callout")[1], page.box(view("Depot"))[1])

    def test_names(self):
        page = self.three()
        names = page.names()
        for role in (("RootWebArea", "test_names – Map"), ("button", "Zoom in"), ("button", "Zoom out")):
            self.assertIn(role, names)
        self.assertEqual([name for role, name in page.names("button") if name.startswith("Place")],
                         ["Place 3, open", "Place 2, open", "Place 1, open"])
        self.assertTrue(any(name == "Map test_names" for _, name in names), names)
        self.assertFalse([n for n in names if n[0] in ("image", "button", "link") and not n[1]], names)
        page.click(view("Place 2"))
        page.wait("document.querySelector('.callout')")
        self.assertIn(("dialog", "Place 2"), page.names())
        self.assertEqual(page.value("document.getElementById('announcement').textContent"), "Place 2, open")

    def test_tiles(self):
        self.map.ask("subscribe", callbacks=[
            "willStartLoadingMap", "didFinishLoadingMap", "didFailLoadingMap", "didFinishRenderingMap"])
        self.depot()
        self.map.callback("willStartLoadingMap", screen=1)
        self.map.callback("didFinishLoadingMap", screen=1)
        self.map.callback("didFinishRenderingMap", screen=1, fullyRendered=True)
        self.assertNotIn("didFailLoadingMap", str(self.map.callbacks))

    def test_dark(self):
        page = self.depot(dark=True)
        page.click(view("Depot"))
        page.wait("document.querySelector('.callout')")
        self.look(page, "dark")
        light = page.value("getComputedStyle(document.querySelector('.callout')).backgroundColor")
        self.assertEqual(light, "rgb(34, 37, 43)")
        self.assertTrue(page.value("[...document.querySelectorAll('.leaflet-tile')].every(t => t.src.includes('appearance=dark'))"))
        page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        page.wait("[...document.querySelectorAll('.leaflet-tile')].every(t => t.src.includes('appearance=light'))")

    def test_less_motion(self):
        for moves in (True, False):
            page = self.visit(self.map.opened["page"], calm=not moves)
            page.wait("document.querySelector('.leaflet-control-zoom-in')")
            page.value("window.moved = false; new MutationObserver(() => { moved ||= !!document.querySelector("
                       "'.leaflet-zoom-anim'); }).observe(document.body, {subtree: true, attributes: true}); 0")
            before = self.map.ask("state")["level"]
            page.click(".leaflet-control-zoom-in")
            self.eventually(lambda: self.assertAlmostEqual(self.map.ask("state")["level"], before + 1, delta=0.01))
            self.assertEqual(page.value("moved"), moves)

    def test_phone_corners(self):
        """On a phone a legend and a button have room beside each other, and a callout does not lie under the buttons of the page."""
        self.map.ask("setControls", controls=[
            {"kind": "legend", "title": "Speed of all vehicles of the day", "position": "bottomRight", "entries": [
                {"color": "systemGreen", "title": "faster than is usual here"}, {"color": "systemRed", "title": "slow"}]},
            {"kind": "button", "id": "all", "title": "Show all vehicles", "position": "bottomLeft"}])
        self.map.ask("addAnnotations", annotations=[
            {**DEPOT, "coordinate": place(-0.006, 0.006), "title": "Central depot of the whole fleet"}])
        page = self.open(size=(400, 700), phone=True)
        page.wait("document.querySelectorAll('.control').length === 2 && document.querySelector('.view img')")
        self.map.ask("selectAnnotation", annotation="depot")
        page.wait("document.querySelector('.callout')")
        self.look(page, "phone-corners")

        def meets(a, b):
            return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]

        legend, button, zoom = (page.box(s) for s in (".control.legend", ".control.button", ".leaflet-control-zoom"))
        self.assertFalse(meets(legend, button), (legend, button))
        self.eventually(lambda: self.assertFalse(meets(page.box(".callout"), zoom)))

    def test_phone(self):
        self.map.ask("setRegion", center=place(0, 0.004), level=15)
        page = self.depot(size=(400, 700), phone=True)
        x, y = page.middle(view("Depot"))
        page.touch("Start", (x, y))
        page.touch("End")
        self.map.callback("didSelectAnnotationView", annotation="depot", byUser=True)
        left, top, width, height = page.box(".callout")
        self.look(page, "phone")
        self.assertTrue(left >= 0 and left + width <= 400 and top >= 0, (left, top, width))
        _, _, width, height = page.box(".callout button")
        self.assertTrue(width >= 40 and height >= 40, (width, height))
        self.assertEqual(page.value("document.documentElement.scrollWidth"), 400)
        page.touch("Start", (200, 500))
        for step in range(1, 5):
            page.touch("Move", (200 + 10 * step, 500))
        page.touch("End")
        self.map.callback("regionDidChange", byUser=True)
        self.assertGreater(page.middle(view("Depot"))[0], x + 20)

    def test_without_script(self):
        self.map.ask("addAnnotations", annotations=[DEPOT])
        page = self.open(script=False)
        page.wait("document.images.length && document.images[0].complete")
        self.look(page, "without-script")
        self.assertEqual(page.value("document.images[0].naturalWidth"), 800)
        self.assertIn(("image", "Map test_without_script as it is now"), page.names("image"))
