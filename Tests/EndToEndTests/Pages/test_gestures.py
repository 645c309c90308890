"""What people do on pages of maps."""

from daemon import Map
from pages import CENTER, DEPOT, MapTest, view


class Gestures(MapTest):
    def test_pan(self):
        page = self.depot()
        x, y, level = self.map.center
        left, top, *_ = page.box(view("Depot"))
        page.hold(page.drag((300, 400), (80, -60)))
        self.map.callback("regionDidChange", byUser=True, screen=1, level=15)
        new = page.box(view("Depot"))
        moved = new[0] - left, new[1] - top
        # The first step tells Leaflet that this is not a click; the map stays behind it by that much.
        self.assertAlmostEqual(moved[0], 80, delta=8)
        self.assertAlmostEqual(moved[1], -60, delta=8)
        scale = 2 ** (20 - level)
        self.eventually(lambda: self.assertAlmostEqual((self.map.center[0] - x) / scale, -moved[0], delta=1))
        self.assertAlmostEqual((self.map.center[1] - y) / scale, -moved[1], delta=1)
        self.look(page, "pan")
        # Who has panned a page still sees where a client moves the map.
        self.map.ask("setRegion", center=CENTER, level=14)
        self.eventually(lambda: self.assertAlmostEqual(page.middle(view("Depot"))[0], 400, delta=2))

    def test_zoom(self):
        page = self.depot()
        at = page.middle(view("Depot"))
        page.wheel((at[0], 300), -30)
        self.map.callback("regionDidChange", byUser=True, screen=1)
        page.click(".leaflet-control-zoom-in")
        page.wait("!document.querySelector('.leaflet-zoom-anim')")
        level = self.map.callback("regionDidChange", byUser=True, screen=1)["level"]
        self.assertGreater(level, 15.9)
        self.assertAlmostEqual(page.middle(view("Depot"))[0], at[0], delta=2)
        self.look(page, "zoom")

    def test_whole_levels(self):
        """Whatever a client shows, wheels end at whole levels, whose tiles are not scaled."""
        self.map.ask("setRegion", center=CENTER, level=14.4)
        page = self.depot()
        page.wait("document.querySelector('.leaflet-tile-loaded')")
        self.assertEqual(self.map.center[2], 14.4)
        page.wheel((400, 300), -30)
        level = self.map.callback("regionDidChange", byUser=True, screen=1)["level"]
        self.assertTrue(level == round(level) and level > 14.4, level)

    def test_limits(self):
        page = self.depot()
        x, y, level = self.map.center
        # A page that is fixed stays where it is, and zooms about its middle.
        self.map.ask("setLimits", isScrollEnabled=False)
        page.wait("document.querySelector('.leaflet-grab') === null")
        page.hold(page.drag((300, 400), (80, -60)))
        page.release((380, 340))
        page.wheel((100, 100), -160)
        self.map.callback("regionDidChange", byUser=True)
        self.eventually(lambda: self.assertGreater(self.map.center[2], level + 0.5))
        self.assertEqual([round(place) for place in self.map.center[:2]], [round(x), round(y)])
        # What may not be zoomed has buttons that say so.
        self.map.ask("setLimits", isScrollEnabled=True, isZoomEnabled=False)
        page.wait("document.querySelectorAll('.leaflet-control-zoom .leaflet-disabled').length === 2")
        before = self.map.center
        page.wheel((100, 100), 160)
        page.value("new Promise(done => setTimeout(done, 300))")
        self.assertEqual(self.map.center, before)
        # The middle stays in its rectangle, on the page as well; nobody is held back when the limits are gone.
        self.map.ask("setLimits", isZoomEnabled=True, cameraBoundary={"x": x, "y": y, "width": 10, "height": 10})
        self.map.ask("setRegion", center=CENTER, level=15)
        self.eventually(lambda: self.assertAlmostEqual(page.middle(view("Depot"))[0], 400, delta=2))
        page.release(page.drag((300, 400), (120, 0)))
        self.eventually(lambda: self.assertAlmostEqual(page.middle(view("Depot"))[0], 400, delta=2))
        self.assertAlmostEqual(self.map.center[0], x, delta=12)
        self.map.ask("setLimits", cameraBoundary=None)
        page.release(page.drag((300, 400), (120, 0)))
        self.eventually(lambda: self.assertGreater(page.middle(view("Depot"))[0], 480))

    def test_select(self):
        page = self.depot()
        page.click(view("Depot"))
        self.map.callback("didSelectAnnotationView", annotation="depot", byUser=True, screen=1)
        page.wait("document.querySelector('.callout')?.innerText.includes('Lindenweg 7')")
        self.look(page, "callout")
        page.click(".callout button")
        self.map.callback("calloutAccessoryControlTapped", annotation="depot", control="more", side="right", screen=1)
        page.click((100, 100))
        self.map.callback("didDeselectAnnotationView", annotation="depot")
        page.wait("!document.querySelector('.callout')")
        tap = self.map.callback("didTap", screen=1)
        self.assertEqual([round(p) for p in tap["point"]], [100, 100])

    def test_callout_picture(self):
        svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="red"/></svg>'
        image = self.map.ask("putImage", svg=svg, size=[40, 30])["image"]
        view_of = {**DEPOT["view"], "leftCalloutAccessory": {"kind": "image", "image": image}}
        self.map.ask("addAnnotations", annotations=[{**DEPOT, "view": view_of}])
        page = self.open()
        page.click(view("Depot"))
        page.wait("document.querySelector('.callout img')?.naturalWidth === 40")
        self.assertEqual([round(side) for side in page.box(".callout img")[2:]], [40, 30])
        self.look(page, "callout-picture")

    def drag(self, page, end):
        before = page.box(view("Depot"))
        point = page.drag(page.middle(view("Depot")), (90, 50))
        self.map.callback("didChangeDragState", annotation="depot", state="dragging")
        page.wait("document.querySelector('.view.dragging')")
        self.look(page, "drag")
        end(point)
        after = page.wait("!document.querySelector('.view.dragging')") and page.box(view("Depot"))
        return after[0] - before[0], after[1] - before[1]

    def test_drop(self):
        page = self.depot()
        moved = self.drag(page, page.release)
        end = self.map.callback("didChangeDragState", annotation="depot", state="ending", oldState="dragging")
        self.assertLess(end["coordinate"]["latitude"], CENTER["latitude"])
        self.assertGreater(end["coordinate"]["longitude"], CENTER["longitude"])
        self.map.callback("didChangeDragState", state="none", oldState="ending")
        self.assertAlmostEqual(moved[0], 90, delta=2)
        self.assertAlmostEqual(moved[1], 50, delta=2)
        # It is where it was let go for everybody.
        other = self.open(size=(500, 400))
        x, _ = other.middle(view("Depot"))
        self.assertAlmostEqual(x, 250 + 90, delta=3)

    def test_escape(self):
        page = self.depot()
        moved = self.drag(page, lambda point: page.key("Escape"))
        self.map.callback("didChangeDragState", annotation="depot", state="canceling", oldState="dragging")
        self.map.callback("didChangeDragState", state="none", oldState="canceling")
        self.assertAlmostEqual(moved[0], 0, delta=1)
        page.release((400, 300))
        self.assertEqual(self.map.ask("state", annotations=True)["annotations"][0]["coordinate"], CENTER)

    def swipe(self, page, rest):
        """A finger that goes from the depot to the right and down, after it has rested there for some milliseconds."""
        x, y = page.middle(view("Depot"))
        page.touch("Start", (x, y))
        page.value(f"new Promise(done => setTimeout(done, {rest}))")
        for step in range(1, 5):
            page.touch("Move", (x + 20 * step, y + 10 * step))
        page.value("new Promise(done => setTimeout(done, 100))")
        page.touch("End")

    def test_finger(self):
        page = self.depot(phone=True)
        # A swipe that happens to begin on a view pans the map, and leaves the view where it is.
        self.swipe(page, rest=0)
        self.map.callback("regionDidChange", byUser=True)
        self.assertEqual(self.map.ask("state", annotations=True)["annotations"][0]["coordinate"], CENTER)
        self.assertNotIn("didChangeDragState", str(self.map.callbacks))
        before = self.map.ask("state")["region"]
        self.swipe(page, rest=700)
        end = self.map.callback("didChangeDragState", annotation="depot", state="ending", oldState="dragging")
        self.assertLess(end["coordinate"]["latitude"], CENTER["latitude"])
        self.assertGreater(end["coordinate"]["longitude"], CENTER["longitude"])
        self.assertEqual(self.map.ask("state")["region"], before)

    def test_taken_away(self):
        page = self.depot()
        point = page.drag(page.middle(view("Depot")), (90, 50))
        page.wait("document.querySelector('.view.dragging')")
        self.map.ask("removeAnnotations", ids=["depot"])
        page.wait("!document.querySelector('.view')")
        page.release(point)
        # Nothing holds the map any more.
        page.hold(page.drag((200, 450), (80, -60)))
        self.map.callback("regionDidChange", byUser=True)
        x = self.map.ask("convert", coordinates=[CENTER])["points"][0][0]
        self.assertAlmostEqual(x, 400 + 80, delta=8)


