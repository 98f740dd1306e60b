// The same hands under other rules: one panel a ruleset, and further rulesets to add.

function render(context) {
  return mount(context, "rejudge", (root, act) => {
    const heading = make("h2"), text = make("p", { class: "muted", role: "status" });
    const show = control("button", { class: "btn" });
    const panels = make("div", { class: "vs", role: "group" });
    const note = make("p", { class: "small muted nt" }), legend = make("div", { class: "legend", role: "group" });
    const more = control("button", { class: "btn plain morebtn", "aria-expanded": "false" });
    const others = make("div", { class: "others", role: "group", hidden: true });
    const extra = make("div", { class: "more noprint" }, more, others);
    root.append(make("div", { class: "secd" }, heading, text), show, panels, note, legend, extra);
    show.addEventListener("click", () => act("show"));
    more.addEventListener("click", () => { others.hidden = !others.hidden; put(more, "aria-expanded", String(!others.hidden)); });
    others.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) act(button.getAttribute("aria-pressed") === "true" ? "remove" : "add", button.dataset.id);
    });

    let scene = null;
    const newPanel = () => {
      const remove = control("button", { class: "btn sq bare rm" });
      const panel = make("article", { class: "v", tabindex: -1 }, make("h3"), make("div", { class: "t" }),
        make("div", { class: "who" }, make("b"), make("span")), make("p", { class: "why" }),
        make("table", { class: "tv" }), make("div", { class: "so" }), remove);
      remove.addEventListener("click", () => { act("remove", panel.dataset.id); more.focus(); });
      return panel;
    };
    const drawPanel = (panel, data) => {
      const [name, tag, who, why, table, source, remove] = panel.children;
      panel.className = `v focus ${data.state}`;
      panel.dataset.id = data.id;
      put(panel, "aria-label", data.label);
      draw(name, data.flag);
      if (name.lastChild.nodeName !== "SPAN") name.append(make("span"));
      say(name.lastChild, data.name);
      draw(tag, data.tag);
      say(who.firstChild, data.who);
      put(who.firstChild, "class", data.who.length > 12 ? "long" : null);
      say(who.lastChild, data.what);
      put(who.lastChild, "class", data.kind);
      say(why, data.why);
      table.hidden = !data.rows.length;
      table.replaceChildren(make("tbody", {}, ...data.rows.map((row) => make("tr", { class: row.hit ? "hit" : "" },
        make("th", { scope: "row" }, row.name), make("td", { class: `num${row.alt ? " alt" : ""}` }, row.value)))));
      drawSource(source, data.source);
      remove.hidden = !data.remove;
      if (data.remove) { draw(remove, scene.cross); put(remove, "aria-label", data.remove); put(remove, "title", data.remove); }
    };
    const drawSource = (box, source) => {
      const drawn = JSON.stringify(source);
      if (box.drawn === drawn) return;
      box.drawn = drawn;
      if (!source) { box.replaceChildren(); return; }
      const head = make("summary", { class: "focus", "data-lm-suppress-shortcuts": "true" });
      head.innerHTML = source.html;
      box.replaceChildren(make("details", {}, head, make("p", { class: "small muted" }, source.question),
        make("p", {}, make("b", {}, source.answer)), make("p", { class: "small muted" }, source.marked),
        source.note ? make("p", { class: "small" }, source.note) : null));
    };
    // The figures 1 to 6 at the table lead to the panels.
    const lead = (event) => {
      const panel = panels.children[event.detail - 1];
      if (panel) { panel.focus({ preventScroll: true }); panel.scrollIntoView({ block: "nearest" }); }
    };
    window.addEventListener("t31-panel", lead);

    return {
      draw(next) {
        scene = next;
        root.hidden = !scene.heading;
        if (!scene.heading) return;
        say(heading, scene.heading);
        say(text, scene.text);
        show.hidden = !scene.ask;
        if (scene.ask) say(show, scene.ask);
        put(panels, "aria-label", scene.label);
        const have = new Map([...panels.children].map((panel) => [panel.dataset.id, panel]));
        const wanted = scene.panels.map((data) => {
          const panel = have.get(data.id) || newPanel();
          drawPanel(panel, data);
          return panel;
        });
        if (wanted.length !== panels.children.length || wanted.some((panel, i) => panels.children[i] !== panel)) panels.replaceChildren(...wanted);
        say(note, scene.note);
        note.hidden = !scene.note;
        legend.hidden = !wanted.length;
        put(legend, "aria-label", scene.legend.label);
        draw(legend, scene.legend.html);
        extra.hidden = !scene.more;
        if (!scene.more) return;
        draw(more, scene.more.html);
        put(others, "aria-label", scene.more.label);
        if (others.children.length !== scene.more.options.length) others.replaceChildren(...scene.more.options.map(() => control("button", { class: "btn plain" })));
        scene.more.options.forEach((option, i) => {
          const button = others.children[i];
          draw(button, option.html);
          put(button, "data-id", option.id);
          put(button, "aria-pressed", String(option.on));
          button.classList.toggle("cur", option.on);
        });
      },
      close() { window.removeEventListener("t31-panel", lead); },
    };
  });
}

export default { render };
