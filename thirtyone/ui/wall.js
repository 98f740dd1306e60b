// The live question: a card on the teacher's page, and over the whole screen the wall for a class. The
// wall counts answers by asking the server itself; what they are it learns when they are shown. The card
// can fold out how they spread before that, for the teacher alone.

const KEPT = "t31-class";

function render(context) {
  return mount(context, "wall", (root, act) => {
    let scene = null, away = false, over = false, saved = 0, seen = "", asking = null, following = "";

    // ---- where we are: the start page of the explorer, if there is one around us
    const shell = document.getElementById("t31-shell");
    const base = shell ? JSON.parse(shell.textContent).base : null;
    const start = shell ? new URL(`${base}/`, location.href).href : "";
    const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { return {}; } };
    const keep = (room) => { try { room ? localStorage.setItem(KEPT, JSON.stringify(room)) : localStorage.removeItem(KEPT); } catch { /* not kept: a reload starts anew */ } };

    // ---- the card
    const title = make("h2"), lede = make("p", { class: "muted" }), none = make("p", { class: "msg" });
    const warn = make("p", { class: "small away" }), preview = make("div", { class: "pv" });
    const problem = make("p", { class: "problem", role: "alert" });
    const starter = control("button", { class: "btn pri" }), opener = control("button", { class: "btn" });
    const another = control("button", { class: "btn" });
    const fields = make("div", { class: "fields" });
    const bars = make("ol", { class: "bars", role: "list" }), barsNote = make("p", { class: "small muted" });
    const spread = make("details", { class: "sprd", hidden: true }, control("summary", { class: "focus" }), bars, barsNote);
    const choose = make("details", { class: "ch" }, control("summary", { class: "focus" }), fields);
    const words = control("textarea", { class: "inp", rows: 2 });
    const inputs = [0, 1, 2, 3].map(() => control("input", { class: "inp", autocomplete: "off" }));
    const name = `t31-right-${Math.random().toString(36).slice(2)}`;
    const radios = inputs.map((_, i) => control("input", { type: "radio", name, value: i }));
    radios[0].checked = true;
    const wordsLabel = make("label", {}, make("span", { class: "leg" }), words);
    const legend = make("legend", { class: "leg" });
    const rows = inputs.map((input, i) => make("div", { class: "row" }, make("label", { class: "rd" }, radios[i], make("span", { class: "vh" })), input));
    const use = control("button", { class: "btn" }), note = make("p", { class: "small muted" });
    const own = make("details", { class: "own" }, control("summary", { class: "focus" }), wordsLabel, make("fieldset", {}, legend, ...rows), use, note);
    const card = make("section", { class: "panel card1" }, title, lede, none, preview, problem, warn,
      make("div", { class: "do" }, starter, opener, another), spread, choose, own);
    root.append(card);

    starter.addEventListener("click", () => { away = false; spread.open = false; act("start"); });
    opener.addEventListener("click", () => { away = false; spread.open = false; drawWall(); });
    another.addEventListener("click", () => act("another"));
    use.addEventListener("click", () => act("own", words.value, ...inputs.map((i) => i.value), (radios.find((r) => r.checked) || radios[0]).value));
    card.addEventListener("keydown", (event) => event.stopPropagation());
    fields.addEventListener("change", (event) => act(event.target.dataset.act, event.target.value));

    const drawFields = (all) => {
      if (!fields.children.length) {
        for (const field of all) fields.append(make("label", {}, make("span", { class: "leg" }), control("select", { class: "inp", "data-act": field.act })));
      }
      all.forEach((field, i) => {
        const [text, select] = fields.children[i].children;
        say(text, field.label);
        const options = JSON.stringify(field.options);
        if (select.drawn !== options) { select.replaceChildren(...field.options.map(([value, label]) => make("option", { value }, label))); select.drawn = options; }
        select.value = field.value;
      });
    };
    const drawSpread = (counts) => {
      const w = room(), most = Math.max(1, ...counts);
      if (!w || counts.length !== w.options.length) { bars.replaceChildren(); return; }
      bars.replaceChildren(...w.options.map((option, i) => {
        const bar = make("i");
        bar.style.width = `${100 * counts[i] / most}%`;
        return make("li", {}, make("span", w.words_lang ? { lang: w.words_lang } : {}, option.text), make("b", { class: "num" }, counts[i]), bar);
      }));
    };
    // What was folded out on the screen must not stand there when the next question is open.
    const ask = () => { seen = ""; asking?.abort(); };
    spread.addEventListener("toggle", () => { if (spread.open) ask(); else bars.replaceChildren(); });
    const drawCard = () => {
      const c = scene.card, open = Boolean(scene.wall), usable = c.server && start;
      say(title, c.title); say(lede, c.lede); say(none, c.no_server);
      none.hidden = Boolean(usable);
      draw(preview, c.preview);
      say(problem, c.problem);
      draw(warn, c.away); warn.hidden = !c.away || !usable;
      draw(starter, open ? c.ask : c.start); starter.hidden = !usable;
      say(opener, c.open); opener.hidden = !open;
      draw(another, c.another);
      spread.hidden = !open || room().shown || !usable;
      if (spread.hidden) spread.open = false;
      say(spread.firstChild, c.spread.title); say(barsNote, c.spread.note);
      say(choose.firstChild, c.choose); drawFields(c.fields);
      say(own.firstChild, c.own.title); say(wordsLabel.firstChild, c.own.question); say(legend, c.own.right);
      put(words, "maxlength", c.own.longest[0]);
      inputs.forEach((input, i) => { put(input, "aria-label", c.own.options[i]); put(input, "placeholder", c.own.options[i]); put(input, "maxlength", c.own.longest[1]); say(rows[i].querySelector("span"), c.own.options[i]); });
      say(use, c.own.use); say(note, c.own.note);
    };

    // ---- the wall: a dialog, because that lies over everything, wherever the widget stands
    const head = make("header", { class: "hd" }), heading = make("h1", { id: `${name}-q` }), setup = make("div", { class: "setup" });
    const headName = make("b"), headRules = make("span", { class: "muted" }), end = control("button", { class: "btn" });
    const mark = make("span", { class: "mk" });
    head.append(mark, headName, headRules, end);
    const cards = make("div", { class: "cards" }), options = make("ol", { class: "sp", role: "list" }), why = make("div", { class: "why", role: "status" });
    const joinTitle = make("h2"), square = make("div", { class: "qr", role: "img" }), address = make("p", { class: "ad" });
    const codeLabel = make("span"), code = make("b", { class: "num" }), more = make("p", { class: "small muted more" }), unreachable = make("p", { class: "away" });
    const join = make("div", { class: "jo" }, joinTitle, unreachable, square, address, more, make("p", { class: "cd" }, codeLabel, code));
    const count = make("p", { class: "num ctn" }), dots = make("div", { class: "dots", "aria-hidden": "true" });
    const reveal = control("button", { class: "btn pri" }), next = control("button", { class: "btn pri" }), back = control("button", { class: "btn" });
    const save = make("div", { class: "save", role: "group" }), sure = make("div", { class: "sure", role: "group", hidden: true });
    const sureText = make("p"), yes = control("button", { class: "btn pri" }), no = control("button", { class: "btn" });
    sure.append(sureText, yes, no);
    const keys = make("p", { class: "small muted keys" }), foot = make("p", { class: "small muted" }), lost = make("p", { class: "lost", role: "alert" });
    const aside = make("aside", { class: "jn" }, join, make("div", {}, count, dots), make("div", { class: "ac" }, sure, reveal, next, back, save), foot, keys);
    const inside = make("div", { class: "lw" }, make("section", { class: "lq" }, setup, heading, cards, options, why), aside);
    const wall = make("dialog", { class: "wl", "aria-labelledby": heading.id, tabindex: -1, "data-lm-suppress-shortcuts": "true" }, head, lost, inside);
    root.append(wall);

    const room = () => scene && scene.wall;
    const doReveal = () => { const w = room(); if (w && !w.shown) act("reveal", String(w.number)); };
    const doNext = () => { const w = room(); if (w && w.shown) act("next", String(w.number)); };
    const doBack = () => { away = true; wall.close(); (opener.hidden ? starter : opener).focus(); };
    reveal.addEventListener("click", doReveal);
    next.addEventListener("click", doNext);
    back.addEventListener("click", doBack);
    end.addEventListener("click", () => { sure.hidden = false; yes.focus(); });
    no.addEventListener("click", () => { sure.hidden = true; end.focus(); });
    yes.addEventListener("click", () => { sure.hidden = true; keep(null); act("close"); });
    save.addEventListener("click", (event) => { const form = event.target.closest("button")?.dataset.form; if (form) act("export", form); });
    wall.addEventListener("cancel", (event) => { event.preventDefault(); doBack(); });
    wall.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      const pressable = event.target.closest("button, a, input, select, textarea");
      if (event.key === "Escape") { event.preventDefault(); if (sure.hidden) doBack(); else no.click(); }
      // A button that has the focus keeps its Space.
      else if (event.key === " " && !pressable) { event.preventDefault(); doReveal(); }
      else if (event.key === "n" || event.key === "N") { event.preventDefault(); doNext(); }
    });

    const drawOptions = (w) => {
      options.className = `sp${w.long ? " lg" : ""}`;
      put(options, "aria-label", w.answers);
      const wanted = JSON.stringify([w.number, w.options]);
      if (options.drawn === wanted) return;
      options.drawn = wanted;
      options.replaceChildren(...w.options.map((option) => {
        const text = make("b", w.words_lang ? { lang: w.words_lang } : {}, option.text), box = make("span", { class: "an" });
        if (option.icon) box.innerHTML = option.icon;
        box.append(text);
        const item = make("li", { class: option.right ? "ok" : null }, box);
        if (w.shown) {
          const bar = make("i");
          bar.style.width = `calc((100% - 3em) * ${option.share})`;
          item.append(make("span", { class: "br" }, bar, make("em", { class: "num", "aria-hidden": "true" }, option.count), make("span", { class: "vh" }, option.said)));
        }
        return item;
      }));
    };
    const drawCount = (answered, here) => {
      const line = here ? room().count.line.replace("{n}", answered).replace("{of}", here) : room().count.none;
      draw(count, line);
      const many = Math.min(here, 60);
      while (dots.children.length > many) dots.lastChild.remove();
      while (dots.children.length < many) dots.append(make("i"));
      [...dots.children].forEach((dot, i) => dot.classList.toggle("y", i < answered));
    };
    // Everything must be seen at once from the last row of seats: what is too much gets smaller.
    const fit = () => {
      if (!wall.open) return;
      for (let size = 1; size >= 0.5; size -= 0.05) {
        wall.style.setProperty("--z", size.toFixed(2));
        if (inside.scrollHeight <= inside.clientHeight + 1 || innerWidth <= 900) break;
      }
    };
    const drawWall = () => {
      const w = room();
      if (!w || away) { if (wall.open) wall.close(); return; }
      const fresh = wall.dataset.stamp !== `${w.code}-${w.stamp}`;
      put(wall, "data-stamp", `${w.code}-${w.stamp}`);
      put(wall, "data-state", w.shown ? "reveal" : "open");
      draw(mark, w.mark);
      say(headName, w.title); say(headRules, w.rules); say(end, w.buttons.end);
      put(setup, "lang", w.words_lang || null); put(heading, "lang", w.words_lang || null);
      if (setup.drawn !== w.setup.join("\n")) { setup.replaceChildren(...w.setup.map((text) => make("p", {}, text))); setup.drawn = w.setup.join("\n"); }
      say(heading, w.heading); draw(cards, w.cards);
      drawOptions(w);
      draw(why, w.why); why.hidden = !w.why;
      say(joinTitle, w.join.title); draw(square, w.join.qr); square.hidden = !w.join.qr; put(square, "aria-label", w.join.qr_label);
      draw(unreachable, w.join.away); unreachable.hidden = !w.join.away;
      say(address, w.join.address); say(codeLabel, w.join.code_label); say(code, w.join.code);
      say(more, w.join.more.length ? `${w.join.or} ${w.join.more.join(" · ")}` : ""); more.hidden = !w.join.more.length;
      say(reveal, w.buttons.reveal); say(next, w.buttons.next); say(back, w.buttons.back);
      reveal.hidden = w.shown; next.hidden = save.hidden = !w.shown;
      put(save, "aria-label", w.buttons.save);
      if (save.drawn !== w.buttons.save) {
        save.replaceChildren(make("span", {}, w.buttons.save), ...w.formats.map(([form, label]) => control("button", { class: "btn", "data-form": form, "aria-label": `${w.buttons.save} (${label})` }, label)));
        save.drawn = w.buttons.save;
      }
      put(sure, "aria-label", w.sure.ask); say(sureText, w.sure.ask); say(yes, w.sure.yes); say(no, w.sure.no);
      say(keys, w.keys); say(foot, w.foot);
      drawCount(w.count.answered, w.count.here);
      if (!wall.open) { wall.showModal(); wall.focus(); }
      // A button that has gone must not take the keyboard with it.
      if (fresh) { if (!wall.contains(wall.getRootNode().activeElement) || wall.getRootNode().activeElement?.hidden) wall.focus(); fit(); }
    };

    // ---- how many have answered: asked of the server, which answers when there is something new
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    const follow = async (mine) => {
      for (let wait = 500; !over && following === mine;) {
        const begun = performance.now(), [number, key] = mine.split(" ");
        try {
          asking = new AbortController();
          const answer = await fetch(`${start}live/${number}/numbers?since=${encodeURIComponent(seen)}${spread.open ? "&spread=1" : ""}`, { cache: "no-store", headers: { "x-class-key": key }, signal: asking.signal });
          if (following !== mine) return;
          if (answer.status === 404) { act("look"); following = ""; return; }
          if (!answer.ok) throw new Error(answer.status);
          const told = await answer.json(), same = told.seen === seen;
          if (following !== mine || over) return;
          seen = told.seen;
          say(lost, "");
          if (spread.open && told.spread) drawSpread(told.spread);
          const w = room();
          if (w) { w.count.answered = told.answered; w.count.here = told.here; drawCount(told.answered, told.here); if (told.stamp !== w.stamp) act("look"); }
          wait = 500;
          if (same && performance.now() - begun < 1000) await sleep(1500);
        } catch (error) {
          if (over || following !== mine) return;
          if (error.name === "AbortError") continue;
          if (wait > 1000 && room()) say(lost, room().lost);
          await sleep(wait); wait = Math.min(wait * 1.6, 8000);
        }
      }
    };

    const saveFile = (file) => {
      if (file.n <= saved || !file.text) return;
      saved = file.n;
      const url = URL.createObjectURL(new Blob([file.text], { type: file.type }));
      const link = make("a", { href: url, download: file.name });
      root.append(link); link.click(); link.remove();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    };

    const onResize = () => fit();
    addEventListener("resize", onResize);
    const before = kept();
    act("here", start, String(before.code || ""), String(before.key || ""));

    return {
      draw(now) {
        const first = scene === null;
        scene = now;
        if (first) saved = now.file.n;          // a file asked for on another page is not saved again
        const w = room();
        drawCard();
        drawWall();
        saveFile(now.file);
        const mine = w && start ? `${w.code} ${w.key}` : "";
        if (mine) keep({ code: w.code, key: w.key });
        else if (!first && now.ack && following) keep(null);
        if (mine !== following) { asking?.abort(); following = mine; seen = ""; if (mine) follow(mine); }
      },
      close() { over = true; asking?.abort(); removeEventListener("resize", onResize); if (wall.open) wall.close(); },
    };
  });
}

export default { render };