class Antimeridian(MapTest):
    """A map whose middle is near 180 degrees: what stands on the other side of it is to be seen, too."""

    def across(self):
        """A page of such a map, with a place on either side."""
        self.map.ask("setRegion", center={"latitude": -17, "longitude": 179.9}, level=7)
        self.map.ask("addAnnotations", annotations=[
            {"id": name, "coordinate": {"latitude": -17, "longitude": longitude}, "title": name, "view": {"draggable": True}}
            for name, longitude in (("West", 179.4), ("East", -179.6))])
        page = self.open()
        page.wait("document.querySelectorAll('.view img').length === 2")
        return page

    def test_both_sides(self):
        page = self.across()
        before = [page.middle(view(name))[0] for name in ("West", "East")]
        # A degree is 91 points wide.
        self.assertAlmostEqual(before[0], 400 - 45.5, delta=3)
        self.assertAlmostEqual(before[1], 400 + 45.5, delta=3)
        # On either side the middle of the page may be, and no view goes away.
        page.hold(page.drag((600, 450), (-200, 0)))
        self.map.callback("regionDidChange", byUser=True)
        self.eventually(lambda: self.assertAlmostEqual(page.middle(view("East"))[0], before[1] - 200, delta=8))
        self.assertAlmostEqual(page.middle(view("West"))[0], before[0] - 200, delta=8)
        self.assertLess(self.map.ask("state")["region"]["west"], 180)
        self.look(page, "antimeridian")

    def test_dropped_beyond(self):
        page = self.across()
        page.release(page.drag(page.middle(view("West")), (120, 0)))
        end = self.map.callback("didChangeDragState", annotation="West", state="ending", oldState="dragging")
        self.assertAlmostEqual(end["coordinate"]["longitude"], 179.4 + 120 / 91 - 360, delta=0.1)
        self.eventually(lambda: self.assertAlmostEqual(page.middle(view("West"))[0], 400 + 74.5, delta=3))


