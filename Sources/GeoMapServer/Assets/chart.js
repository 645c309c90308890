"use strict";
// The base map of this server in Leaflet, for each page that has one: tiles, light or dark, the scale, and who made the data.
function makeChart(element, { tileURL, attribution, appearance, ...options }) {
  const darkness = matchMedia("(prefers-color-scheme: dark)");
  // Who wants less motion sees the map where it goes, not on its way there.
  const moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const chart = {
    map: L.map(element, {
      zoomSnap: 1, zoomDelta: 1, wheelPxPerZoomLevel: 80, minZoom: 0, maxZoom: 21, worldCopyJump: false,
      zoomAnimation: moves, fadeAnimation: moves, inertia: moves, ...options,
    }),
    // `light` or `dark`.
    appearance: () => chart.forced || (darkness.matches ? "dark" : "light"),
    // What it is whatever the browser likes; empty: what that likes.
    forced: appearance,
    // Called when it becomes light or dark.
    onappearance: () => {},
    // Called when tiles begin to be loaded, and when all have come but so many.
    onloading: () => {},
    onload: failed => {},
    // How many did not come; null while they are being loaded.
    failed: null,
    // Loads all tiles anew.
    refresh,
  };
  chart.map.attributionControl.setPrefix(false);
  // Lines say nothing that is not said beside the map.
  chart.map.getPane("overlayPane").setAttribute("aria-hidden", "true");
  L.control.scale({ imperial: false }).addTo(chart.map);
  let tiles = null; // the newest layer
  let isComing = false;
  let isOld = false; // before it has come
  // The layer before stays until the new one has come and has faded in, so that a map whose overlays change often does not flicker.
  function refresh() {
    if (isComing) {
      isOld = true;
      return;
    }
    isComing = true;
    const before = tiles;
    const url = tileURL(L.Browser.retina ? "@2x" : "", chart.appearance());
    const layer = tiles = L.tileLayer(url, { maxZoom: 21, maxNativeZoom: 21, keepBuffer: 4 });
    let failed = 0;
    layer.on("loading", () => {
      if (layer !== tiles) return;
      failed = 0;
      chart.failed = null;
      chart.onloading();
    });
    layer.on("tileerror", () => { failed += 1; });
    layer.on("load", () => {
      if (layer !== tiles) return;
      chart.failed = failed;
      chart.onload(failed);
      if (!isComing) return;
      isComing = false;
      setTimeout(() => before?.remove(), 250);
      if (isOld) {
        isOld = false;
        refresh();
      }
    });
    layer.addTo(chart.map);
  }
  refresh();
  const credit = document.createElement("span");
  credit.textContent = attribution;
  chart.map.attributionControl.addAttribution(credit.innerHTML);
  // The attribution may have several lines, and other controls may stand over it: what else is at the foot stands above.
  const foot = chart.map.attributionControl.getContainer();
  const corner = foot.parentElement;
  const heights = new ResizeObserver(() => {
    element.style.setProperty("--foot", `${foot.offsetHeight}px`);
    element.style.setProperty("--corner", `${corner.offsetHeight}px`);
  });
  heights.observe(foot);
  heights.observe(corner);
  darkness.addEventListener("change", () => {
    chart.refresh();
    chart.onappearance();
  });
  return chart;
}
