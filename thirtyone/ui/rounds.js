// The rounds to choose from, and the form for a text of one's own.

function render(context) {
  return mount(context, "rounds", (root, act) => {
    const title = make("h1", { class: "title" }), lede = make("p", { class: "lede" });
    const said = make("div", { class: "said", role: "alert" });
    const name = make("h2"), summary = make("p", { class: "sum" }), source = make("p", { class: "small from" }), flaw = make("p", { class: "small flagged" });
    const pick = control("button", { class: "btn", "aria-expanded": "false" }), own = control("button", { class: "btn plain", "aria-expanded": "false" });
    const deals = make("div", { class: "deals", role: "group" });
    const list = make("nav", { class: "panel list", hidden: true });
    const form = make("form", { class: "panel own", hidden: true, novalidate: true });
    root.append(make("div", { class: "head" }, title, lede), said,
      make("section", { class: "now" }, make("div", { class: "what" }, name, summary, source, flaw), make("div", { class: "do noprint" }, pick, own)),
      deals, list, form);

    let scene = null;
    const toggle = (part, button, on) => {
      part.hidden = !on;
      put(button, "aria-expanded", String(on));
    };
    pick.addEventListener("click", () => {
      if (!scene.pick.topics.length) act("list");
      toggle(list, pick, list.hidden);
      toggle(form, own, false);
    });
    own.addEventListener("click", () => {
      const on = form.hidden;
      toggle(form, own, on);
      toggle(list, pick, false);
      if (on) form.querySelector("textarea").focus(); else act("close");
    });
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      act("round", button.dataset.id);
      toggle(list, pick, false);
      pick.focus();
    });
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !list.hidden) { toggle(list, pick, false); pick.focus(); event.stopPropagation(); }
      else if (event.target.matches("textarea, select, input")) event.stopPropagation();
    });

    const drawList = () => {
      put(list, "aria-label", scene.pick.label);
      const drawn = JSON.stringify(scene.pick.topics);
      if (list.drawn === drawn) return;
      list.drawn = drawn;
      list.replaceChildren(...scene.pick.topics.filter((topic) => topic.rounds.length).map((topic) =>
        make("section", {}, make("h3", {}, topic.title), make("ul", {}, ...topic.rounds.map((one) => {
          const button = control("button", { class: `rd${one.on ? " on" : ""} focus`, "data-id": one.id, "aria-current": one.on ? "true" : null });
          button.innerHTML = one.flag;
          button.append(make("span", {}, make("b", {}, one.title), make("small", {}, one.text)));
          return make("li", {}, button);
        })))));
    };

    const drawDeals = () => {
      deals.hidden = !scene.deals;
      if (!scene.deals) { deals.replaceChildren(); deals.drawn = ""; return; }
      const data = scene.deals, drawn = JSON.stringify(data), at = Number(data.value), most = data.options.length - 1;
      if (deals.drawn === drawn) return;
      deals.drawn = drawn;
      put(deals, "aria-label", data.label);
      const select = control("select", { class: "inp", "aria-label": data.label }, ...data.options.map(({ value, label }) => make("option", { value, selected: value === data.value }, label)));
      select.addEventListener("change", () => act("deal", select.value));
      const step = (words, by) => {
        const off = at + by < 0 || at + by > most;
        const button = control("button", { class: "btn sq", "aria-label": words.label, "data-by": by, "aria-disabled": off ? "true" : null });
        button.innerHTML = words.html;
        button.addEventListener("click", () => { if (!off) act("deal", String(at + by)); });
        return button;
      };
      const held = root.getRootNode().activeElement, by = held && deals.contains(held) ? held.dataset.by : null;
      deals.replaceChildren(step(data.previous, -1), select, step(data.next, 1));
      if (by) deals.querySelector(`[data-by="${by}"]`).focus();
    };

    // ---- a text of one's own: size and kind are looked at here, what it says in Python
    const id = `t31-log-${Math.random().toString(36).slice(2, 8)}`;
    const head = make("h2"), hint = make("p", { class: "muted" }), label = make("label", { class: "leg", for: id });
    const area = control("textarea", { class: "inp", id, rows: 8, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": `${id}-note` });
    const open = control("button", { class: "btn pri", type: "submit" });
    const file = control("input", { type: "file", accept: ".txt,text/plain", class: "vh", tabindex: -1, "aria-hidden": "true" });
    const choose = control("button", { class: "btn" }), note = make("div", { class: "note", role: "alert", id: `${id}-note` });
    form.append(head, hint, label, area, make("div", { class: "row" }, open, choose, file), note);
    const refuse = (text) => {
      note.drawn = "";
      const box = make("div", { class: "msg" });
      box.innerHTML = scene.own.warn;
      box.append(make("p", { class: "hd" }, scene.own.bad), make("p", {}, text));
      note.replaceChildren(box);
      put(area, "aria-invalid", "true");
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (area.value.length > scene.own.limit) refuse(scene.own.too_long);
      else act("text", area.value);
    });
    choose.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const chosen = file.files[0];
      file.value = "";
      if (!chosen) return;
      // A large file is not even read.
      if (chosen.size > 4 * scene.own.limit) { refuse(scene.own.too_long); return; }
      const text = await chosen.text();
      if (text.includes("\u0000") || text.includes("\ufffd")) { refuse(scene.own.not_text); return; }
      area.value = text.slice(0, scene.own.limit + 1);
      if (text.length > scene.own.limit) refuse(scene.own.too_long);
      else act("text", text);
    });
    const drawForm = (was) => {
      const data = scene.own;
      say(head, data.title);
      say(hint, data.hint);
      say(label, data.label);
      say(open, data.open);
      draw(choose, data.file);
      // It went well: the form goes away, and the round is there.
      if (was && was.own.message && !data.message) area.value = data.draft;
      const message = data.message, drawn = JSON.stringify(message);
      if (note.drawn === drawn) return;
      note.drawn = drawn;
      put(area, "aria-invalid", message ? "true" : null);
      if (!message) { note.replaceChildren(); return; }
      const box = make("div", { class: "msg" });
      box.innerHTML = message.icon;
      box.append(make("p", { class: "hd" }, message.head), make("p", {}, message.text));
      if (message.sound) {
        const part = control("button", { class: "btn" }, message.sound);
        part.addEventListener("click", () => act("sound"));
        box.append(make("div", { class: "ac" }, part));
      }
      const lines = message.lines.length ? make("ol", { class: "lines" }, ...message.lines.map((line) =>
        make("li", { class: line.bad ? "bad" : "", value: line.n }, make("span", { class: "ln num" }, String(line.n)), make("code", {}, line.text || " ")))) : null;
      note.replaceChildren(...[lines, box].filter(Boolean));
    };

    return {
      draw(next) {
        const was = scene;
        scene = next;
        root.querySelector(".head").hidden = !scene.title;
        say(title, scene.title);
        say(lede, scene.lede);
        if (said.drawn !== scene.said) {
          said.drawn = scene.said;
          const box = make("div", { class: "msg q" });
          box.innerHTML = scene.warn;
          box.append(make("p", {}, scene.said));
          said.replaceChildren(...(scene.said ? [box] : []));
        }
        say(name, scene.open.title);
        say(summary, scene.open.summary);
        draw(source, scene.open.source);
        source.hidden = !scene.open.source;
        draw(flaw, scene.open.flag);
        flaw.hidden = !scene.open.flag;
        draw(pick, scene.pick.html + `<span class="dn">${scene.down}</span>`);
        draw(own, scene.own.button);
        drawList();
        drawDeals();
        drawForm(was);
        if (was && was.turn !== scene.turn && !scene.own.message && !form.hidden) { toggle(form, own, false); area.value = ""; own.focus(); }
      },
    };
  });
}

export default { render };