class Several(MapTest):
    def test_in_step(self):
        one = self.depot()
        two = self.open(size=(500, 400))
        before = two.middle(view("Depot"))
        one.hold(one.drag((200, 450), (50, -30)))
        self.map.callback("regionDidChange", byUser=True, screen=1)

        def moved():
            after = two.middle(view("Depot"))
            self.assertAlmostEqual(after[0] - before[0], 50, delta=8)
            self.assertAlmostEqual(after[1] - before[1], -30, delta=8)

        self.eventually(moved)
        one.click(view("Depot"))
        two.wait("document.querySelector('.callout')?.innerText.includes('Depot')")
        two.click((250, 350))
        one.wait("!document.querySelector('.callout')")
        two.wheel((250, 200), 160)
        self.map.callback("regionDidChange", byUser=True, screen=2)

        # Both have their own size and the same middle.
        def same():
            places = [page.middle(view("Depot")) for page in (one, two)]
            self.assertAlmostEqual(places[0][0] - 400, places[1][0] - 250, delta=1.5)
            self.assertAlmostEqual(places[0][1] - 300, places[1][1] - 200, delta=1.5)

        self.eventually(same)

    def test_drag_on_two(self):
        """While something is dragged on one page, another page can drag nothing, and puts back what it has moved."""
        self.map.ask("addAnnotations", annotations=[DEPOT, {
            "id": "pin", "coordinate": {**CENTER, "longitude": CENTER["longitude"] - 0.005}, "title": "Pin", "view": {"draggable": True}}])
        one, two = self.open(), self.open()
        for page in (one, two):
            page.wait("document.querySelectorAll('.view img').length === 2")
        before = two.middle(view("Pin"))
        point = one.drag(one.middle(view("Depot")), (90, 50))
        self.map.callback("didChangeDragState", annotation="depot", state="dragging")
        two.release(two.drag(before, (60, 40)))
        self.eventually(lambda: self.assertEqual(
            [round(p) for p in two.middle(view("Pin"))], [round(p) for p in before]))
        one.release(point)
        self.map.callback("didChangeDragState", annotation="depot", state="ending")
        # Then it can.
        two.release(two.drag(two.middle(view("Pin")), (60, 40)))
        self.map.callback("didChangeDragState", annotation="pin", state="ending")
        self.eventually(lambda: self.assertAlmostEqual(one.middle(view("Pin"))[0], before[0] + 60, delta=2))

    def test_alone(self):
        """A page whose map no program has open says so, and is silent when one comes again."""
        other = Map(self.daemon, "alone", stays=60, center=CENTER, level=15)
        page = self.open(other.opened["page"])
        page.wait("document.querySelector('.leaflet-tile-loaded')")
        self.assertTrue(page.value("document.getElementById('status').hidden"))
        other.close()
        page.wait("document.getElementById('status').innerText.includes('not connected')")
        self.look(page, "alone")
        other = Map(self.daemon, "alone")
        self.addCleanup(other.close)
        page.wait("document.getElementById('status').hidden")

    def test_viewer(self):
        page = self.depot()
        viewer = self.open(self.map.opened["viewerPage"])
        viewer.wait("document.querySelector('.view img')")
        start = self.map.center
        viewer.click(view("Depot"))
        viewer.drag(viewer.middle(view("Depot")), (40, 40))
        viewer.release((600, 500))
        viewer.release(viewer.drag((200, 200), (30, 30)))
        page.click(view("Depot"))
        self.map.callback("didSelectAnnotationView", screen=1)
        viewer.wait("document.querySelector('.callout')")
        self.assertEqual(self.map.center, start)
        self.assertFalse(viewer.value("document.querySelector('.view').classList.contains('draggable')"))

    def test_restart(self):
        page = self.depot()
        address = self.map.opened["page"]
        self.daemon.stop()
        page.wait("!document.getElementById('status').hidden")
        self.look(page, "away")
        self.browser.faults.clear()
        self.daemon.start()
        self.map.close()
        self.map = Map(self.daemon, "test_restart", center=CENTER, level=15)
        self.addCleanup(self.map.close)
        self.assertEqual(self.map.opened["page"], address)
        self.map.ask("addAnnotations", annotations=[{**DEPOT, "title": "New depot"}])
        page.wait("document.querySelector('.view[aria-label^=\"New depot\"]') && document.getElementById('status').hidden")
        self.assertEqual(page.value("document.querySelectorAll('.view').length"), 1)
        page.click(view("New depot"))
        self.map.callback("didSelectAnnotationView", annotation="depot")
        self.browser.faults.clear()


