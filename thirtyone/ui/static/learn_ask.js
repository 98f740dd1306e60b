// A question: guess, then see. 1 to 4 answer while the focus is in it, Enter goes on afterwards.

function askPart(page) {
  const heading = make("h2", { tabindex: -1, class: "focus", id: `t31-q-${Math.random().toString(36).slice(2, 8)}` });
  const hint = make("p", { class: "muted small" }), setup = make("div", { class: "setup" });
  const hands = make("div", { class: "qh" }), options = make("div", { class: "ans", role: "group" });
  const reveal = make("div", { class: "rev" }), keys = make("p", { class: "small muted keys" });
  const foot = make("div", { class: "qf" });
  const root = make("section", { class: "quiz", "aria-labelledby": heading.id }, heading, hint, setup, hands, options, reveal, keys, foot);
  let data = null;

  const drawHands = () => {
    const groups = data.hands.map(({ name, cards }) => {
      const box = make("div", { class: "qc" });
      box.innerHTML = cards;
      return make("div", { class: "qg" }, name ? make("b", {}, name) : null, box);
    });
    if (data.table) {
      const box = make("div", { class: "qc" });
      box.innerHTML = data.table;
      groups.push(make("div", { class: "qg open" }, make("span", { class: "muted" }, data.table_label), box));
    }
    hands.className = `qh${data.big ? " big" : ""}`;
    hands.replaceChildren(...groups);
  };
  const drawOptions = () => {
    options.className = `ans ${data.layout}`;
    put(options, "aria-label", data.label);
    if (options.children.length !== data.options.length) {
      options.replaceChildren(...data.options.map((_, i) => {
        const button = control("button", { class: "btn" }, make("span", { class: "ox" }), make("small"));
        button.addEventListener("click", () => { if (!data.over) page.act("answer", String(i)); });
        return button;
      }));
    }
    data.options.forEach((option, i) => {
      const button = options.children[i], [text, note] = button.children;
      button.className = `btn ${option.state}${option.mine ? " mine" : ""}`;
      text.innerHTML = option.check + option.sign;
      text.append(make("span", {}, option.text));
      say(note, option.note);
      note.classList.toggle("vh", option.state === "right" && !option.mine);
      put(button, "aria-disabled", data.over ? "true" : null);
      put(button, "aria-pressed", data.over ? String(option.mine) : null);
    });
  };
  const drawReveal = () => {
    const told = data.reveal;
    reveal.hidden = !told;
    if (!told) { reveal.replaceChildren(); return; }
    const sources = told.sources.map(({ flag, name, text }) => {
      const line = make("p", { class: "alt" });
      line.innerHTML = flag;
      line.append(make("span", {}, make("b", {}, name), ` ${text}`));
      return line;
    });
    reveal.className = `rev ${told.right ? "ok" : "no"}`;
    reveal.replaceChildren(make("p", {}, make("b", {}, told.verdict), told.why ? ` ${told.why}` : ""), ...told.given.map((text) => make("p", {}, text)), ...sources);
  };
  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const number = Number(event.key), inOptions = options.contains(event.target) || event.target === heading;
    if (!data.over && number >= 1 && number <= data.options.length) {
      event.preventDefault(); event.stopPropagation();
      options.children[number - 1].focus();
      page.act("answer", String(number - 1));
    } else if (data.over && event.key === "Enter" && inOptions) {
      event.preventDefault(); event.stopPropagation();
      page.onward();
    }
  });

  return {
    root, foot,
    focus() { heading.focus({ preventScroll: true }); },
    draw(next) {
      const other = !data || data.id !== next.id, same = !other && JSON.stringify(data) === JSON.stringify(next);
      data = next;
      if (same) return;
      say(heading, data.prompt);
      say(hint, data.hint);
      hint.hidden = data.over;
      say(keys, data.keys);
      const text = JSON.stringify(data.setup);
      if (setup.made !== text) { setup.made = text; setup.replaceChildren(...data.setup.map((line) => make("p", {}, line))); }
      setup.hidden = !data.setup.length;
      const cards = JSON.stringify([data.hands, data.table, data.big]);
      if (hands.made !== cards) { hands.made = cards; drawHands(); }
      if (other) options.replaceChildren();
      drawOptions();
      drawReveal();
    },
  };
}
