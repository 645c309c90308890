// Shows the daemon's page of a map in a frame. What Python has to say stands below it, as text.
const allows = (source, origin) =>
  source === "*" ? /^https?:/.test(origin) : source.endsWith(":") ? origin.startsWith(source) : source === origin;

// A page may be in a frame only if it allows all that are around it; else browsers show a blank one and say nothing.
function stranger(sources) {
  const around = [location.origin, ...(location.ancestorOrigins ?? [])];
  return around.find(origin => !sources.some(source => allows(source, origin)));
}

function render({ model, el }) {
  const trouble = document.createElement("pre");
  Object.assign(trouble.style, { margin: 0, maxHeight: "16em", overflow: "auto", whiteSpace: "pre-wrap", color: "#d32f2f" });
  trouble.setAttribute("role", "alert");
  el.style.width = "100%";

  const origin = stranger(model.get("frames"));
  if (origin) {
    trouble.textContent = `The daemon does not let ${origin} show its maps. ` +
      `Start it with\n\n    geocoded --http ${model.get("host")} --allow-frame ${origin}`;
    el.append(trouble);
    return;
  }

  const frame = document.createElement("iframe");
  Object.assign(frame, { title: "Map", allow: "geolocation", referrerPolicy: "no-referrer", src: model.get("page") });
  Object.assign(frame.style, { display: "block", width: "100%", border: 0 });
  const update = () => {
    frame.style.height = `${model.get("height")}px`;
    trouble.textContent = model.get("trouble");
    trouble.hidden = !trouble.textContent;
  };
  update();
  model.on("change:height", update);
  model.on("change:trouble", update);
  el.append(frame, trouble);
  return () => {
    model.off("change:height", update);
    model.off("change:trouble", update);
  };
}

export default { render };
