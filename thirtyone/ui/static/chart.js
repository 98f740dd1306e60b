// A chart inside a widget: marimo draws it, as an element of its own that any page of marimo knows.
// Where there is no such element (JupyterLab), the table below stands for it.

const VEGA = "application/vnd.vegalite.v6+json", DRAWER = "marimo-mime-renderer";

function canDraw() { return Boolean(customElements.get(DRAWER)); }

// A box with one picture. The old one stays until the new one is drawn, so nothing flickers.
function chartBox() {
  // The drawing itself speaks English only; to whoever hears the page it is one picture with a name.
  const box = make("div", { class: "chart", role: "img" });
  let shown = null, wanted = "", frame = 0;
  const place = (next) => {
    cancelAnimationFrame(frame);
    const look = () => {
      if (next.parentNode !== box) return;
      if (!next.shadowRoot?.querySelector("svg.marks")) { frame = requestAnimationFrame(look); return; }
      next.classList.remove("coming");
      shown = next;
      for (const other of [...box.children]) if (other !== next) other.remove();
      box.style.minHeight = "";
      box.dataset.drawn = String(Number(box.dataset.drawn || 0) + 1);
    };
    look();
  };
  return {
    node: box,
    draw(spec, label) {
      put(box, "aria-label", label);
      const text = JSON.stringify(spec);
      if (text === wanted) return;
      wanted = text;
      for (const other of [...box.children]) if (other !== shown) other.remove();
      const next = document.createElement(DRAWER);
      next.dataset.mime = JSON.stringify(VEGA);
      next.dataset.data = text;
      next.className = shown ? "coming" : "";
      if (shown) box.style.minHeight = `${box.offsetHeight}px`;
      box.append(next);
      place(next);
    },
    close() { cancelAnimationFrame(frame); },
  };
}