class Many(MapTest):
    def test_sprites(self):
        """Beyond 500 views the rest is on a canvas, and can be selected nevertheless."""
        side = 30
        ids = list(range(side * side))
        places = [(CENTER["latitude"] + (i // side - 15) * 0.0005, CENTER["longitude"] + (i % side - 15) * 0.0009) for i in ids]
        self.map.ask("registerTemplates", templates={"dot": {
            "kind": "pin", "collisionMode": "none", "displayPriority": 1000, "canShowCallout": True}})
        self.map.ask("addAnnotations", template="dot", columns={
            "ids": ids, "latitudes": [p[0] for p in places], "longitudes": [p[1] for p in places],
            "titles": [f"Dot {i}" for i in ids]})
        page = self.open()
        page.wait("document.querySelectorAll('.view').length === 500")
        page.wait("!document.querySelector('canvas').hidden && document.querySelector('canvas').getContext('2d')"
                  ".getImageData(0, 0, 800, 600).data.some(part => part)")
        self.look(page, "sprites")
        named = set(page.value("[...document.querySelectorAll('.view')].map(view => view.getAttribute('aria-label'))"))
        points = self.map.ask("convert", coordinates=[{"latitude": p[0], "longitude": p[1]} for p in places])["points"]
        inside = [i for i in ids if f"Dot {i}" not in named and 100 < points[i][0] < 700 and 100 < points[i][1] < 500]
        x, y = points[inside[0]]
        page.click((x, y - 2))
        chosen = self.map.callback("didSelectAnnotationView", byUser=True)["annotation"]
        self.assertIn(f"Dot {chosen}", page.wait("document.querySelector('.callout')?.innerText"))
        page.wait(f"document.querySelector('.view.selected[aria-label=\"Dot {chosen}\"]')")


    def test_dragged_sprite(self):
        """What is on the canvas can be dragged as well."""
        ids = list(range(700))
        places = [(CENTER["latitude"] + (i // 30 - 12) * 0.0005, CENTER["longitude"] + (i % 30 - 15) * 0.0009) for i in ids]
        self.map.ask("registerTemplates", templates={"dot": {"kind": "pin", "collisionMode": "none", "draggable": True}})
        self.map.ask("addAnnotations", template="dot", columns={
            "ids": ids, "latitudes": [p[0] for p in places], "longitudes": [p[1] for p in places],
            "titles": [f"Dot {i}" for i in ids]})
        page = self.open()
        page.wait("document.querySelectorAll('.view').length === 500")
        page.wait("!document.querySelector('canvas').hidden && document.querySelector('canvas').getContext('2d')"
                  ".getImageData(0, 0, 800, 600).data.some(part => part)")
        named = set(page.value("[...document.querySelectorAll('.view')].map(view => view.getAttribute('aria-label'))"))
        points = self.map.ask("convert", coordinates=[{"latitude": p[0], "longitude": p[1]} for p in places])["points"]
        chosen = [i for i in ids if f"Dot {i}" not in named and 100 < points[i][0] < 700 and 100 < points[i][1] < 500][0]
        center = self.map.center
        x, y = points[chosen]
        page.release(page.drag((x, y - 2), (40, 30)))
        end = self.map.callback("didChangeDragState", state="ending")
        moved = self.map.ask("convert", coordinates=[end["coordinate"]])["points"][0]
        before = points[end["annotation"]]
        self.assertAlmostEqual(moved[0] - before[0], 40, delta=2)
        self.assertAlmostEqual(moved[1] - before[1], 30, delta=2)
        self.assertNotIn(f"Dot {end['annotation']}", named)
        self.assertEqual(self.map.center, center)


class Stacks(MapTest):
    def test_three(self):
        """Of several at one place a click shows all, and the next one chooses."""
        self.map.ask("addAnnotations", annotations=[
            {"id": i, "coordinate": CENTER, "title": f"Pin {i}",
             "view": {"kind": "pin", "canShowCallout": True, "collisionMode": "none"}} for i in (1, 2, 3)])
        page = self.open()
        page.wait("document.querySelectorAll('.view img').length === 3")
        place = page.middle(view("Pin 1"))
        for i in (1, 2, 3):
            page.click(place)
            page.wait("document.querySelectorAll('.view.spread').length === 3")
            self.look(page, "stack")
            page.click(view(f"Pin {i}"))
            self.map.callback("didSelectAnnotationView", annotation=i, byUser=True)
            page.wait(f"document.querySelector('.callout')?.innerText.includes('Pin {i}')")
            self.look(page, "stack-chosen")
            page.click((100, 100))
            self.map.callback("didDeselectAnnotationView", annotation=i)
            page.wait("!document.querySelector('.view.spread')")
            self.assertEqual([round(p) for p in page.middle(view(f"Pin {i}"))], [round(p) for p in place])


class Corners(MapTest):
    def test_no_flicker(self):
        def line(name, end):
            return {"id": name, "shape": {"polyline": [[9.49, 47.1], [9.51, end]]}, "renderer": {"strokeColor": "red"}}

        self.map.ask("addOverlays", overlays=[line(1, 47.1)])
        page = self.depot()
        page.wait("document.querySelectorAll('.leaflet-tile-loaded').length > 5")
        page.value("window.least = 99; const look = () => { least = Math.min(least, document.querySelectorAll("
                   "'.leaflet-tile-loaded').length); requestAnimationFrame(look); }; look(); 0")
        versions = "new Set([...document.querySelectorAll('.leaflet-tile')].map(tile => tile.src.split('v=')[1]))"
        before = page.value(f"[...{versions}][0]")
        for step in range(5):
            self.map.ask("addOverlays", overlays=[line(1, 47.1 + 0.001 * step)])
        # The tiles with the newest line come in the end, and until then there are those before.
        page.wait(f"(now => now.size === 1 && !now.has({before!r}) && document.querySelectorAll('.leaflet-layer')"
                  f".length === 1)({versions})")
        self.assertGreater(page.value("least"), 5)

    def test_controls(self):
        page = self.depot(size=(500, 500))
        self.map.ask("setControls", controls=[
            {"kind": "legend", "title": "Speed", "position": "bottomRight", "entries": [
                {"color": "systemGreen", "title": "fast"}, {"color": "#ff3b30", "title": "<i>slow</i>"}]},
            {"kind": "text", "title": "Vehicles of today", "position": "topRight"},
            {"kind": "button", "id": "all", "title": "Show all", "position": "topLeft"}])
        page.wait("document.querySelectorAll('.control').length === 3")
        self.look(page, "controls")
        self.assertIn("<i>slow</i>", page.value("document.querySelector('.control.legend').innerText"))
        page.click(".control.button button")
        tap = self.map.callback("didTapControl", control="all", byUser=True, screen=1)
        self.assertEqual(tap["control"], "all")
        self.map.ask("setControls", controls=[])
        page.wait("!document.querySelector('.control')")

    def test_location(self):
        page = self.depot()
        page.browser.ask("Browser.grantPermissions", browserContextId=page.context, permissions=["geolocation"])
        page.ask("Emulation.setGeolocationOverride", latitude=47.101, longitude=9.502, accuracy=20)
        self.assertIsNone(page.value("document.querySelector('.locator')"))
        self.map.ask("setShowsUserLocation", shows=True)
        page.wait("document.querySelector('.locator')")
        page.click(".locator button")
        place = self.map.callback("didUpdateUserLocation")["location"]
        self.assertEqual(place["coordinate"], {"latitude": 47.101, "longitude": 9.502})
        page.wait("document.querySelectorAll('.view').length === 2")
        self.look(page, "location")
        self.map.ask("setShowsUserLocation", shows=False)
        page.wait("!document.querySelector('.locator') && document.querySelectorAll('.view').length === 1")
