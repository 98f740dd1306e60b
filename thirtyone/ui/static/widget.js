// Shared by all our widgets; each widget's own file follows below in the same module.
// No words and no rules in here: text comes in the scene, what an act means is decided in Python.

// An element with attributes and children. A value of false or null leaves the attribute out.
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) put(node, name, value);
  node.append(...children.filter((child) => child != null));
  return node;
}

// Set an attribute only where it changes, so that screen readers are not told the same twice.
function put(node, name, value) {
  if (value == null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
}

// An address to give away: it tells in which version it was written (web/prefs.py, LINK_VERSION).
function versioned(address) {
  const url = new URL(address);
  url.searchParams.set("v", "1");
  return url.href;
}

function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Drawings come from Python as SVG text of our own making.
function draw(node, svg) {
  if (node.drawn !== svg) { node.innerHTML = svg; node.drawn = svg; }
}

// A control that can take the focus. The attribute keeps JupyterLab's one-letter commands away
// ("d d" deletes a cell); it has to be on the control itself, a wrapper does not help.
function control(tag, attributes = {}, ...children) {
  const type = tag === "button" ? { type: "button" } : {};
  return make(tag, { ...type, "data-lm-suppress-shortcuts": "true", ...attributes }, ...children);
}

// Acts go up one message at a time; what is done meanwhile waits and goes together in the next.
// A message that got lost on its way goes once more: one that had arrived is known there, and
// nothing is done twice. A kernel that died and is back must not block for ever.
const PATIENCE = 5000, TRIES = 3;
function courier(model) {
  const waiting = [];
  let sent = 0, tries = 0, timer = 0;
  const post = (intent) => {
    clearTimeout(timer);
    model.set("intent", intent);
    model.save_changes();
    timer = setTimeout(() => {
      tries += 1;
      if (tries < TRIES) post({ ...intent }); else { sent = 0; pump(); }
    }, PATIENCE);
  };
  const pump = () => {
    if ((sent && !tries) || !waiting.length) return;
    const last = (model.get("intent") || {}).n || 0;
    sent = Math.max(last, (model.get("scene") || {}).ack || 0) + 1;
    tries = 0;
    post({ n: sent, do: waiting.splice(0) });
  };
  return {
    act(...what) { waiting.push(what); pump(); },
    arrived() {
      if (((model.get("scene") || {}).ack || 0) < sent) return;
      clearTimeout(timer);
      sent = 0;
      pump();
    },
    close() { clearTimeout(timer); },
  };
}

// The nearest ancestor's value of a data attribute, out through shadow roots.
function inherited(node, name) {
  for (let at = node; at; at = at.parentNode || at.host) {
    const value = at.dataset && at.dataset[name];
    if (value) return value;
  }
  return null;
}

// Keep the root in the look of its host: our frame says data-theme, marimo has a class on the body,
// JupyterLab a data attribute; else the device decides. Returns the clean-up.
function followLook(host, root) {
  const device = matchMedia("(prefers-color-scheme: dark)");
  const look = () => {
    const said = inherited(host, "theme"), body = document.body;
    const jupyter = body.dataset.jpThemeLight;
    const dark = said === "dark" || said === "light" ? said === "dark"
      : said ? device.matches
      : jupyter ? jupyter === "false"
      : body.classList.contains("dark") ? true
      : body.classList.contains("light") ? false
      : device.matches;
    put(root, "data-theme", dark ? "dark" : "light");
    put(root, "data-suits", inherited(host, "suits"));
    put(root, "data-view", inherited(host, "view"));
  };
  const watch = new MutationObserver(look);
  const options = { attributes: true, attributeFilter: ["class", "data-theme", "data-suits", "data-view", "data-jp-theme-light"] };
  watch.observe(document.documentElement, options);
  watch.observe(document.body, options);
  device.addEventListener("change", look);
  look();
  return () => { watch.disconnect(); device.removeEventListener("change", look); };
}

// The frame of a widget: root, look, scene. draw(scene) runs now and for every new scene.
function mount({ model, el }, name, build) {
  const root = make("div", { class: `t31w ${name}` });
  el.append(root);
  const post = courier(model);
  const { draw, close } = build(root, post.act);
  const onScene = () => {
    const scene = model.get("scene");
    if (scene && scene.lang) { put(root, "lang", scene.lang); draw(scene); }
    post.arrived();
  };
  const forget = followLook(el, root);
  model.on("change:scene", onScene);
  onScene();
  return () => {
    model.off("change:scene", onScene);
    forget();
    post.close();
    if (close) close();
    root.remove();
  };
}

