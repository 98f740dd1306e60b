// What-if: a table to lay out, and what each move is worth. Words and rules come from Python.

function render(context) {
  return mount(context, "what_if", (root, act) => {
    const { model } = context;
    const title = make("h1", { class: "title" }), lede = make("p", { class: "lede" }), other = make("a", { class: "textlink" });
    const note = make("div", { class: "note", role: "alert" });
    const table = make("section", { class: "lay", role: "group" });
    const seats = make("div", { class: "seats" });
    const piles = make("div", { class: "piles" });
    const board = make("div", { class: "tbl" }, seats, piles);
    const picker = make("div", { class: "pick", role: "dialog", hidden: true });
    const buttons = make("div", { class: "wb" });
    const hint = make("p", { class: "small muted" });
    const worth = make("section", { class: "worth" });
    const live = make("p", { class: "vh", role: "status" });
    root.append(make("div", { class: "head" }, title, lede, other), note, make("div", { class: "wi" }, table, worth), live);
    table.append(board, picker, buttons, hint);

    const heading = make("h2"), sub = make("p", { class: "muted sub" });
    const scales = make("div", { class: "seg", role: "radiogroup", hidden: true });
    const obstacle = make("div", { class: "msg q", role: "status", hidden: true });
    const axis = make("div", { class: "axl", "aria-hidden": "true" });
    const chart = make("div", { class: "acs", role: "list" });
    const legend = make("div", { class: "legend lg" });
    const words = make("p", { class: "say" });
    const method = make("p", { class: "small muted method" });
    const figures = make("div", { class: "figures" });
    const rules = make("div", { class: "rules" });
    const beside = make("div", { class: "beside" });
    const twins = make("div", { class: "twins" });
    const copy = make("div", { class: "copy" });
    buttons.append(copy);
    figures.append(scales, axis, chart, legend);
    worth.append(make("div", { class: "finding" }, heading, sub), obstacle, figures, rules, beside, words, method, twins);

    let scene = null, faces = null;

    // Two small buttons with a figure between them.
    const stepper = (name, box, ...values) => {
      const less = control("button", { class: "btn sq bare" }), more = control("button", { class: "btn sq bare" });
      const value = make("span", { class: "val" });
      less.innerHTML = '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12h14"/></svg>';
      more.innerHTML = '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5v14M5 12h14"/></svg>';
      less.addEventListener("click", () => act(name, ...values, "-1"));
      more.addEventListener("click", () => act(name, ...values, "1"));
      box.append(less, value, more);
      return (data, html) => {
        put(less, "aria-label", data.less.label);
        put(more, "aria-label", data.more.label);
        // A button that has nothing more to do keeps the focus.
        put(less, "aria-disabled", data.less.off ? "true" : null);
        put(more, "aria-disabled", data.more.off ? "true" : null);
        if (html !== undefined) draw(value, html); else say(value, data.value);
      };
    };

    // A native menu: its options change only where they differ.
    const menu = (name, ...values) => {
      const select = control("select", { class: "inp" });
      select.addEventListener("change", () => act(name, ...values, select.value));
      select.fill = (data) => {
        const key = JSON.stringify(data.options);
        if (select.drawn !== key) {
          select.replaceChildren(...data.options.map((o) => make("option", { value: o.value }, o.label)));
          select.drawn = key;
        }
        select.value = data.value;
        if (data.label) put(select, "aria-label", data.label);
      };
      return select;
    };

    // ---------------------------------------------------------------------------- cards and seats

    const cardButton = () => {
      const button = control("button", { class: "cb" });
      button.addEventListener("click", () => openPicker(button, button.dataset.place));
      return button;
    };
    const drawCards = (box, cards, kind) => {
      while (box.children.length > cards.length) box.lastChild.remove();
      cards.forEach((card, i) => {
        const button = box.children[i] || box.appendChild(cardButton());
        put(button, "data-place", card.place);
        put(button, "aria-label", card.label);
        const picture = card.key === "?" ? faces.back
          : card.key ? faces[kind][card.key] : '<span class="slot">+</span>';
        draw(button, picture);
      });
    };

    const newSeat = (seat) => {
      const row = make("div", { class: "wr", role: "group" });
      const name = make("b", { class: "nm" });
      const who = menu("who", String(seat));
      const shown = make("span", { class: "wsh", "aria-hidden": "true" });
      const kind = make("span", { class: "who" }, shown, who);
      const cards = make("div", { class: "wc" });
      const lives = make("div", { class: "wl" });
      const foot = make("div", { class: "ws" }, make("span", { class: "small" }), make("span", { class: "tg" }));
      row.append(make("div", { class: "wn" }, name, kind), cards, lives, foot);
      const said = make("span", { class: "vh" });
      const step = stepper("lives", lives, String(seat));
      lives.append(said);
      row.fill = (data) => {
        put(row, "aria-label", data.label);
        row.classList.toggle("now", data.me);
        say(name, data.name);
        kind.hidden = !data.who;
        if (data.who) { who.fill(data.who); say(shown, data.who.short); }
        drawCards(cards, data.cards, "small");
        lives.hidden = !data.lives;
        if (data.lives) { step(data.lives, data.lives.html); say(said, data.lives.said); }
        draw(foot.firstChild, data.line);
        draw(foot.lastChild, data.tag);
      };
      return row;
    };

    const drawSeats = () => {
      const list = scene.table.seats;
      while (seats.children.length > list.length) seats.lastChild.remove();
      list.forEach((data, i) => {
        const row = seats.children[i] || seats.appendChild(newSeat(i));
        row.fill(data);
      });
    };

    // --------------------------------------------------------------------------- piles and moment

    const stock = make("div", { class: "st" });
    const stockBack = make("div", { class: "stack" });
    const stockStep = make("div", { class: "stp" });
    const stepStock = stepper("stock", stockStep);
    const open = make("div", { class: "oc" });
    const openLabel = make("p", { class: "small cap" });
    const openBox = make("div", { class: "op" }, open, openLabel);
    const stockLabel = make("p", { class: "small cap" });
    stock.append(stockBack, stockLabel, stockStep);
    const facts = make("div", { class: "facts" });
    const gone = control("button", { class: "btn gone" });
    gone.addEventListener("click", () => openPicker(gone, "gone"));
    piles.append(make("div", { class: "heap" }, stock, openBox), facts);

    const factRows = {};
    const fact = (name, build) => {
      const label = make("span", { class: "fl" });
      const body = make("div", { class: "fb" });
      const row = make("div", { class: "fr" }, label, body);
      factRows[name] = { row, label, fill: build(body) };
      facts.append(row);
    };
    fact("lap", (body) => { const step = stepper("lap", body); return (data) => step(data); });
    fact("passes", (body) => { const step = stepper("passes", body); return (data) => step(data); });
    fact("knocked", (body) => { const select = menu("knock"); body.append(select); return (data) => select.fill(data); });
    fact("dealer", (body) => { const select = menu("dealer"); body.append(select); return (data) => select.fill(data); });
    fact("unseen", (body) => { const value = make("b"); body.append(value); return (data) => say(value, data.value); });
    facts.append(gone);

    const drawPiles = () => {
      const { stock: pile, open: shown, open_label: caption, gone: away } = scene.table.piles;
      stock.hidden = !pile;
      if (pile) {
        draw(stockBack, faces.back);
        put(stock, "role", "group");
        put(stock, "aria-label", pile.said);
        stepStock(pile, `<b>${pile.count}</b>`);
        say(stockLabel, pile.label);
      }
      openBox.hidden = !shown.length;
      put(open, "data-size", shown.length);
      drawCards(open, shown, "small");
      say(openLabel, caption);
      draw(gone, away.html);
      put(gone, "aria-label", away.label);
      for (const [name, { row, label, fill }] of Object.entries(factRows)) {
        const data = scene.table.facts[name];
        row.hidden = !data;
        if (data) { say(label, data.label); fill(data); }
      }
    };

    const drawButtons = () => {
      const list = scene.table.buttons;
      while (buttons.children.length <= list.length) {
        const button = control("button", { class: "btn" });
        button.addEventListener("click", () => {
          if (button.getAttribute("aria-disabled")) return;
          act(button.dataset.act, ...(button.dataset.value ? [button.dataset.value] : []));
        });
        buttons.insertBefore(button, copy);
      }
      list.forEach((item, i) => {
        const button = buttons.children[i];
        draw(button, item.html);
        put(button, "data-act", item.act);
        put(button, "data-value", item.value);
        put(button, "aria-disabled", item.off ? "true" : null);
      });
    };

    // -------------------------------------------------------------------------------- the picker

    const pickTitle = make("h3"), pickGrid = make("div", { role: "grid", class: "grid" });
    const down = control("button", { class: "btn" }), close = control("button", { class: "btn sq" });
    picker.append(make("div", { class: "ph" }, pickTitle, down, close), pickGrid);
    let target = null, opener = null, at = [0, 0];
    const cells = [];

    const buildGrid = () => {
      pickGrid.replaceChildren(...scene.table.grid.rows.map((row, r) => {
        const sign = make("div", { role: "rowheader", class: "ps" }, make("span"), make("span", { class: "vh" }, row.label));
        sign.firstChild.innerHTML = row.sign;
        cells[r] = row.cells.map((cell, c) => {
          const button = control("button", { class: `pk s${row.suit}`, "data-card": cell.card, tabindex: -1 }, make("span"), make("span", { class: "sg" }));
          button.lastChild.innerHTML = row.sign;
          button.addEventListener("click", () => { move(r, c); choose(r, c); });
          return button;
        });
        return make("div", { role: "row", class: "pr" }, sign, ...cells[r].map((b) => make("div", { role: "gridcell", class: "pc" }, b)));
      }));
    };
    const move = (r, c) => {
      cells[at[0]][at[1]].tabIndex = -1;
      at = [r, c];
      cells[r][c].tabIndex = 0;
      cells[r][c].focus();
    };
    const choose = (r, c) => {
      const button = cells[r][c];
      if (button.getAttribute("aria-disabled")) return;
      if (target === "gone") { act("gone", button.dataset.card); return; }
      act("card", target, button.dataset.card);
      shut();
    };
    const shut = () => {
      picker.hidden = true;
      if (opener && opener.isConnected) opener.focus();
      target = opener = null;
    };
    const openPicker = (from, place) => {
      if (target === place) { shut(); return; }
      target = place;
      opener = from;
      if (!cells.length) buildGrid();
      picker.hidden = false;
      drawPicker();
      const held = from.dataset.place && cells.flat().find((b) => b.classList.contains("on"));
      const r = held ? cells.findIndex((row) => row.includes(held)) : at[0];
      move(r, held ? cells[r].indexOf(held) : at[1]);
      picker.scrollIntoView({ block: "nearest" });
    };
    const drawPicker = () => {
      if (!target) return;
      const grid = scene.table.grid, many = target === "gone";
      const cards = [...scene.table.seats.flatMap((s) => s.cards), ...scene.table.piles.open];
      const here = cards.find((c) => c.place === target);
      if (!many && !here) { shut(); return; }
      say(pickTitle, many ? grid.gone_title : `${grid.title}: ${here.label.split(/[:,]/)[0]}`);
      put(picker, "aria-label", pickTitle.textContent);
      put(pickGrid, "aria-label", pickTitle.textContent);
      down.hidden = many || !here.key || here.key === "?";
      say(down, target.startsWith("0.") ? grid.away : grid.down);
      draw(close, grid.close.html);
      put(close, "aria-label", grid.close.label);
      grid.rows.forEach((row, r) => row.cells.forEach((cell, c) => {
        const button = cells[r][c], on = many ? cell.gone : here.key === cell.card;
        say(button.firstChild, cell.text);
        put(button, "aria-label", cell.label);
        put(button, "aria-pressed", String(on));
        put(button, "aria-disabled", !on && cell.state !== "off" ? "true" : null);
        button.classList.toggle("on", on);
        button.classList.toggle("missing", !on && cell.state !== "off");
      }));
    };
    down.addEventListener("click", () => { act("card", target, "-"); shut(); });
    close.addEventListener("click", shut);
    picker.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") { shut(); event.preventDefault(); event.stopPropagation(); return; }
      if (!event.target.closest(".grid")) return;
      const [r, c] = at, last = cells[r].length - 1;
      if (event.key === "ArrowRight") move(r, Math.min(c + 1, last));
      else if (event.key === "ArrowLeft") move(r, Math.max(c - 1, 0));
      else if (event.key === "ArrowDown") move(Math.min(r + 1, cells.length - 1), c);
      else if (event.key === "ArrowUp") move(Math.max(r - 1, 0), c);
      else if (event.key === "Home") move(r, 0);
      else if (event.key === "End") move(r, last);
      else if (event.key === " " || event.key === "Enter") { if (!event.repeat) choose(r, c); }
      else if ((event.key === "Delete" || event.key === "Backspace") && !down.hidden) { act("card", target, "-"); shut(); }
      else return;
      event.preventDefault();
      event.stopPropagation();
    });

    // ---------------------------------------------------------------------------------- figures

    const newRow = () => {
      const row = make("div", { class: "ar", role: "listitem" });
      const name = make("div", { class: "al" }, make("b", { "aria-hidden": "true" }), make("span", { class: "vh" }), make("span", { class: "small muted" }));
      const plot = make("div", { class: "ap", "aria-hidden": "true" });
      const values = make("div", { class: "av num" });
      row.append(name, plot, values);
      row.fill = (data) => {
        draw(name.children[0], data.html);
        say(name.children[1], data.label);
        say(name.children[2], data.hint);
        while (plot.children.length > data.lines.length) { plot.lastChild.remove(); values.lastChild.remove(); }
        data.lines.forEach((line, i) => {
          const track = plot.children[i] || plot.appendChild(make("div", { class: "tkr" }, make("span"), make("span")));
          const value = values.children[i] || values.appendChild(make("span", {}, make("span", { "aria-hidden": "true" }), make("em"), make("span", { class: "vh" })));
          const [box, tick] = track.children;
          box.className = `iv ${line.kind}`;
          tick.className = `tk ${line.kind}`;
          box.hidden = tick.hidden = !line.mark;
          if (line.mark) {
            box.style.left = `${line.mark[0]}%`;
            box.style.width = `${line.mark[2] - line.mark[0]}%`;
            tick.style.left = `${line.mark[1]}%`;
          }
          value.className = `${line.kind} ${line.tag}`;
          say(value.children[0], line.text);
          const mark = value.children[1];
          mark.hidden = !line.tag;
          mark.className = `tag ${line.tag === "level" ? "go" : line.kind === "h" ? "home" : line.kind === "d" ? "diff" : "end"}`;
          say(mark, line.tagText || "");
          say(value.children[2], line.said || line.text);
        });
      };
      return row;
    };

    const tableOf = (data, rows) => {
      const head = make("tr", {}, ...data.head.map((text) => make("th", { scope: "col" }, text)));
      return make("table", { class: "tw" }, make("caption", {}, data.caption), make("thead", {}, head), make("tbody", {}, ...rows));
    };
    const [numbers, hand] = [0, 1].map(() => {
      const details = make("details", { class: "twin" });
      const summary = control("summary", { class: "focus" });
      const body = make("div", { class: "scr", tabindex: 0, role: "group" });
      details.append(summary, body);
      twins.append(details);
      return { summary, body, details };
    });

    const drawFigures = () => {
      const data = model.get("figures");
      const none = !data || !data.rows;
      figures.hidden = words.hidden = method.hidden = twins.hidden = none;
      worth.classList.toggle("none", none);
      if (none) { say(heading, ""); say(sub, ""); say(live, ""); return; }
      say(heading, data.heading);
      say(sub, data.sub);
      put(chart, "aria-label", data.label);
      put(figures, "aria-busy", data.busy ? "true" : "false");
      const ticks = JSON.stringify(data.ticks);
      if (axis.drawn !== ticks) {
        const box = make("div", {}, ...data.ticks.map((t) => { const i = make("i", {}, t.text); i.style.left = `${t.at}%`; return i; }));
        axis.replaceChildren(make("span"), box, make("span"));
        axis.drawn = ticks;
      }
      while (chart.children.length > data.rows.length) chart.lastChild.remove();
      data.rows.forEach((row, i) => (chart.children[i] || chart.appendChild(newRow())).fill(row));
      const key = JSON.stringify(data.legend);
      if (legend.drawn !== key) {
        legend.replaceChildren(...data.legend.map((item) => {
          const text = make("span");
          text.innerHTML = item.html;
          return make("span", {}, make("i", { class: `iv ${item.kind}` }), text);
        }));
        legend.drawn = key;
      }
      const first = make("b", {}, scene ? scene.words : "");
      if (words.said !== data.words) { words.replaceChildren(first, ` ${data.words}`); words.said = data.words; }
      say(method, `${data.method} ${scene ? scene.hidden : ""}`);
      say(live, data.live);
      say(numbers.summary, data.table.summary);
      put(numbers.body, "aria-label", data.table.summary);
      numbers.body.replaceChildren(tableOf(data.table, data.table.rows.map((cells_) =>
        make("tr", {}, ...cells_.map((text, i) => i === 0 ? make("th", { scope: "row" }, text) : make("td", {}, text))))));
      say(hand.summary, data.hand.summary);
      put(hand.body, "aria-label", data.hand.summary);
      const exact = JSON.stringify(data.hand);
      if (hand.drawn !== exact) {
        hand.drawn = exact;
        hand.body.replaceChildren(tableOf(data.hand, data.hand.rows.flatMap((row) => row.bars.map((bar, i) => {
          const cell = make("td", { class: "hb" }, make("i", { "aria-hidden": "true" }), make("span", {}, `${bar.text} · ${bar.count}`));
          cell.firstChild.style.width = `${bar.width}%`;
          const name = i === 0 ? make("th", { scope: "rowgroup", rowspan: row.bars.length }, row.label) : null;
          return make("tr", {}, name, make("td", { class: "num" }, bar.worth), cell);
        }))));
      }
    };

    // ---------------------------------------------------------------------------- rules, beside

    const rulesTitle = make("h3"), switches = make("div", { class: "sws" });
    const all = control("button", { class: "btn" }), undo = control("button", { class: "btn plain" });
    const changedNote = make("span", { class: "small muted" });
    const rest = make("div", { class: "rest" });
    rules.append(rulesTitle, switches, make("div", { class: "ra" }, all, undo, changedNote), rest);
    all.addEventListener("click", () => act("all"));
    undo.addEventListener("click", () => { act("plain"); all.focus(); });

    const drawRules = () => {
      const data = scene.rules;
      say(rulesTitle, data.title);
      const paths = data.switches.map((s) => s.path).join();
      if (switches.drawn !== paths) {
        switches.drawn = paths;
        switches.replaceChildren(...data.switches.map((item) => {
          const input = control("input", { type: "checkbox", role: "switch" });
          input.addEventListener("change", () => act("switch", item.path));
          return make("label", { class: "swt" }, input, make("i"), make("span"));
        }));
      }
      data.switches.forEach((item, i) => {
        const label = switches.children[i];
        label.firstChild.checked = item.on;
        label.classList.toggle("chd", item.on);
        draw(label.lastChild, item.html);
      });
      say(all, data.others.label);
      put(all, "aria-expanded", String(data.others.open));
      say(changedNote, data.others.count);
      say(undo, data.none.label);
      undo.hidden = data.none.off;
      rest.hidden = !data.others.open;
      const shape = JSON.stringify(data.others.groups.map((g) => [g.title, g.rows.map((r) => [r.path, r.label, r.options])]));
      if (rest.drawn !== shape) {
        rest.drawn = shape;
        rest.replaceChildren(...data.others.groups.map((group) => make("fieldset", {}, make("legend", {}, group.title),
          ...group.rows.map((row) => {
            const select = menu("choose", row.path);
            return make("label", { class: "rr", "data-path": row.path }, make("span", {}, row.label), select);
          }))));
      }
      const rows = [...rest.querySelectorAll(".rr")];
      data.others.groups.flatMap((g) => g.rows).forEach((row, i) => {
        rows[i].lastChild.fill({ options: row.options, value: row.value });
        rows[i].classList.toggle("chd", row.changed);
      });
    };

    const besideTitle = make("h3"), chips = make("div", { class: "chips" });
    const add = control("select", { class: "inp" });
    add.addEventListener("change", () => { if (add.value) act("add", add.value); add.value = ""; });
    beside.append(besideTitle, chips);
    const drawBeside = () => {
      const data = scene.beside;
      beside.hidden = !data.added.length && !data.options.length;
      say(besideTitle, data.title);
      const key = JSON.stringify(data);
      if (chips.drawn === key) return;
      chips.drawn = key;
      const had = chips.contains((root.getRootNode() || document).activeElement);
      add.replaceChildren(make("option", { value: "" }, data.label), ...data.options.map((o) => make("option", { value: o.value }, o.label)));
      add.value = "";
      put(add, "aria-label", data.label);
      chips.replaceChildren(...data.added.map((item) => {
        const button = control("button", { class: "btn", "aria-label": item.label });
        button.innerHTML = item.html;
        button.addEventListener("click", () => act("remove", item.id));
        return button;
      }), ...(data.options.length ? [add] : []));
      if (had) (data.options.length ? add : chips.firstChild).focus();
    };

    const drawScales = () => {
      const data = scene.scales;
      scales.hidden = !data.options.length;
      put(scales, "aria-label", data.label);
      const name = scales.dataset.name || `see-${Math.random().toString(36).slice(2, 8)}`;
      scales.dataset.name = name;
      const key = JSON.stringify(data.options);
      if (scales.drawn !== key) {
        scales.drawn = key;
        scales.replaceChildren(...data.options.map((option) => {
          const input = control("input", { class: "vh", type: "radio", name, value: option.value });
          input.addEventListener("change", () => act("see", option.value));
          return make("label", {}, input, option.label);
        }));
      }
      for (const label of scales.children) {
        const on = label.firstChild.value === data.value;
        label.firstChild.checked = on;
        label.classList.toggle("on", on);
      }
    };

    const drawNote = () => {
      const key = JSON.stringify(scene.message);
      if (note.drawn === key) return;
      note.drawn = key;
      if (!scene.message) { note.replaceChildren(); return; }
      const box = make("div", { class: "msg" });
      box.innerHTML = scene.message.html;
      box.append(make("p", { class: "hd" }, scene.message.head), make("p", {}, scene.message.text));
      note.replaceChildren(box);
    };
    const drawObstacle = () => {
      const data = scene.obstacle;
      obstacle.hidden = !data;
      if (!data || obstacle.drawn === data.text) return;
      obstacle.drawn = data.text;
      obstacle.innerHTML = data.html;
      obstacle.append(make("p", {}, data.text));
    };

    // Copying needs the browser: its address, and its clipboard, which plain http does not give.
    const copyButton = control("button", { class: "btn" }), copied = make("span", { class: "small muted", role: "status" });
    const byHand = control("input", { class: "inp", readonly: true, hidden: true });
    copy.append(copyButton, copied, byHand);
    copyButton.addEventListener("click", async () => {
      const address = versioned(location.href);
      try {
        await navigator.clipboard.writeText(address);
        say(copied, "");
        setTimeout(() => say(copied, scene.copy.done), 30);
        byHand.hidden = true;
      } catch {
        say(copied, scene.copy.byHand);
        byHand.hidden = false;
        byHand.value = address;
        byHand.setAttribute("aria-label", scene.copy.byHand);
        byHand.focus();
        byHand.select();
      }
    });

    const onFigures = () => drawFigures();
    model.on("change:figures", onFigures);
    return {
      draw(next) {
        const before = scene;
        scene = next;
        faces = scene.table.faces;
        say(title, scene.title);
        say(lede, scene.lede);
        say(other, scene.other.text);
        put(other, "href", scene.other.href);
        put(table, "aria-label", scene.table.label);
        drawNote();
        drawSeats();
        drawPiles();
        drawButtons();
        say(hint, scene.table.hint);
        drawPicker();
        drawScales();
        drawObstacle();
        drawRules();
        drawBeside();
        copy.hidden = !scene.copy;
        if (scene.copy) draw(copyButton, scene.copy.html);
        if (!before || JSON.stringify(before.table) !== JSON.stringify(scene.table)) { say(copied, ""); byHand.hidden = true; }
        if (before && before.lang !== scene.lang) words.said = null;
        drawFigures();
      },
      close() { model.off("change:figures", onFigures); },
    };
  });
}

export default { render };
