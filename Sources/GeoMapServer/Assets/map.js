"use strict";
// A page of a map of geocoded. Leaflet pans and zooms; the daemon says which views, clusters and callouts there are, in frames of
// differences, and hears what is done to them. Texts are set as text, never as HTML.
(() => {
const main = document.getElementById("map");
const status = document.getElementById("status");
const announcement = document.getElementById("announcement");
const data = main.dataset;
let isAlone = false; // whether no client has the map open
let said = "";
const say = text => {
  said = text;
  status.textContent = text || (isAlone ? "The program that made this map is not connected now." : "");
  status.hidden = !status.textContent;
};
if (!window.L) return say("Leaflet is not installed beside geocoded: install libjs-leaflet, or name its folder with --leaflet.");

const isViewer = data.viewer === "true";
const query = `token=${encodeURIComponent(data.token)}`;
const color = appearance => { document.documentElement.style.colorScheme = appearance; };
color(data.appearance);

let overlays = +data.overlays;
const chart = makeChart(main, {
  tileURL: (size, appearance) => `${data.path}/tiles/{z}/{x}/{y}${size}.png?${query}&appearance=${appearance}&v=${overlays}`,
  attribution: data.attribution, appearance: data.appearance, center: [+data.latitude, +data.longitude], zoom: +data.level,
  trackResize: false, zoomSnap: 0,
});
const map = chart.map;
// Gestures end at whole levels, whose tiles are sharp; clients may show any.
map.options.zoomSnap = 1;
const goTo = (center, level) => {
  map.options.zoomSnap = 0;
  map.setView(center, level, { animate: false });
  map.options.zoomSnap = 1;
};
chart.onappearance = () => {
  for (const view of views.values()) draw(view);
  paintSoon();
};

// MARK: Views

const views = new Map(); // by key
const idle = []; // nodes that wait to be used again
const nodeLimit = 500; // beyond it browsers are slow: the rest is drawn
let nodeCount = 0;
const pane = map.createPane("views");
pane.style.zIndex = 620;
let callout = null;
const key = id => `${typeof id}:${id}`;
// Of the copies of a place around the world the one nearest to the middle of the page: a view over the antimeridian is seen from both sides.
const turnTo = ({ lng }) => 360 * Math.round((map.getCenter().lng - lng) / 360);
const near = at => L.latLng(at.lat, at.lng + turnTo(at));
const place = view => map.latLngToLayerPoint(near(view.held ?? view.at)).add(view.held ? [0, 0] : view.spread ?? [0, 0]);

function node() {
  const waiting = idle.pop();
  if (waiting) return waiting;
  const element = document.createElement("div");
  element.className = "view";
  element.setAttribute("role", "button");
  const image = document.createElement("img");
  image.alt = "";
  image.draggable = false;
  const label = document.createElement("span");
  label.className = "label";
  label.dir = "auto";
  element.append(image, label);
  return element;
}

const pictureOf = look => `${data.path}/view/${look}.svg?${query}&appearance=${chart.appearance()}`;

function draw(view) {
  const { element } = view;
  if (!element) return;
  const [image, label] = element.children;
  const [width, height] = view.size;
  const [dx, dy] = view.offset;
  const source = pictureOf(view.look);
  if (image.getAttribute("src") !== source) image.src = source;
  Object.assign(image.style, {
    width: `${width}px`, height: `${height}px`, left: `${dx - width / 2}px`, top: `${dy - height / 2}px`,
    rotate: view.rotation ? `${view.rotation}deg` : "",
  });
  const count = view.members ? `${view.members} places: ` : "";
  const text = [view.title, view.subtitle].filter(Boolean).join(", ");
  element.setAttribute("aria-label", count + (text || "Place"));
  element.setAttribute("aria-disabled", String(Boolean(view.disabled)));
  element.tabIndex = view.disabled ? -1 : 0;
  element.classList.toggle("selected", Boolean(view.selected));
  element.classList.toggle("dragging", Boolean(view.dragging));
  element.classList.toggle("draggable", Boolean(view.draggable) && !isViewer);
  element.classList.toggle("spread", Boolean(view.spread));
  label.textContent = view.label ? view.title ?? "" : "";
  if (label.textContent && view.sublabel && view.subtitle) {
    const second = document.createElement("small");
    second.textContent = view.subtitle;
    label.append(second);
  }
  label.style.top = `${dy + height / 2 + 1}px`;
  element.style.zIndex = String(1000 + view.z);
  let circle = element.children[2];
  if (view.radius > 11 && !circle) {
    circle = document.createElement("span");
    circle.className = "accuracy";
    element.append(circle);
  }
  if (circle) Object.assign(circle.style, { width: `${2 * (view.radius || 0)}px`, height: `${2 * (view.radius || 0)}px` });
  move(view);
}

function move(view) {
  if (!view.element) return;
  view.turn = turnTo(view.held ?? view.at);
  const { x, y } = place(view);
  view.element.style.transform = `translate3d(${x}px, ${y}px, 0)`;
}

const members = ["title", "subtitle", "label", "sublabel", "members", "radius", "rotation", "selected", "draggable", "dragging", "disabled"];
function show(news, isFirst) {
  const name = key(news.id);
  const isNew = !views.has(name) && !isFirst;
  const view = views.get(name) ?? {};
  views.set(name, view);
  for (const member of members) view[member] = news[member];
  const at = L.latLng(news.at.latitude, news.at.longitude);
  if (view.spread && !at.equals(view.at)) gather();
  Object.assign(view, news, { at, known: at });
  if (view.element || nodeCount < nodeLimit || view.selected || view.dragging) giveNode(view); else sprites.add(view);
  if (isNew && view.enters) view.element?.classList.add(view.enters);
  draw(view);
}

function giveNode(view) {
  if (view.element) return;
  sprites.delete(view);
  nodeCount += 1;
  view.element = node();
  view.element.viewOf = view;
  pane.append(view.element);
}

function hide(id) {
  const view = views.get(key(id));
  if (!view) return;
  // What is taken away while it is dragged is not dropped any more; its node may be that of another view soon.
  if (drag?.view === view) endDrag("cancel");
  if (view.spread) gather();
  views.delete(key(id));
  sprites.delete(view);
  if (!view.element) return;
  nodeCount -= 1;
  view.element.remove();
  view.element.classList.remove("drop", "grow");
  view.element.viewOf = null;
  view.element.children[2]?.remove();
  if (idle.length < 500) idle.push(view.element);
}

// Labels that find room, those in front first.
function layLabels() {
  const taken = [];
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const all = [...views.values()].filter(view => view.element);
  if (all.length > 300) return all.forEach(view => { view.element.children[1].hidden = view.label !== "visible"; });
  const labels = all.filter(view => view.element.children[1].textContent);
  for (const view of labels) view.element.children[1].hidden = false;
  for (const view of all) taken.push(view.element.children[0].getBoundingClientRect());
  for (const view of labels.sort((a, b) => b.z - a.z)) {
    const label = view.element.children[1];
    const box = label.getBoundingClientRect();
    const hit = view.label === "adaptive" && taken.some(other => meets(other, box));
    label.hidden = hit;
    if (!hit) taken.push(box);
  }
}

// Tab goes from north to south, and from a view into its callout.
function order() {
  const all = [...views.values()].filter(view => view.element).sort((a, b) => b.at.lat - a.at.lat);
  if (sprites.size || pane.contains(document.activeElement)) return;
  const opened = callout && views.get(key(callout.id));
  all.flatMap(view => view === opened ? [view.element, callout.element] : [view.element]).forEach((element, index) => {
    if (pane.children[index] !== element) pane.insertBefore(element, pane.children[index] ?? null);
  });
}

// MARK: Sprites

const sprites = new Set(); // views without a node
const pictures = new Map(); // by their addresses
const canvas = document.createElement("canvas");
const spritePane = map.createPane("sprites");
spritePane.style.zIndex = 610;
spritePane.style.pointerEvents = "none";
spritePane.append(canvas);
let isPaintDue = false;

function paintSoon() {
  if (isPaintDue || (!sprites.size && canvas.hidden)) return;
  isPaintDue = true;
  requestAnimationFrame(paint);
}

function paint() {
  isPaintDue = false;
  for (const view of sprites) {
    if (nodeCount >= nodeLimit) break;
    giveNode(view);
    draw(view);
  }
  canvas.hidden = !sprites.size;
  const { x: width, y: height } = map.getSize();
  Object.assign(canvas, { width: width * devicePixelRatio, height: height * devicePixelRatio });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  L.DomUtil.setPosition(canvas, map.containerPointToLayerPoint([0, 0]));
  const context = canvas.getContext("2d");
  context.scale(devicePixelRatio, devicePixelRatio);
  if (pictures.size > 1000) pictures.clear();
  for (const view of [...sprites].sort((a, b) => a.z - b.z)) {
    const source = pictureOf(view.look);
    let picture = pictures.get(source);
    if (!picture) {
      picture = new Image();
      picture.addEventListener("load", paintSoon);
      picture.src = source;
      pictures.set(source, picture);
    }
    if (!picture.complete || !picture.naturalWidth) continue;
    const [left, top, width, height] = frameOf(view);
    context.save();
    context.translate(left + width / 2, top + height / 2);
    context.rotate((view.rotation ?? 0) * Math.PI / 180);
    context.drawImage(picture, -width / 2, -height / 2, width, height);
    context.restore();
  }
}

// Left, top, width and height on the page.
function frameOf(view) {
  const { x, y } = map.latLngToContainerPoint(near(view.at));
  const [width, height] = view.size;
  return [x + view.offset[0] - width / 2, y + view.offset[1] - height / 2, width, height];
}

// Where a point would be on a view that is not turned.
function turned(point, [middleX, middleY], degrees = 0) {
  const [angle, x, y] = [-degrees * Math.PI / 180, point.x - middleX, point.y - middleY];
  return { x: middleX + x * Math.cos(angle) - y * Math.sin(angle), y: middleY + x * Math.sin(angle) + y * Math.cos(angle) };
}

function spriteAt(point) {
  let found = null;
  for (const view of sprites) {
    const [left, top, width, height] = frameOf(view);
    const { x, y } = turned(point, [left + width / 2, top + height / 2], view.rotation);
    if (x >= left && x < left + width && y >= top && y < top + height && !(found?.z > view.z)) found = view;
  }
  return found;
}
map.on("move zoomend viewreset", paintSoon);
map.on("zoomstart", () => { canvas.style.visibility = "hidden"; });
map.on("zoomend", () => { canvas.style.visibility = ""; });

// MARK: Stacks

// Views at one place cover each other. A click on them spreads them out around it, so that each can be reached.
let stack = [];
const stackLimit = 30;

function stackOf(view) {
  const foot = map.latLngToContainerPoint(near(view.at));
  const all = [...views.values()].filter(other => map.latLngToContainerPoint(near(other.at)).distanceTo(foot) < 4);
  return all.sort((a, b) => b.z - a.z).slice(0, stackLimit);
}

function spreadOut(all) {
  gather();
  stack = all;
  const radius = Math.max(44, all.length * 44 / (2 * Math.PI));
  all.forEach((view, index) => {
    const angle = 2 * Math.PI * index / all.length - Math.PI / 2;
    view.spread = [radius * Math.cos(angle), radius * Math.sin(angle)];
    giveNode(view);
    view.element.style.setProperty("--leg", `${radius}px`);
    view.element.style.setProperty("--turn", `${angle + Math.PI}rad`);
    draw(view);
  });
  placeCallout();
}

function gather() {
  const all = stack;
  stack = [];
  for (const view of all) {
    view.spread = undefined;
    draw(view);
  }
  if (all.length) placeCallout();
}

// Who clicks on several at once sees them all before; the next click chooses.
function choose(view) {
  const all = view.spread ? [] : stackOf(view);
  if (all.length > 1) spreadOut(all); else send("select", { annotation: view.id });
}
map.on("zoomstart", gather);

// MARK: The callout

function showCallout(news) {
  // Who is at a button of the callout stays there when it says something else.
  const side = callout && news && key(news.id) === key(callout.id) && document.activeElement?.closest(".callout button")?.dataset.side;
  callout?.element.remove();
  callout = null;
  if (!news) return;
  const element = document.createElement("div");
  element.className = "callout";
  element.setAttribute("role", "dialog");
  element.setAttribute("aria-label", news.title);
  const part = side => {
    const accessory = news[side];
    if (!accessory) return null;
    if (accessory.image) {
      const [width, height] = accessory.size;
      return Object.assign(new Image(width, height), { src: pictureOf(accessory.image), alt: "" });
    }
    const isButton = accessory.symbol || accessory.button;
    const item = document.createElement(isButton ? "button" : "span");
    const signs = { contactAdd: "+", close: "×" };
    const names = { detailDisclosure: "Details", infoLight: "Information", infoDark: "Information", contactAdd: "Add", close: "Close" };
    item.textContent = accessory.button ?? accessory.text ?? signs[accessory.symbol] ?? "i";
    if (accessory.symbol && !signs[accessory.symbol]) item.className = "info";
    if (accessory.symbol) item.setAttribute("aria-label", names[accessory.symbol] ?? "Details");
    if (isButton) item.dataset.side = side;
    if (isButton) item.addEventListener("click", () => send("accessory", { side }));
    return item;
  };
  const text = document.createElement("div");
  text.className = "text";
  text.dir = "auto";
  const title = document.createElement("strong");
  title.textContent = news.title;
  text.append(title);
  const detail = part("detail");
  if (detail || news.subtitle) {
    const second = document.createElement("div");
    second.className = "second";
    second.dir = "auto";
    if (detail) second.append(detail); else second.textContent = news.subtitle;
    text.append(second);
  }
  element.append(...[part("left"), text, part("right")].filter(Boolean));
  L.DomEvent.disableClickPropagation(element);
  L.DomEvent.disableScrollPropagation(element);
  const opener = views.get(key(news.id))?.element;
  if (opener) opener.after(element); else pane.append(element);
  // A short title needs no more room than its words, or else the callout would be too narrow for what stands at its sides.
  text.style.flex = "none";
  text.style.flex = `1 1 ${Math.min(140, text.offsetWidth - 1)}px`;
  callout = { ...news, element };
  if (side) element.querySelector(`[data-side="${side}"]`)?.focus({ preventScroll: true });
  placeCallout();
  announcement.textContent = [news.title, news.subtitle].filter(Boolean).join(", ");
}

function placeCallout() {
  const view = callout && views.get(key(callout.id));
  if (!view) return;
  const { x, y } = map.layerPointToContainerPoint(place(view));
  const { offsetWidth: width, offsetHeight: height } = callout.element;
  const size = map.getSize();
  const [middleX, middleY, halfWidth, halfHeight] = [x + view.offset[0], y + view.offset[1], view.size[0] / 2, view.size[1] / 2];
  // What it belongs to is out of sight: it would point at nothing.
  const isOut = middleX + halfWidth < 0 || middleX - halfWidth > size.x || middleY + halfHeight < 0 || middleY - halfHeight > size.y;
  callout.element.classList.toggle("out", isOut);
  // Within the page, with its tip over the view, or under it where there is no room above, and beside the buttons where there is room.
  const tip = middleX + callout.offset[0];
  const [over, under] = [middleY - halfHeight + callout.offset[1] - height - 9, middleY + halfHeight + 9];
  const isUnder = over < 8 && under + height <= size.y - 8;
  callout.element.classList.toggle("under", isUnder);
  const top = isUnder ? under : over;
  let [left, right] = [8, size.x - 8 - width];
  for (const control of main.querySelectorAll(".leaflet-control-zoom, .control")) {
    const box = control.getBoundingClientRect();
    if (box.bottom < top || box.top > top + height) continue;
    if (box.left + box.right > size.x) right = Math.min(right, box.left - 8 - width); else left = Math.max(left, box.right + 8);
  }
  if (left > right) [left, right] = [8, Math.max(8, size.x - 8 - width)];
  const start = Math.max(left, Math.min(right, tip - width / 2));
  callout.element.style.setProperty("--tip", `${Math.max(16, Math.min(width - 16, tip - start))}px`);
  const corner = map.containerPointToLayerPoint([start, top]);
  callout.element.style.transform = `translate3d(${corner.x}px, ${corner.y}px, 0)`;
}

// MARK: Controls

// Texts, legends and buttons of the map's clients, each in its corner.
let corners = [];
function showControls(controls) {
  for (const corner of corners) corner.remove();
  corners = controls.map(news => {
    const element = document.createElement("div");
    element.className = `control ${news.kind}`;
    if (news.kind === "button") {
      const button = document.createElement("button");
      button.textContent = news.title;
      button.addEventListener("click", () => send("control", { control: news.id }));
      element.append(button);
    } else if (news.title) {
      const title = document.createElement(news.kind === "legend" ? "strong" : "span");
      title.textContent = news.title;
      element.append(title);
    }
    if (news.entries) {
      const list = document.createElement("ul");
      for (const entry of news.entries) {
        const item = document.createElement("li");
        const sample = document.createElement("i");
        sample.style.setProperty("--light", entry.light);
        sample.style.setProperty("--dark", entry.dark);
        item.append(sample, entry.title);
        list.append(item);
      }
      element.append(list);
    }
    return corner(element, news.position);
  });
}

function corner(element, position) {
  const control = new L.Control({ position: position.toLowerCase() });
  control.onAdd = () => {
    L.DomEvent.disableClickPropagation(element);
    L.DomEvent.disableScrollPropagation(element);
    return element;
  };
  return control.addTo(map);
}

// Where the browser is, if the map shows that and its user likes: the browser asks.
let locator = null;
let locating = null;
function offerLocation(offers) {
  if (offers === Boolean(locator)) return;
  if (!offers) {
    stopLocating();
    locator.remove();
    locator = null;
    return;
  }
  if (!navigator.geolocation || isViewer) return;
  const button = document.createElement("button");
  button.textContent = "◎";
  button.setAttribute("aria-label", "Show where I am");
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => locating === null ? startLocating(button) : stopLocating());
  const element = document.createElement("div");
  element.className = "control button locator";
  element.append(button);
  locator = corner(element, "topLeft");
  locator.button = button;
}

function startLocating(button) {
  button.setAttribute("aria-pressed", "true");
  locating = navigator.geolocation.watchPosition(({ coords }) => {
    say("");
    send("locate", {
      at: { latitude: coords.latitude, longitude: coords.longitude }, accuracyMeters: coords.accuracy, heading: coords.heading,
    });
  }, error => {
    say(error.code === error.PERMISSION_DENIED
      ? "This browser does not say where it is; allow this page to know your location." : "It is not known where this browser is.");
    setTimeout(() => say(""), 6000);
    if (error.code === error.PERMISSION_DENIED) stopLocating();
  }, { enableHighAccuracy: true });
}

function stopLocating() {
  if (locating !== null) navigator.geolocation.clearWatch(locating);
  locating = null;
  locator?.button.setAttribute("aria-pressed", "false");
}

// MARK: Limits

// Levels, the region in which the middle stays, and whether the map is fixed.
let limits = {};
const isFixed = () => Boolean(limits.fixed);
function takeLimits(news = {}) {
  if (JSON.stringify(news) === JSON.stringify(limits)) return;
  limits = news;
  // They are rounded: where the map is at one of them it is there exactly, so that the button there can say so.
  const exact = level => Math.abs(map.getZoom() - level) < 0.001 ? map.getZoom() : level;
  const [least, most] = (limits.levels ?? [0, 21]).map(exact);
  // What is shown goes into them with the frame that tells them.
  map.options.minZoom = least;
  map.options.maxZoom = most;
  map.fire("zoomlevelschange");
  for (const name of ["dragging", "keyboard", "boxZoom"]) map[name]?.[isFixed() ? "disable" : "enable"]();
  for (const name of ["scrollWheelZoom", "doubleClickZoom", "touchZoom"]) map.options[name] = isFixed() ? "center" : true;
}

// Where the middle of the map must be instead; null when it may be where it is.
function inside({ lat, lng }) {
  if (!limits.middle) return null;
  const { south, north, west } = limits.middle;
  const east = limits.middle.east + (limits.middle.east < west ? 360 : 0);
  const wrapped = lng + 360 * Math.round(((west + east) / 2 - lng) / 360);
  const back = L.latLng(Math.max(south, Math.min(north, lat)), lng + Math.max(west, Math.min(east, wrapped)) - wrapped);
  return map.latLngToContainerPoint(back).distanceTo(map.latLngToContainerPoint([lat, lng])) > 1 ? back : null;
}

// MARK: The socket

let socket = null;
let attempts = 0;
let own = 0; // our number among the pages of the map
const send = (method, params) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ method: `screen.${method}`, params }));
};
chart.onloading = () => send("tiles", {});
chart.onload = failed => send("tiles", { failed });
const greet = () => { const { x, y } = map.getSize(); if (x && y) send("hello", { size: [x, y], scale: devicePixelRatio }); };

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}${data.path}/socket?${query}`);
  socket.addEventListener("open", () => {
    attempts = 0;
    say("");
    for (const view of [...views.values()]) hide(view.id);
    greet();
    send("tiles", chart.failed === null ? {} : { failed: chart.failed });
  });
  socket.addEventListener("message", event => {
    const { method, params } = JSON.parse(event.data);
    if (method === "screen.frame") take(params);
    if (method === "screen.refuse") putBack(views.get(key(params.annotation)));
  });
  socket.addEventListener("close", () => {
    attempts += 1;
    say(attempts > 3 ? "The map is not there any more. Waiting for it…" : "Connecting again…");
    setTimeout(connect, Math.min(2000, 125 * 2 ** attempts));
  });
}

let isFollowing = false; // a move of ours that follows the map
let gesture = false;
let told = null; // where we said last that the map is
const isTold = ({ center, level }) => told && Math.abs(told.lat - center.latitude) < 1e-6
  && Math.abs(told.lng - center.longitude) < 1e-6 && Math.abs(told.level - level) < 0.001;
function take(frame) {
  if (frame.screen) own = frame.screen;
  isAlone = Boolean(frame.alone);
  say(said);
  takeLimits(frame.limits);
  const center = near(L.latLng(frame.center.latitude, frame.center.longitude));
  // What comes back of our own moves is behind them, but for the last: there we are, or go again when another move came between.
  const isOurs = frame.mover === own && frame.frame > 1 && !isTold(frame);
  if (!isOurs && !gesture && (Math.abs(map.getZoom() - frame.level) > 0.001
      || map.latLngToContainerPoint(center).distanceTo(map.getSize().divideBy(2)) > 1)) {
    isFollowing = true;
    goTo(center, frame.level);
    isFollowing = false;
  }
  const appearance = frame.appearance ?? "";
  const isRepainted = appearance !== chart.forced;
  if (isRepainted) {
    color(appearance);
    chart.forced = appearance;
  }
  if (frame.overlays !== overlays || isRepainted) {
    overlays = frame.overlays;
    chart.refresh();
  }
  if (isRepainted) chart.onappearance();
  if (frame.controls) showControls(frame.controls);
  offerLocation(Boolean(frame.locates));
  for (const id of frame.removed) hide(id);
  for (const view of frame.views) show(view, frame.frame === 1);
  if (frame.callout !== undefined) showCallout(frame.callout); else placeCallout();
  layLabels();
  order();
  paintSoon();
  send("ack", { frame: frame.frame });
}

// MARK: What people do

let lastTold = 0;
function tell(last) {
  if (isFollowing || isViewer) return;
  const now = performance.now();
  if (!last && now - lastTold < 33) return;
  lastTold = now;
  const { lat, lng } = map.getCenter().wrap();
  told = { lat, lng, level: map.getZoom() };
  send("show", { at: { latitude: lat, longitude: lng }, level: told.level, last });
}
map.on("movestart", () => { gesture = !isFollowing; });
map.on("move", () => {
  for (const view of views.values()) if (view.turn !== turnTo(view.held ?? view.at)) move(view);
  placeCallout();
  tell(false);
});
map.on("moveend", () => {
  gesture = false;
  const back = isFollowing ? null : inside(map.getCenter());
  if (back) goTo(back, map.getZoom()); else tell(true);
});
const follow = () => { for (const view of views.values()) move(view); placeCallout(); };
map.on("zoomanim", event => {
  // Leaflet scales its tiles; views keep their size and go to where they will be.
  for (const view of views.values()) {
    if (!view.element) continue;
    const { x, y } = map._latLngToNewLayerPoint(near(view.at), event.zoom, event.center);
    view.element.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }
});
map.on("zoom viewreset zoomend", () => { follow(); layLabels(); });
addEventListener("resize", () => {
  isFollowing = true;
  map.invalidateSize({ animate: false });
  isFollowing = false;
  greet();
  placeCallout();
});
// A sheet of paper is as large as the window, so that all that is to be seen is on it. It is light: there is no time to load other tiles then,
// so those of a dark map are turned over, in their hues.
if (document.adoptedStyleSheets) {
  const paper = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper];
  addEventListener("beforeprint", () => {
    const { x, y } = map.getSize();
    const light = chart.appearance() === "dark" ? ".leaflet-tile-pane { filter: invert(1) hue-rotate(180deg); }" : "";
    paper.replaceSync(`@page { size: ${x}px ${y}px; margin: 0; } @media print { ${light} }`);
  });
}
map.on("click", event => {
  if (justDragged) {
    justDragged = false;
    return;
  }
  const sprite = spriteAt(event.containerPoint);
  if (sprite && !sprite.disabled) return choose(sprite);
  gather();
  const { lat, lng } = event.latlng.wrap();
  send("tap", { at: { latitude: lat, longitude: lng } });
});

const viewOf = target => target.closest?.(".view")?.viewOf;
pane.addEventListener("click", event => {
  const view = viewOf(event.target);
  if (!view) return;
  event.stopPropagation();
  if (!view.disabled && !justDragged) choose(view);
});
pane.addEventListener("keydown", event => {
  const view = viewOf(event.target);
  if (view && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    send("select", { annotation: view.id });
  }
});
addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  if (drag) return endDrag("cancel");
  gather();
  // Who was in the callout is at its view again.
  if (callout?.element.contains(document.activeElement)) views.get(key(callout.id))?.element.focus();
  send("deselect", {});
});

// A mouse drags a view at once. A finger rests on it for half a second before, so that a swipe that begins on a view pans the map.
let drag = null;
let justDragged = false;
const restTime = 500;
pane.addEventListener("pointerdown", event => press(event, viewOf(event.target), event.target));
// What is drawn for want of nodes gets one when it is pressed and can be dragged.
main.addEventListener("pointerdown", event => {
  justDragged = false;
  const box = main.getBoundingClientRect();
  const view = viewOf(event.target) ? null : spriteAt({ x: event.clientX - box.left, y: event.clientY - box.top });
  if (!view?.draggable || isViewer || event.target.closest(".leaflet-control, .callout")) return;
  giveNode(view);
  draw(view);
  paintSoon();
  press(event, view, view.element);
}, true);
function press(event, view, target) {
  justDragged = false;
  if (drag?.lifted) return;
  // A second finger zooms.
  endDrag("cancel");
  if (!view?.draggable || isViewer || event.button > 0 || !event.isPrimary) return;
  const start = { x: event.clientX, y: event.clientY };
  drag = { view, start, target, pointer: event.pointerId, lifted: false };
  if (event.pointerType === "touch") {
    drag.rest = setTimeout(() => {
      if (gesture) return endDrag("cancel");
      hold();
      lift();
    }, restTime);
    return;
  }
  event.stopPropagation();
  hold();
}
function hold() {
  map.dragging.disable();
  drag.rest = undefined;
  drag.offset = map.latLngToContainerPoint(near(drag.view.at)).add(drag.view.spread ?? [0, 0]);
  drag.target.setPointerCapture(drag.pointer);
}
function lift() {
  drag.lifted = true;
  drag.view.element.classList.add("dragging");
  send("lift", { annotation: drag.view.id });
}
pane.addEventListener("pointermove", event => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const [dx, dy] = [event.clientX - drag.start.x, event.clientY - drag.start.y];
  const way = Math.hypot(dx, dy);
  if (drag.rest) return way > 10 ? endDrag("cancel") : undefined;
  if (!drag.lifted) {
    if (way < 5) return;
    lift();
  }
  drag.view.held = map.containerPointToLatLng([drag.offset.x + dx, drag.offset.y + dy]);
  move(drag.view);
  placeCallout();
  const { lat, lng } = drag.view.held.wrap();
  send("carry", { at: { latitude: lat, longitude: lng } });
});
// A finger that rests asks for no menu.
pane.addEventListener("contextmenu", event => { if (drag) event.preventDefault(); });
function endDrag(how) {
  if (!drag) return;
  const { view, lifted, rest } = drag;
  clearTimeout(rest);
  drag = null;
  if (!isFixed()) map.dragging.enable();
  if (!lifted) return;
  justDragged = true;
  if (how === "drop") view.at = view.held ?? view.at;
  view.held = undefined;
  view.element.classList.remove("dragging");
  if (view.spread) gather();
  move(view);
  send(how, {});
}
// The daemon lets nobody drag this now, such as what is dragged on another page.
function putBack(view) {
  if (!view) return;
  if (drag?.view === view) endDrag("cancel");
  view.at = view.known;
  move(view);
  placeCallout();
}
pane.addEventListener("pointerup", event => { if (drag?.pointer === event.pointerId) endDrag("drop"); });
pane.addEventListener("pointercancel", () => endDrag("cancel"));

connect();
})();
