// House rules: questions with their answers, what differs, what is open, files, links, the card.
// Which rules are kept in this browser is the frame's knowledge (window.t31.house), not Python's.

const PRINTED = "@page { size: A4 portrait; margin: 0; }";

function render(context) {
  return mount(context, "house", (root, act) => {
    const frame = window.t31;
    const title = make("h1", { class: "title" }), lede = make("p", { class: "lede" });
    const nameLabel = make("label", { class: "leg" }), name = control("input", { class: "inp", autocomplete: "off", spellcheck: "false" });
    const baseLabel = make("label", { class: "leg" }), base = control("select", { class: "inp" });
    const id = `t31-house-${Math.random().toString(36).slice(2, 8)}`;
    name.id = `${id}-name`; nameLabel.htmlFor = name.id;
    base.id = `${id}-base`; baseLabel.htmlFor = base.id;
    const save = control("button", { class: "btn pri" }), download = control("button", { class: "btn" });
    const load = control("button", { class: "btn" }), link = control("button", { class: "btn" }), print = control("button", { class: "btn" });
    const file = control("input", { type: "file", accept: ".toml,text/plain", hidden: true, tabindex: -1 });
    const tools = make("div", { class: "tb", role: "group" }, save, download, load, link, print, file);
    const byHand = control("input", { class: "inp", readonly: true, hidden: true });
    const note = make("div", { class: "note", role: "alert" });
    const told = make("p", { class: "small muted told", role: "status" });
    const live = make("p", { class: "vh", role: "status" });
    const groups = make("div", { class: "gs" });
    const aside = make("aside", { class: "sum" });
    const saved = make("section", { class: "saved" });
    const cardTitle = make("h2"), cardNote = make("p", { class: "muted" }), sheet = make("div", { class: "sheet" });
    const card = make("section", { class: "cardbox" }, make("div", { class: "secd noprint" }, cardTitle, cardNote), sheet);
    root.append(make("div", { class: "screen" },
      make("div", { class: "head" }, title, lede),
      make("div", { class: "et" }, make("div", { class: "fld" }, nameLabel, name), make("div", { class: "fld" }, baseLabel, base), tools),
      told, byHand, note, live, make("div", { class: "ed" }, groups, aside), saved), card);

    // The page is one A4 sheet when it is printed; a rule inside a shadow root would not be heard.
    const paper = document.head.appendChild(make("style", {}, PRINTED));
    let scene = null;
    const rows = new Map();            // path -> nodes of its row
    const folds = new Map();           // id of a group -> its node
    const phone = matchMedia("(max-width: 900px)");

    // ---- rows
    const newRow = (path) => {
      const key = `${id}-${path.replace(".", "-")}`;
      const question = make("p", { class: "oq", id: key }), tag = make("span", { class: "tg" });
      const seg = make("div", { class: "seg" }), why = make("p", { class: "nt", hidden: true, id: `${key}-why` });
      const number = control("input", { class: "inp nr", type: "number", inputmode: "numeric", autocomplete: "off" });
      const low = control("select", { class: "inp" }), high = control("select", { class: "inp" });
      const lowLabel = make("label", { class: "pl" }, make("span"), low), highLabel = make("label", { class: "pl" }, make("span"), high);
      for (const select of [low, high]) {
        for (let n = 2; n <= 12; n++) select.append(new Option(String(n), String(n)));
        // Moving one past the other takes the other along.
        select.addEventListener("change", () => {
          const pair = [Number(low.value), Number(high.value)];
          if (pair[0] > pair[1]) pair[select === low ? 1 : 0] = Number(select.value);
          act("choose", path, pair.join("-"));
        });
      }
      number.addEventListener("change", () => { if (number.value.trim() && number.checkValidity()) act("choose", path, String(Number(number.value))); });
      const node = make("div", { class: "or", role: "radiogroup", "aria-labelledby": key, "data-path": path, tabindex: -1 }, question, tag,
        make("div", { class: "an" }, seg, number, lowLabel, highLabel), why);
      for (const field of [number, low, high]) field.addEventListener("keydown", (event) => event.stopPropagation());
      const row = { node, question, tag, seg, why, number, low, high, lowLabel, highLabel, shown: "" };
      rows.set(path, row);
      return row;
    };
    const drawOptions = (row, data) => {
      const shown = JSON.stringify(data.options.map((option) => [option.value, option.text]));
      if (row.shown !== shown) {
        row.shown = shown;
        row.seg.replaceChildren(...data.options.map((option) => {
          const radio = control("input", { class: "vh", type: "radio", name: `${id}-${data.path}`, value: option.value });
          radio.addEventListener("change", () => act("choose", data.path, option.value));
          radio.addEventListener("keydown", (event) => event.stopPropagation());
          return make("label", {}, radio, make("span", {}, option.text));
        }));
      }
      data.options.forEach((option, i) => {
        const label = row.seg.children[i], radio = label.firstChild;
        radio.checked = option.on;
        label.classList.toggle("on", option.on);
        label.classList.toggle("bs", option.base);
        put(radio, "aria-label", option.label);
      });
    };
    const drawRow = (data) => {
      const row = rows.get(data.path) || newRow(data.path);
      row.node.className = `or ${data.state}`;
      say(row.question, data.question);
      draw(row.tag, data.tag);
      drawOptions(row, data);
      row.seg.hidden = !data.options.length;
      row.number.hidden = !data.number;
      if (data.number) {
        for (const bound of ["low", "high"]) put(row.number, bound === "low" ? "min" : "max", data.number[bound]);
        put(row.number, "aria-label", data.number.label);
        put(row.number, "title", data.number.label);
        put(row.number, "placeholder", "…");
        if (row.number.value !== data.number.value) row.number.value = data.number.value;
        row.number.classList.toggle("on", data.number.value !== "");
      }
      row.lowLabel.hidden = row.highLabel.hidden = !data.players;
      put(row.node, "role", data.players ? "group" : "radiogroup");
      if (data.players) {
        say(row.lowLabel.firstChild, data.players.low[1]);
        say(row.highLabel.firstChild, data.players.high[1]);
        row.low.value = data.players.low[0];
        row.high.value = data.players.high[0];
      }
      row.why.hidden = !data.note;
      draw(row.why, data.note);
      put(row.node, "aria-describedby", data.note ? row.why.id : null);
      return row.node;
    };
    // Moving a node takes the focus from it, so a list is only touched when it differs.
    const arrange = (parent, wanted) => {
      if (wanted.length !== parent.children.length || wanted.some((node, i) => parent.children[i] !== node)) parent.replaceChildren(...wanted);
    };
    const drawGroups = () => arrange(groups, scene.groups.map((data) => {
      let fold = folds.get(data.id);
      if (!fold) {
        fold = make("details", { class: "of" }, make("summary", {}, make("h2")), make("div", { class: "ors" }));
        fold.open = !phone.matches || data.busy;
        fold.firstChild.tabIndex = phone.matches ? 0 : -1;
        folds.set(data.id, fold);
      }
      if (data.busy) fold.open = true;
      say(fold.firstChild.firstChild, data.title);
      arrange(fold.lastChild, data.rows.map(drawRow));
      return fold;
    }));
    const unfold = () => folds.forEach((fold) => {
      if (!phone.matches) fold.open = true;
      fold.firstChild.tabIndex = phone.matches ? 0 : -1;
    });
    phone.addEventListener("change", unfold);
    // On a desk the groups do not fold; their headings are plain headings.
    groups.addEventListener("click", (event) => { if (!phone.matches && event.target.closest("summary")) event.preventDefault(); });

    const goTo = (path) => {
      const row = rows.get(path)?.node;
      if (!row) return;
      row.closest("details").open = true;
      row.scrollIntoView({ block: "center" });
      (row.querySelector("input:checked, select:not([hidden]), input") ?? row).focus({ preventScroll: true });
    };

    // ---- what differs
    const heading = make("h2"), from = make("p", { class: "muted" }), list = make("ul", { class: "cl" });
    const open = make("div", { class: "con" }), openTitle = make("h3"), openList = make("ol"), openNote = make("p", { class: "small muted" });
    open.append(openTitle, openList, openNote);
    const exTitle = make("h3"), exTable = make("table", { class: "exs" }), count = make("p", { class: "small" }), see = make("a", { class: "see" });
    aside.append(heading, from, list, open, make("div", { class: "exb" }, exTitle, exTable, count, see));
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      const next = button.closest("li").nextElementSibling ?? button.closest("li").previousElementSibling;
      act("undo", button.dataset.path);
      (next?.querySelector("button") ?? heading).focus();
    });
    openList.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) goTo(button.dataset.path);
    });
    const drawSummary = () => {
      const data = scene.summary;
      say(heading, data.heading);
      put(heading, "tabindex", -1);
      draw(from, scene.from);
      const known = new Map([...list.children].map((item) => [item.dataset.path, item]));
      arrange(list, data.changes.map((change) => {
        const item = known.get(change.path) ?? make("li", { "data-path": change.path },
          make("span", {}, make("small"), make("b"), make("small", { class: "muted" })), control("button", { class: "btn sq bare", "data-path": change.path }));
        const [question, answer, was] = item.firstChild.children;
        say(question, change.question); say(answer, change.answer); say(was, change.was);
        draw(item.lastChild, scene.undo);
        put(item.lastChild, "aria-label", change.undo);
        put(item.lastChild, "title", change.undo);
        return item;
      }));
      open.hidden = !data.open;
      if (data.open) {
        draw(openTitle, scene.warn);
        if (openTitle.lastChild.nodeName !== "SPAN") openTitle.append(make("span"));
        say(openTitle.lastChild, data.open.heading);
        openList.replaceChildren(...data.open.items.map((item) => make("li", {}, control("button", { class: "lnk", "data-path": item.path }, item.text))));
        say(openNote, data.open.note);
      }
      const examples = scene.examples;
      say(exTitle, examples.heading);
      exTable.replaceChildren(make("tbody", {}, ...examples.rows.map((row) => {
        const hand = make("th", { scope: "row" });
        hand.innerHTML = row.cards;
        hand.append(make("span", { class: "vh" }, row.label));
        return make("tr", { class: row.same ? "same" : "" }, hand, make("td", { class: "num muted", "aria-hidden": "true" }, row.same ? "" : row.before),
          make("td", { class: "muted", "aria-hidden": "true" }, row.same ? "" : "→"), make("td", { class: "num", "aria-hidden": "true" }, make("b", {}, row.after)));
      })));
      say(count, examples.count);
      see.hidden = !frame;
      if (frame) {
        say(see, examples.see);
        const url = new URL("../hand/", location.href);
        url.search = new URLSearchParams({ lang: scene.lang, home: scene.code, hand: examples.hand });
        put(see, "href", url.pathname + url.search);
      }
    };

    // ---- what is kept in this browser
    const mine = () => (frame && frame.house ? frame.house.list() : []);
    let removed = "";
    const drawSaved = () => {
      const words = scene.saved, codes = mine();
      saved.hidden = !frame;
      if (!frame) return;
      const parts = [make("h2", {}, words.heading)];
      if (!codes.length) {
        const start = make("div", { class: "exs2" });
        start.append(...words.starters.map((item) => {
          const button = control("button", { class: "btn", "data-base": item.id });
          button.innerHTML = item.html;
          return button;
        }));
        parts.push(make("p", {}, make("b", {}, words.none), ` ${words.start}`), start);
      } else {
        parts.push(make("p", { class: "muted" }, words.note), make("ul", { class: "svl" }, ...codes.map((code) => {
          const shown = frame.house.name(code);
          const about = make("small", { class: "muted" }, frame.house.about(code));
          const opener = control("button", { class: "btn plain op", "data-code": code, "aria-label": words.open.replace("\x01", shown), "aria-current": code === scene.code ? "true" : null });
          opener.innerHTML = scene.house;
          opener.append(make("span", {}, make("b", {}, shown), about));
          if (code === frame.prefs.home) opener.append(make("span", { class: "tag home" }, words.yours));
          const cross = control("button", { class: "btn sq bare", "data-remove": code, "aria-label": words.remove.replace("\x01", shown) });
          cross.innerHTML = scene.cross;
          return make("li", {}, opener, cross);
        })));
      }
      saved.replaceChildren(...parts);
    };
    saved.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.base) { act("base", button.dataset.base); name.focus(); }
      if (button.dataset.code) { act("open", button.dataset.code); name.focus(); }
      if (button.dataset.remove) {
        const code = button.dataset.remove;
        frame.house.remove(code);
        say(live, scene.saved.removed.replace("\x01", frame.house.name(code)));
        drawSaved();
        saved.querySelector("button")?.focus();
      }
    });
    const onKept = () => { if (scene) drawSaved(); };
    addEventListener("t31:house", onKept);
    addEventListener("t31:prefs", onKept);

    // ---- messages
    let ownMessage = null;
    const drawNote = () => {
      const data = ownMessage ?? scene.message;
      const key = JSON.stringify(data);
      if (note.drawn === key) return;          // the same message is said once
      note.drawn = key;
      if (!data) { note.replaceChildren(); return; }
      const box = make("div", { class: "msg" });
      box.innerHTML = data.icon;
      box.append(make("p", { class: "hd" }, data.head));
      for (const text of [data.line, data.more]) if (text) box.append(make("p", {}, text));
      note.replaceChildren(box);
    };
    const tell = (text) => { say(told, ""); setTimeout(() => say(told, text), 30); };   // said again when pressed again

    // Many changes in a long language: the card shrinks until it is one page.
    const fit = () => {
      const page = sheet.firstElementChild;
      for (let part = 1; part >= 0.6; part -= 0.03) {
        page.style.setProperty("--fit", part);
        if (page.scrollHeight <= page.clientHeight + 1) break;
      }
    };

    // ---- the buttons
    let wanted = false;                // save as soon as the last keystrokes in the name have arrived
    const doSave = () => {
      ownMessage = null;
      const outcome = frame.house.save(scene.code);
      if (outcome === "full") ownMessage = scene.saved.full;
      else {
        frame.change("home", scene.code);
        if (outcome === "not-kept") ownMessage = scene.saved.notKept;
        else tell(scene.saved.kept);
      }
      drawNote();
      drawSaved();
    };
    save.addEventListener("click", () => {
      if (scene.tools.inUse && mine().includes(scene.code)) return;
      if (name.value !== scene.name.value) { wanted = true; act("name", name.value); }
      else doSave();
    });
    download.addEventListener("click", () => {
      const url = URL.createObjectURL(new Blob([scene.file.text], { type: "application/toml" }));
      const anchor = make("a", { href: url, download: scene.file.name });
      root.append(anchor);
      anchor.click();
      anchor.remove();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    });
    load.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (!chosen) return;
      ownMessage = null;
      // What is larger than any house rule is not even read, let alone sent.
      if (chosen.size > scene.file.largest) act("large", chosen.name);
      else {
        const bytes = new Uint8Array(await chosen.arrayBuffer());
        act("load", chosen.name, btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")));
      }
      file.value = "";
    });
    const shareLink = () => {
      const url = new URL(location.href);
      url.hash = "";
      url.search = new URLSearchParams({ view: "house", house: scene.code, lang: scene.lang });
      return versioned(url.href);
    };
    link.addEventListener("click", async () => {
      const address = shareLink();
      try {
        await navigator.clipboard.writeText(address);
        byHand.hidden = true;
        tell(scene.tools.copied);
      } catch {
        tell(scene.tools.byHand);
        byHand.hidden = false;
        byHand.value = address;
        put(byHand, "aria-label", scene.tools.byHand);
        byHand.focus();
        byHand.select();
      }
    });
    print.addEventListener("click", () => window.print());
    name.addEventListener("change", () => act("name", name.value));
    base.addEventListener("change", () => act("base", base.value));
    for (const field of [name, base]) field.addEventListener("keydown", (event) => event.stopPropagation());
    if (location.protocol.startsWith("http")) act("at", location.origin + location.pathname);

    return {
      draw(next) {
        const moved = scene && scene.code !== next.code;
        scene = next;
        if (moved) { ownMessage = null; byHand.hidden = true; say(told, ""); }
        say(title, scene.title);
        say(lede, scene.lede);
        say(nameLabel, scene.name.label);
        put(name, "maxlength", scene.name.longest);
        put(name, "placeholder", scene.name.empty);
        if (name.turn !== scene.name.turn) { name.value = scene.name.value; name.turn = scene.name.turn; }
        say(baseLabel, scene.base.label);
        const key = JSON.stringify(scene.base.groups);
        if (base.drawn !== key) {
          base.drawn = key;
          base.replaceChildren(...scene.base.groups.map((group) => make("optgroup", { label: group.label }, ...group.options.map(([value, text]) => new Option(text, value)))));
        }
        base.value = scene.base.value;
        put(tools, "aria-label", scene.tools.label);
        for (const [button, which] of [[save, "save"], [download, "download"], [load, "load"], [link, "link"], [print, "print"]]) draw(button, scene.tools[which]);
        save.hidden = !frame || !frame.house;
        put(save, "aria-disabled", scene.tools.inUse && mine().includes(scene.code) ? "true" : null);
        drawGroups();
        drawSummary();
        drawSaved();
        drawNote();
        say(live, scene.said);
        say(cardTitle, scene.card.title);
        say(cardNote, scene.card.note);
        draw(sheet, scene.card.html);
        fit();
        if (wanted && name.value === scene.name.value) { wanted = false; doSave(); }
      },
      close() {
        removeEventListener("t31:house", onKept);
        removeEventListener("t31:prefs", onKept);
        phone.removeEventListener("change", unfold);
        paper.remove();
      },
    };
  });
}

export default { render };
