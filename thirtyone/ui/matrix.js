// The rules side by side: a table where there is room, else one block a question; and the window
// behind a cell. Which of the two is drawn depends on the width and the number of columns.

const FIRST = 180, COLUMN = 112;   // pixels that the questions and each ruleset need

function render(context) {
  return mount(context, "matrix", (root, act) => {
    const title = make("h1", { class: "title" }), lede = make("p", { class: "lede" });
    const house = make("a", { class: "btn plain", hidden: true });
    const toggle = control("input", { type: "checkbox", role: "switch" });
    const only = make("label", { class: "swt" }, toggle, make("i"), make("span"));
    const shown = make("p", { class: "small muted num shown", role: "status" });
    const field = control("input", { class: "inp", type: "search", autocomplete: "off", spellcheck: "false", maxlength: 60 });
    const find = make("label", { class: "find" }, make("span", { class: "si" }), field);
    const more = control("button", { class: "btn plain morebtn", "aria-expanded": "false" });
    const others = make("div", { class: "others", role: "group", hidden: true });
    const legend = make("div", { class: "legend", role: "group" });
    const note = make("div", { class: "note noprint", role: "alert" });
    const table = make("div", { class: "mxw" });
    const pop = make("div", { class: "pop", role: "dialog", hidden: true, tabindex: -1 });
    root.append(make("div", { class: "top" }, make("div", {}, title, lede), house),
      make("div", { class: "ctl" }, only, shown, find, more, legend), others, note, table, pop);

    let scene = null, open = null, wide = null, at = null;   // open, at: [path, id]
    const keyOf = (path, id) => `${path} ${id}`;
    const cells = () => [...table.querySelectorAll("button.c")];
    const cellOf = (path, id) => cells().find((cell) => cell.dataset.key === keyOf(path, id));

    // ---- controls
    toggle.addEventListener("change", () => act("only", toggle.checked ? "on" : "off"));
    let waiting = 0;
    field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => act("find", field.value), 120); });
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape" && field.value) { event.preventDefault(); field.value = ""; act("find", ""); }
    });
    more.addEventListener("click", () => {
      others.hidden = !others.hidden;
      put(more, "aria-expanded", String(!others.hidden));
    });
    others.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button && !button.hasAttribute("aria-disabled")) act("column", button.dataset.id);
    });

    const drawControls = () => {
      say(title, scene.title);
      say(lede, scene.lede);
      say(house, scene.house.label);
      put(house, "href", scene.house.href);
      house.hidden = !window.t31;          // a page of its own in the explorer, nowhere else
      say(only.lastChild, scene.only.label);
      toggle.checked = scene.only.on;
      say(shown, scene.shown);
      draw(find.firstChild, scene.search.icon);
      put(field, "aria-label", scene.search.label);
      put(field, "placeholder", scene.search.label);
      if (scene.search.turn !== field.turn) { field.value = scene.search.value; field.turn = scene.search.turn; }
      draw(more, scene.choose.html);
      put(others, "aria-label", scene.choose.label);
      put(legend, "aria-label", scene.legend.label);
      draw(legend, scene.legend.html);
      const have = new Map([...others.children].map((button) => [button.dataset.id, button]));
      const buttons = scene.choose.options.map((option) => {
        const button = have.get(option.id) || control("button", { class: "btn plain", "data-id": option.id });
        draw(button, option.html);
        put(button, "title", option.title);
        put(button, "aria-pressed", String(option.on));
        put(button, "aria-disabled", option.fixed ? "true" : null);
        button.classList.toggle("cur", option.on);
        return button;
      });
      if (buttons.some((button, i) => others.children[i] !== button) || others.children.length !== buttons.length) others.replaceChildren(...buttons);
      if (!scene.message) note.replaceChildren();
      else {
        const box = make("div", { class: "msg" });
        box.innerHTML = scene.message.icon;
        box.append(make("p", { class: "hd" }, scene.message.text));
        note.replaceChildren(box);
      }
    };

    // ---- the table, or the blocks
    const named = (column) => {
      const line = make("i");
      line.innerHTML = column.flag;
      if (column.home) line.append(make("em", {}, scene.yours));
      return [line, make("span", {}, column.name)];
    };
    const cellButton = (row, cell, column) => {
      const button = control("button", { class: "c", "data-key": keyOf(row.path, column.id), "data-path": row.path, "data-id": column.id,
        "aria-haspopup": "dialog", "aria-expanded": "false", tabindex: -1, "aria-label": cell.label });
      button.append(make("span", { class: "tx" }, cell.text));
      if (cell.mark) button.insertAdjacentHTML("beforeend", scene.marks[cell.mark]);
      return button;
    };
    const drawTable = () => {
      const head = make("tr", {}, make("th", { scope: "col", class: "q" }, make("span", { class: "vh" }, scene.head)),
        ...scene.columns.map((column) => make("th", { scope: "col", class: column.home ? "hm" : null }, ...named(column))));
      const bodies = scene.groups.map((group) => {
        const rows = group.rows.map((row) => make("tr", {}, make("th", { scope: "row" }, row.question),
          ...row.cells.map((cell, i) => make("td", { class: cell.state },
            cell.k === null ? make("span", { class: "no", title: cell.label }, make("span", { "aria-hidden": "true" }, cell.text), make("span", { class: "vh" }, cell.label))
              : cellButton(row, cell, scene.columns[i])))));
        if (group.figures) rows.push(make("tr", { class: "fig" }, make("th", { scope: "row" }, group.figures.question),
          ...group.figures.cells.map((cell) => make("td", { class: `num ${cell.state}` }, make("span", { class: "no" }, cell.text)))));
        return make("tbody", {}, make("tr", { class: "g" }, make("th", { scope: "rowgroup", colspan: scene.columns.length + 1 }, group.name)), ...rows);
      });
      const many = scene.groups.reduce((sum, group) => sum + group.rows.length, 0) > 26;
      const grid = make("table", { class: many ? "mx many" : "mx", role: "grid", "aria-label": scene.label }, make("thead", {}, head), ...bodies);
      grid.style.setProperty("--columns", scene.columns.length);
      return [grid];
    };
    const drawBlocks = () => scene.groups.map((group) => make("section", { class: "grp" }, make("h2", {}, group.name),
      ...group.rows.map((row) => {
        const answers = new Map();
        row.cells.forEach((cell, i) => {
          if (cell.k === null) return;
          if (!answers.has(cell.k)) answers.set(cell.k, []);
          answers.get(cell.k).push([cell, scene.columns[i]]);
        });
        const items = [...answers.values()].sort((a, b) => b.some(([, column]) => column.home) - a.some(([, column]) => column.home));
        return make("article", { class: "q" }, make("h3", {}, row.question), make("ul", {}, ...items.map((list) => {
          const state = list.some(([cell]) => cell.state === "home") ? "home" : list[0][0].state;
          return make("li", { class: state }, make("b", {}, list[0][0].text), make("div", {}, ...list.map(([cell, column]) => {
            const button = cellButton(row, cell, column);
            const text = make("span", { class: "tx" }, column.name);
            button.replaceChildren(text);
            button.insertAdjacentHTML("afterbegin", column.flag);
            if (cell.mark) button.insertAdjacentHTML("beforeend", scene.marks[cell.mark]);
            put(button, "aria-label", `${cell.text}. ${cell.chip || column.name}`);
            return button;
          })));
        })));
      }),
      group.figures ? make("article", { class: "q fig" }, make("h3", {}, group.figures.question), make("ul", {},
        ...group.figures.cells.map((cell, i) => cell.state === "home" ? null : make("li", { class: cell.state },
          make("div", {}, make("span", { class: "tx" }, scene.columns[i].name), make("b", { class: "num" }, cell.text)))))) : null));
    const drawNothing = () => {
      const button = control("button", { class: "btn pri" }, scene.nothing.button);
      button.addEventListener("click", () => { act("all"); toggle.focus(); });
      return [make("div", { class: "nothing" }, make("p", { class: "hd" }, scene.nothing.text),
        scene.nothing.more ? make("p", { class: "muted" }, scene.nothing.more) : null, button)];
    };
    const drawRows = () => {
      const width = root.clientWidth;
      const now = width >= FIRST + COLUMN * scene.columns.length;
      const key = JSON.stringify([now, scene.columns, scene.groups, scene.nothing]);
      if (table.drawn === key) return;
      table.drawn = key;
      const within = table.contains(root.getRootNode().activeElement);
      wide = now;
      table.className = scene.nothing ? "mxw none" : now ? "mxw" : "mxw ph";
      table.replaceChildren(...(scene.nothing ? drawNothing() : now ? drawTable() : drawBlocks()));
      settle();
      if (within) { const cell = at && cellOf(...at); if (cell) cell.focus(); }
    };
    // One cell takes the tab stop; arrows move from cell to cell.
    const settle = () => {
      const all = cells();
      if (!all.length) return;
      const now = (at && cellOf(...at)) || all[0];
      all.forEach((cell) => { cell.tabIndex = cell === now ? 0 : -1; });
      at = [now.dataset.path, now.dataset.id];
    };
    const goTo = (cell) => { if (cell) { at = [cell.dataset.path, cell.dataset.id]; settle(); cell.focus(); } };
    const next = (path, id, key, asked) => {
      const ids = scene.columns.map((column) => column.id);
      const paths = scene.groups.flatMap((group) => group.rows.map((row) => row.path));
      const rows = new Map(scene.groups.flatMap((group) => group.rows.map((row) => [row.path, row])));
      const [x, y] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] || [0, 0];
      let i = ids.indexOf(id), j = paths.indexOf(path);
      for (;;) {
        i += x; j += y;
        if (i < 0 || j < 0 || i >= ids.length || j >= paths.length) return null;
        if (!asked || rows.get(paths[j]).cells[i].k !== null) return [paths[j], ids[i]];
      }
    };
    table.addEventListener("keydown", (event) => {
      const cell = event.target.closest("button.c");
      if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
      const { path, id } = cell.dataset;
      let to = null;
      if (event.key === "Home" || event.key === "End") {
        const row = cells().filter((other) => other.dataset.path === path);
        to = event.key === "Home" ? row[0] : row[row.length - 1];
      } else if (wide && event.key.startsWith("Arrow")) {
        const found = next(path, id, event.key, true);
        to = found && cellOf(...found);
      } else if (event.key.startsWith("Arrow")) {
        const all = cells();
        to = all[all.indexOf(cell) + (event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1)];
      } else return;
      event.preventDefault();
      event.stopPropagation();
      goTo(to);
    });
    table.addEventListener("click", (event) => {
      const cell = event.target.closest("button.c");
      if (!cell) return;
      const { path, id } = cell.dataset;
      at = [path, id];
      settle();
      if (open && keyOf(...open) === cell.dataset.key) { close(); return; }
      wanted = true;
      act("open", path, id);
    });

    // ---- the window
    let wanted = false;      // somebody asked for it, so it may take the focus
    const part = (sign, heading, ...rest) => {
      const line = make("p", { class: "sbh" });
      line.innerHTML = sign;
      line.append(make("b", {}, heading));
      return make("div", { class: "sb" }, line, ...rest);
    };
    const drawSource = (source) => {
      const section = make("p", { class: "small muted" });
      if (source.section) section.innerHTML = source.section;
      const parts = [part(source.mark, source.marked,
        source.title ? make("p", { class: "srcn", lang: source.lang }, source.title) : null,
        source.section ? section : null,
        source.note && !source.contradicts ? make("p", { class: "small nt" }, source.note) : null)];
      if (source.contradicts) parts.push(part(scene.warn, source.contradicts, make("p", { class: "small nt" }, source.note)));
      return parts;
    };
    const drawOther = (other) => {
      const inside = [make("span", { class: "tx" }, other.name), make("b", {}, other.text)];
      const item = other.id ? control("button", { class: "el" }, ...inside) : make("span", { class: "el" }, ...inside);
      item.insertAdjacentHTML("afterbegin", other.flag);
      if (other.id) item.addEventListener("click", () => { wanted = true; act("open", open[0], other.id); });
      return make("li", { class: other.state }, item);
    };
    const drawExample = (example, words) => {
      const box = make("div", { class: "sb ex" }, make("h3", {}, words.example));
      if (example.none) { box.append(make("p", { class: "small nt" }, example.none)); return box; }
      const select = control("select", { class: "inp" }, ...example.choices.map(([id, name, on]) => make("option", { value: id, selected: on }, name)));
      select.addEventListener("change", () => act("against", select.value));
      select.addEventListener("keydown", (event) => event.stopPropagation());
      box.append(make("label", { class: "vs2" }, make("span", { class: "small muted" }, example.against), select));
      if (example.setup) box.append(make("p", { class: "nt" }, example.setup));
      if (example.hands.length) {
        box.append(make("div", { class: "hands" }, ...example.hands.map((hand) => {
          const cards = make("span", { class: "hc" });
          cards.innerHTML = hand.cards;
          return make("div", {}, hand.name ? make("span", { class: "small" }, hand.name) : null, cards);
        })));
      }
      if (example.results.length) {
        box.append(make("dl", { class: "res" }, ...example.results.flatMap((result, i) => {
          const name = make("dt", { class: i ? "diff" : null });
          name.innerHTML = result.flag;
          name.append(make("span", {}, result.name));
          const text = make("dd", { class: i ? "diff" : null }, result.value ? make("b", { class: "num val" }, result.value) : null, make("span", {}, result.text));
          return [name, text];
        })));
      }
      example.notes.forEach((text) => box.append(make("p", { class: "small muted nt" }, text)));
      if (example.links.length && window.t31) {
        box.append(make("div", { class: "lnks" }, ...example.links.map((link) => {
          const button = make("a", { class: "btn", href: link.href });
          button.innerHTML = scene.eye;
          button.append(make("span", {}, link.text));
          return button;
        })));
      }
      return box;
    };
    const fill = () => {
      const data = scene.window, words = data.words;
      const cross = control("button", { class: "btn sq bare", "aria-label": words.close });
      cross.innerHTML = scene.cross;
      cross.addEventListener("click", () => close());
      const who = make("p", { class: "small muted who" });
      who.innerHTML = data.flag;
      who.append(make("span", {}, data.name));
      const tagline = make("p", { class: "tagl" });
      tagline.innerHTML = data.tag;
      tagline.hidden = !data.tag;
      pop.replaceChildren(make("div", { class: "poh" }, who, cross),
        make("p", { class: "small muted" }, data.question), make("h2", { tabindex: -1, class: "focus" }, data.answer), tagline,
        ...(data.idle ? [make("p", { class: "small nt" }, data.idle)] : []),
        ...(data.source ? drawSource(data.source) : []),
        make("div", { class: "sb" }, make("h3", {}, words.others), make("ul", { class: "els" }, ...data.others.map(drawOther))),
        ...(data.example ? [drawExample(data.example, words)] : []),
        ...(data.lesson && window.t31 ? [make("div", { class: "lnks" }, make("a", { class: "btn plain", href: data.lesson.href }, data.lesson.text))] : []),
        make("p", { class: "small muted keys" }, words.keys));
      put(pop, "aria-label", data.label);
    };
    const place = () => {
      const cell = open && cellOf(...open);
      if (!cell) return;
      const box = root.getBoundingClientRect(), from = cell.getBoundingClientRect();
      const width = pop.offsetWidth, middle = from.left + from.width / 2 - box.left;
      const left = Math.max(0, Math.min(middle - width / 2, box.width - width));
      pop.style.left = `${left}px`;
      pop.style.top = `${from.bottom - box.top + 10}px`;
      pop.style.setProperty("--arrow", `${Math.max(14, Math.min(middle - left, width - 14))}px`);
    };
    // As a sheet it lies above everything, the page's own bars too: that is the browser's top layer.
    const phone = matchMedia("(max-width: 900px)");
    const raise = () => {
      if (!phone.matches || !pop.showPopover || pop.hasAttribute("popover")) return;
      pop.popover = "manual";
      pop.showPopover();
    };
    const lower = () => {
      if (!pop.hasAttribute("popover")) return;
      pop.hidePopover();
      pop.removeAttribute("popover");
    };
    const turned = () => { if (open) { lower(); raise(); place(); } };
    phone.addEventListener("change", turned);
    const mark = () => cells().forEach((cell) => put(cell, "aria-expanded", String(!!open && cell.dataset.key === keyOf(...open))));
    const show = () => {
      const data = scene.window, moved = !open || keyOf(...open) !== keyOf(data.path, data.id);
      const inside = pop.contains(root.getRootNode().activeElement);
      const held = inside && root.getRootNode().activeElement.tagName === "SELECT";
      const was = pop.scrollTop;
      open = [data.path, data.id];
      if (moved) { at = open; settle(); }
      pop.hidden = false;
      raise();
      fill();
      place();
      mark();
      if (moved && (wanted || inside)) {
        pop.querySelector("h2").focus({ preventScroll: true });
        pop.scrollTop = 0;
        if (!phone.matches) {
          // The cell stays in sight with its window below it, also where the window is the taller one.
          const cell = cellOf(...open);
          if (cell && pop.offsetHeight > innerHeight - 160) cell.scrollIntoView({ block: "start" });
          else pop.scrollIntoView({ block: "nearest" });
        }
      } else if (held) pop.querySelector("select")?.focus({ preventScroll: true });
      else if (inside) pop.querySelector("h2").focus({ preventScroll: true });
      if (!moved) pop.scrollTop = was;
      wanted = false;
    };
    const hide = (back) => {
      if (!open) return;
      const cell = cellOf(...open);
      open = null;
      lower();
      pop.hidden = true;
      mark();
      if (cell && back) cell.focus();
    };
    const close = (back = true) => { if (open) { hide(back); act("close"); } };
    pop.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); close(); return; }
      if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey) return;
      const to = next(...open, event.key, true);
      event.preventDefault();
      event.stopPropagation();
      if (to) { wanted = true; act("open", ...to); }
    });
    const away = (event) => {
      const path = event.composedPath();
      const isCell = (node) => node.classList && node.classList.contains("c");
      if (open && !path.includes(pop) && !path.some(isCell)) close(false);
    };
    document.addEventListener("pointerdown", away);
    const resized = new ResizeObserver(() => { if (scene) drawRows(); place(); });
    resized.observe(root);

    return {
      draw(following) {
        const first = !scene;
        scene = following;
        drawControls();
        drawRows();
        if (!scene.window) hide(false);
        else { if (first) wanted = true; show(); }
        mark();
      },
      close() {
        clearTimeout(waiting);
        document.removeEventListener("pointerdown", away);
        phone.removeEventListener("change", turned);
        resized.disconnect();
      },
    };
  });
}

export default { render };
