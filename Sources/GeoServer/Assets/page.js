"use strict";
// The page at `/`. The server makes all of it; this spares the browser loading it anew, and adds a map: a click there asks, and what is
// listed as data-place below the field is shown there.
const form = document.querySelector("form");
const answer = document.getElementById("answer");
let latest = 0;

async function ask(address) {
  const turn = ++latest;
  answer.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("answer");
    if (turn !== latest) return;
    if (!fresh) throw new Error(`The server answered with status ${response.status}.`);
    answer.replaceChildren(...fresh.childNodes);
    document.title = page.title;
  } catch (error) {
    if (turn !== latest) return;
    const sentence = document.createElement("p");
    sentence.className = "problem";
    sentence.setAttribute("role", "alert");
    sentence.textContent = error instanceof TypeError ? "The server cannot be reached. Is it running?" : error.message;
    answer.replaceChildren(sentence);
  }
  answer.removeAttribute("aria-busy");
  showPlaces();
  // On a phone the map is above, and the answer would be out of sight.
  if (answer.getBoundingClientRect().top > innerHeight * 0.75) answer.scrollIntoView({ block: "center" });
}

const go = () => {
  const address = "?" + new URLSearchParams(new FormData(form));
  history.pushState(null, "", address);
  ask(address);
};

form.addEventListener("submit", event => {
  event.preventDefault();
  go();
});

addEventListener("popstate", () => {
  const values = new URLSearchParams(location.search);
  for (const name of ["q", "languages"]) form.elements[name].value = values.get(name) ?? "";
  ask(location.search || "./");
});

// Links to candidates ask about them.
answer.addEventListener("click", event => {
  const link = event.target.closest?.("li[data-place] a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  form.elements.q.value = new URLSearchParams(link.search).get("q");
  go();
});

// MARK: The map

const element = document.getElementById("map");
const key = form.elements.key?.value;
const withKey = key ? `&key=${encodeURIComponent(key)}` : "";
let chart = null;
let shown = null;
const point = text => text.split(",").map(Number);

function spot(place, text, kind, name) {
  const size = kind === "asked" ? 16 : 24;
  const marker = L.marker(place, {
    icon: L.divIcon({ className: `spot ${kind}`, html: String(text), iconSize: [size, size] }),
    keyboard: kind !== "asked", interactive: kind !== "asked", zIndexOffset: { asked: 1000, answer: 500 }[kind] ?? 0,
  }).addTo(shown);
  const node = marker.getElement();
  node.setAttribute("aria-label", name);
  node.setAttribute("role", kind === "asked" ? "img" : "button");
  return marker;
}

// Shows what the answer lists: the asked point, the candidates, lines to them, and the street or area.
function showPlaces() {
  shown?.remove();
  shown = null;
  const article = answer.querySelector("[data-asked]");
  if (!chart || !article) return;
  shown = L.layerGroup().addTo(chart.map);
  const asked = point(article.dataset.asked);
  const places = [asked];
  const items = [...answer.querySelectorAll("li[data-place]")];
  items.forEach((item, index) => {
    const place = point(item.dataset.place);
    const name = item.textContent.trim().replace(/\s+/g, " ");
    const isAnswer = index === 0;
    places.push(place);
    L.polyline([asked, place], {
      color: isAnswer ? "#0a6cdf" : "#7c7f88", weight: isAnswer ? 2.5 : 1.8, dashArray: isAnswer ? null : "5 4", interactive: false,
    }).addTo(shown);
    const marker = spot(place, index + 1, isAnswer ? "answer" : "candidate", name);
    const title = document.createElement("span");
    title.textContent = name;
    marker.bindTooltip(title, { direction: "top", offset: [0, -10] });
    marker.on("click", () => {
      for (const other of items) other.classList.toggle("current", other === item);
      item.scrollIntoView({ block: "nearest" });
      item.querySelector("a").focus({ preventScroll: true });
    });
    item.addEventListener("mouseenter", () => marker.openTooltip());
    item.addEventListener("mouseleave", () => marker.closeTooltip());
  });
  spot(asked, "", "asked", "The asked point");
  showOverlay(asked, shown);
  // Who has clicked sees the place already.
  const all = L.latLngBounds(places);
  if (!chart.map.getBounds().contains(all) || chart.map.getZoom() < 12) {
    chart.map.fitBounds(all, { padding: [60, 60], maxZoom: Math.max(18, chart.map.getZoom()), animate: false });
  }
}

async function showOverlay([latitude, longitude], layer) {
  const languages = encodeURIComponent(form.elements.languages.value);
  const address = `placemark?lat=${latitude}&lon=${longitude}&overlay=1&format=geojson&languages=${languages}${withKey}`;
  const response = await fetch(address);
  if (!response.ok || layer !== shown) return;
  const feature = await response.json();
  if (layer !== shown || feature.geometry.type === "Point") return;
  L.geoJSON(feature, {
    interactive: false, style: { color: "#0a6cdf", opacity: 0.5, weight: 5, fill: false },
  }).addTo(layer);
}

function askAt(place) {
  const { lat, lng } = place.wrap();
  form.elements.q.value = `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
  go();
}

if (window.L) {
  const { south, west, north, east, attribution, layers } = element.dataset;
  element.hidden = false;
  document.body.classList.add("charted");
  chart = makeChart(element, {
    tileURL: (size, appearance) => `tiles/{z}/{x}/{y}${size}.png?appearance=${appearance}${layers && `&layers=${layers}`}${withKey}`,
    attribution, center: [20, 0], zoom: 1.5,
  });
  if (south) chart.map.fitBounds([[+south, +west], [+north, +east]], { animate: false });
  chart.map.on("click", event => askAt(event.latlng));
  element.addEventListener("keydown", event => {
    if (event.key === "Enter" && event.target === element) askAt(chart.map.getCenter());
  });
  showPlaces();
}
