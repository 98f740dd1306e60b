// Joins a notebook to what is around it. In the explorer that is the bar and the address, and this
// stays invisible. A notebook that runs by itself has neither: then two small selects are drawn here.
// prefs, back: browser -> Python. url, controls, notice: Python -> browser.
const ownAddress = (values, push) => {
  const url = new URL(location.href);
  for (const [k, v] of Object.entries(values)) v === null || v === "" ? url.searchParams.delete(k) : url.searchParams.set(k, v);
  if (url.href !== location.href) history[push ? "pushState" : "replaceState"](history.state, "", url);
};

function drawControls(model, el, send) {
  const bar = document.createElement("div"), notice = document.createElement("p");
  bar.className = "t31-controls";
  notice.setAttribute("role", "status");
  el.append(bar, notice);
  const draw = () => {
    notice.textContent = model.get("notice");
    const held = bar.getRootNode().activeElement?.name;
    bar.replaceChildren(...model.get("controls").map(({ name, label, value, options }) => {
      const box = document.createElement("label"), select = document.createElement("select");
      select.name = name;
      select.replaceChildren(...options.map(([v, text]) => new Option(text, v, false, v === value)));
      // JupyterLab and marimo's editor listen for single keys; they must not take those of a select.
      select.dataset.lmSuppressShortcuts = "true";
      select.addEventListener("keydown", (e) => e.stopPropagation());
      select.addEventListener("change", () => {
        ownAddress({ [name]: select.value });
        send("prefs", { ...model.get("prefs"), [name]: select.value });
      });
      box.append(Object.assign(document.createElement("span"), { textContent: label }), select);
      return box;
    }));
    if (held) bar.querySelector(`[name=${held}]`)?.focus();
  };
  model.on("change:controls", draw);
  draw();
  return () => model.off("change:controls", draw);
}

function render({ model, el }) {
  const frame = window.t31;
  const send = (k, v) => { model.set(k, v); model.save_changes(); };
  const onPop = () => send("back", { ...Object.fromEntries(new URLSearchParams(location.search)), at: performance.now() });
  const onUrl = () => {
    const { push, n, ...values } = model.get("url");
    if (n) (frame?.address ?? ownAddress)(values, push);
  };
  addEventListener("popstate", onPop);
  model.on("change:url", onUrl);
  const undo = [() => removeEventListener("popstate", onPop), () => model.off("change:url", onUrl)];
  if (frame) {
    el.hidden = true;
    const known = Object.keys(model.get("prefs"));
    const told = () => Object.fromEntries(known.map((k) => [k, frame.prefs[k]]));
    const onPrefs = () => send("prefs", told());
    addEventListener("t31:prefs", onPrefs);
    undo.push(() => removeEventListener("t31:prefs", onPrefs));
    const onKept = () => { if (frame.house) send("own", frame.house.list()); };
    addEventListener("t31:house", onKept);
    undo.push(() => removeEventListener("t31:house", onKept));
    if (frame.house?.list().length) onKept();
    const had = model.get("prefs");   // something may have been chosen between the page's request and now
    if (known.some((k) => frame.prefs[k] !== had[k])) onPrefs();
  } else {
    undo.push(drawControls(model, el, send));
  }
  return () => undo.forEach((f) => f());
}
export default { render };
