// Strips: where the hand stands among all hands of each ruleset. A table says the same in figures.

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1000;                     // the strips are drawn on a thousand units and stretched

function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// blocks: [start, width] of every hand value, worst first, in thousandths; at: the hand's own block.
function strip(row) {
  const svg = shape("svg", { class: "st", viewBox: `0 0 ${WIDE} 36`, preserveAspectRatio: "none", role: "img", "aria-label": row.label });
  row.blocks.forEach(([x, width], i) => {
    if (i === row.at) return;
    svg.append(shape("rect", { class: i < row.at ? "b" : "h", x, y: 8, width: Math.max(width - 0.8, 0.3), height: 20 }));
  });
  const [x, width] = row.blocks[row.at];
  const own = Math.max(width, 5);      // a hand in a thousand must still be seen
  svg.append(shape("rect", { class: "e", x: Math.min(x, WIDE - own), y: 2, width: own, height: 32 }));
  svg.append(shape("line", { class: "hf", x1: WIDE / 2, x2: WIDE / 2, y1: 0, y2: 36 }));
  return svg;
}

function render(context) {
  return mount(context, "strips", (root, act) => {
    const heading = make("h2"), lede = make("p", { class: "muted" });
    const axis = make("div", { class: "sr hd small muted", "aria-hidden": "true" });
    const rows = make("div", { class: "rows" });
    const table = make("div", { class: "tbl", hidden: true });
    const legend = make("div", { class: "legend" });
    const toggle = control("button", { class: "btn plain noprint", "aria-expanded": "false" });
    root.append(make("div", { class: "secd" }, heading, lede), axis, rows, legend, toggle, table);
    let scene = null;
    const drawn = new Map();           // id -> [what was drawn, its node]

    toggle.addEventListener("click", () => { table.hidden = !table.hidden; drawToggle(); });
    const drawToggle = () => {
      put(toggle, "aria-expanded", String(!table.hidden));
      draw(toggle, table.hidden ? scene.toggle.show : scene.toggle.hide);
    };

    const rowNode = (row) => {
      const name = make("div", { class: "sn" });
      name.innerHTML = row.flag;
      name.append(make("b", {}, row.name));
      if (!row.blocks) return make("div", { class: "sr none" }, name, make("div", { class: "sw muted" }, row.label), make("div"));
      const ticks = make("div", { class: "stl", "aria-hidden": "true" });
      ticks.append(...row.ticks.map(([at, text]) => {
        const tick = make("span", {}, text);
        tick.style.left = `${at}%`;
        return tick;
      }));
      return make("div", { class: "sr" }, name, make("div", { class: "sw" }, strip(row), ticks),
        make("div", { class: "sp" }, make("b", {}, row.main), make("span", { class: "small muted num" }, row.detail)));
    };

    const drawRows = () => {
      const nodes = scene.rows.map((row) => {
        const key = JSON.stringify(row), had = drawn.get(row.id);
        if (had && had[0] === key) return had[1];
        const node = rowNode(row);
        drawn.set(row.id, [key, node]);
        return node;
      });
      rows.replaceChildren(...nodes);
    };

    const drawTable = () => {
      const cell = (tag, text, attributes = {}) => make(tag, attributes, text);
      table.replaceChildren(make("table", {},
        make("caption", {}, scene.table.caption),
        make("thead", {}, make("tr", {}, ...scene.table.columns.map((text) => cell("th", text, { scope: "col" })))),
        make("tbody", {}, ...scene.table.rows.map(([first, ...rest]) => make("tr", {},
          cell("th", first, { scope: "row" }), ...rest.map((text) => cell("td", text, { class: "num" })))))));
    };

    return {
      draw(next) {
        scene = next;
        say(heading, scene.heading);
        say(lede, scene.lede);
        axis.replaceChildren(make("div"), make("div", { class: "ax" }, ...scene.axis.map((text) => make("span", {}, text))), make("div"));
        axis.hidden = !scene.rows.length;
        drawRows();
        draw(legend, scene.legend);
        legend.hidden = toggle.hidden = !scene.rows.length;
        if (!scene.rows.length) table.hidden = true;
        drawToggle();
        drawTable();
      },
    };
  });
}

export default { render };
