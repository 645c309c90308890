"""The page at `/`, which has a map as well."""

from pages import CENTER, PageTest


class FrontPage(PageTest):
    def front(self, query="", **options):
        page = self.visit(f"{self.daemon.address}/{query}", **options)
        page.wait("document.querySelector('#map .leaflet-tile-loaded')")
        return page

    def question(self, page):
        """The coordinate that stands in the field."""
        return [float(number) for number in page.value("document.getElementById('q').value").split(",")]

    def test_click(self):
        page = self.front("?q=47.1003594,9.5007913", size=(1200, 800))
        self.look(page, "front")
        self.assertEqual(page.value("document.querySelectorAll('.spot.asked').length"), 1)
        left, top, width, height = page.box("#map")
        page.click((left + width / 2 + 40, top + height / 2))
        page.wait("!document.querySelector('#q').value.startsWith('47.1003594')")
        page.wait("document.querySelector('#answer:not([aria-busy]) [data-asked]')")
        latitude, longitude = self.question(page)
        self.assertAlmostEqual(latitude, CENTER["latitude"], delta=0.001)
        self.assertGreater(longitude, CENTER["longitude"])
        text = page.value("document.getElementById('answer').innerText")
        for part in ("Lindenweg", "Candidates", "Areas that contain it", "Musterdorf", "Why", "m away"):
            self.assertIn(part, text)
        count = page.value("document.querySelectorAll('li[data-place]').length")
        self.assertGreater(count, 0)
        self.assertEqual(page.value("document.querySelectorAll('.spot.answer, .spot.candidate').length"), count)
        self.assertEqual(page.value("document.querySelectorAll('#map path').length >= " + str(count)), True)
        # What is asked is in the address, and the page before comes back.
        self.assertIn(f"q={latitude:.6f}", page.value("location.search"))
        page.value("history.back()")
        page.wait("document.querySelector('#q').value.startsWith('47.1003594') && document.querySelector("
                  "'#answer:not([aria-busy]) [data-asked^=\"47.1003594\"]')")
        page.click(".spot.answer")
        page.wait("document.querySelector('li.current a') === document.activeElement")
        page.key("Enter")
        page.wait("document.querySelector('#answer:not([aria-busy]) .facts').innerText.includes('right here')")

    def test_keyboard_and_names(self):
        page = self.front(dark=True)
        page.value("document.getElementById('map').focus()")
        page.key("+")
        page.wait("!document.querySelector('.leaflet-zoom-anim')")
        page.key("Enter")
        page.wait("document.querySelector('#answer:not([aria-busy]) [data-asked]')")
        self.look(page, "front-dark")
        names = page.names()
        self.assertTrue(any(role == "application" and name.startswith("Map.") for role, name in names), names)
        self.assertIn(("textbox", "Coordinate, latitude first"), names)
        self.assertFalse([n for n in names if n[0] in ("image", "button", "link") and not n[1]], names)

    def test_phone(self):
        page = self.front("?q=47.1003594,9.5007913", size=(400, 700), phone=True)
        self.look(page, "front-phone")
        self.assertEqual(page.value("document.documentElement.scrollWidth"), 400)
        _, top, _, height = page.box("#map")
        self.assertTrue(top > 0 and 200 < height < 400, (top, height))

    def test_without_script(self):
        page = self.visit(f"{self.daemon.address}/?q=47.1003594,9.5007913", script=False)
        page.wait("document.querySelector('.picture img').naturalWidth === 1280")
        self.assertTrue(page.value("document.getElementById('map').hidden"))
        self.assertIn(("image", "The asked point and the candidates on a map"), page.names("image"))
        self.look(page, "front-without-script")
