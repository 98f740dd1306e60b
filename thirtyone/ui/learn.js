// The learn page: the course with its search, a lesson step by step, questions without end, the words.
// What was learnt stays in this browser; Python hears of it while the page is open.

const KEPT = "t31-learn";

function render(context) {
  const { model } = context;
  return mount(context, "learn", (root, act) => {
    const message = make("div", { class: "msg", role: "alert", hidden: true });
    const body = make("div", { class: "ls" }), status = make("p", { class: "vh", role: "status" });
    root.append(message, body, status);
    let parts = null, spoken = 0, unkept = false;

    const page = {
      act, scene: null,
      onward() {},
      focus(key) { const node = root.querySelector(`[data-f="${CSS.escape(key)}"]`); if (node) node.focus(); },
      // A part that is drawn anew gives the focus back to what had it.
      keepFocus(box, change) {
        const held = root.getRootNode().activeElement, key = held && box.contains(held) ? held.dataset.f : null;
        change();
        if (key) page.focus(key);
      },
    };
    const html = (tag, cls, text) => { const node = make(tag, { class: cls }); node.innerHTML = text; return node; };

    // ---- links: addresses of their own, but followed without a reload
    const ours = ["view", "lesson", "step", "q", "kinds", "level", "ask"];
    const address = (place) => {
      const url = new URL(location.href), wall = url.searchParams.get("view") === "projector";
      for (const key of ours) url.searchParams.delete(key);
      for (const [key, value] of Object.entries(place)) if (value) url.searchParams.set(key, value);
      if (wall && !place.view) url.searchParams.set("view", "projector");
      return url.href;
    };
    const go = (place) => act("go", place.lesson, place.step, place.view);
    const link = (place, attributes, ...children) => {
      const node = control("a", { href: address(place), ...attributes }, ...children);
      node.addEventListener("click", (event) => {
        if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(place);
      });
      return node;
    };
    const renew = (box, data, build) => {
      const text = JSON.stringify(data);
      if (box.made === text) return;
      box.made = text;
      page.keepFocus(box, () => box.replaceChildren(...build(data).filter(Boolean)));
    };

    // ---- the rail of a lesson
    const railPart = () => {
      const nav = make("nav", { class: "prog noprint" });
      let open = false;
      const build = (rail) => {
        put(nav, "aria-label", rail.label);
        const now = rail.items.findIndex((item) => item.now);
        const list = make("ol", {}, ...rail.items.map((item) => {
          const sign = html("span", "dot num", item.done ? page.scene.words.check : "");
          if (!item.done) say(sign, item.sign);
          const text = make("span", { class: "tt" }, item.text, item.done ? make("span", { class: "vh" }, ` (${item.done_label})`) : null);
          return make("li", { class: `${item.done ? "done" : ""}${item.now ? " now" : ""}` }, link(item.place, { "aria-current": item.now ? "step" : null, "data-f": `rail.${item.place.step}` }, sign, text));
        }));
        list.addEventListener("keydown", (event) => {
          const all = [...list.querySelectorAll("a")], at = all.indexOf(event.target.closest("a"));
          const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
          if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault(); event.stopPropagation();
          all[Math.max(0, Math.min(to, all.length - 1))].focus();
        });
        const toggle = control("button", { class: "btn plain tgl", "aria-expanded": String(open), "data-f": "rail" }, make("span", {}, rail.items[now].text));
        toggle.append(html("span", "dn", page.scene.words.down));
        toggle.addEventListener("click", () => { open = !open; nav.classList.toggle("open", open); put(toggle, "aria-expanded", String(open)); });
        return [link(rail.course.place, { class: "lk back", "data-f": "course" }, rail.course.text), make("p", { class: "small muted" }, rail.title),
          make("div", { class: "segs", "aria-hidden": "true" }, ...rail.items.map((item) => make("i", { class: `${item.done ? "done" : ""}${item.now ? " now" : ""}` }))), toggle, list];
      };
      return { root: nav, draw: (rail) => renew(nav, rail, build) };
    };

    // ---- parts of several pages
    const heading = (scene) => make("h1", { tabindex: -1, class: "focus" }, scene.title);
    const nextRow = (links) => {
      const { words } = page.scene;
      const button = (data, before) => {
        if (!data) return make("span");
        const node = link(data.place, { class: `btn${before ? "" : " pri"}`, "aria-label": data.label, "data-f": before ? "previous" : "next" });
        const sign = html("span", "sg", before ? words.previous : words.next), text = make("span", {}, data.text);
        node.append(...(before ? [sign, text] : [text, sign]));
        return node;
      };
      return make("div", { class: "nx noprint" }, button(links.previous, true), button(links.next, false));
    };
    const progressPart = () => {
      const box = make("section", { class: "pg panel" });
      let asking = false;
      const build = (data) => {
        const button = (text, cls, f, key) => { const node = control("button", { class: `btn ${cls}`, "data-f": key }, text); node.addEventListener("click", f); return node; };
        const again = () => { box.made = ""; renew(box, data, build); };
        const reset = asking
          ? make("div", { class: "sure", role: "group", "aria-label": data.reset.sure }, make("p", {}, make("b", {}, data.reset.sure)), make("div", { class: "chips" },
            button(data.reset.yes, "pri", () => { asking = false; act("reset"); }, "yes"), button(data.reset.no, "", () => { asking = false; again(); page.focus("reset"); }, "no")))
          : button(data.reset.button, "plain", () => { asking = true; again(); page.focus("no"); }, "reset");
        const text = control("textarea", { class: "inp", readonly: true, rows: Math.min(14, data.result.text.split("\n").length + 1), "aria-label": data.result.title });
        text.value = data.result.text;
        const copy = button(data.result.copy, "", async () => {
          try { await navigator.clipboard.writeText(data.result.text); } catch { text.select(); document.execCommand("copy"); }
          say(status, ""); say(status, data.result.copied); say(copy, data.result.copied);
        }, "copy");
        const result = make("details", {}, make("summary", { class: "focus", "data-lm-suppress-shortcuts": "true", "data-f": "result" }, data.result.title), text, copy);
        return [make("h2", {}, data.title), make("div", { class: "pb", "aria-hidden": "true" }, make("i", { style: `width:${data.share}%` })),
          ...data.lines.map((line) => make("p", {}, line)), make("p", { class: "small muted" }, unkept ? data.not_kept : data.note),
          ...(data.empty ? [] : [result, make("div", { class: "noprint" }, reset)])];
      };
      return { root: box, draw: (data) => renew(box, { ...data, unkept }, build) };
    };
    const searchPart = (data, results) => {
      const box = control("input", { class: "inp", type: "search", "aria-label": data.label, placeholder: data.label, maxlength: 80, value: data.text, "data-f": "search" });
      box.value = data.text;
      let waiting = 0;
      box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => act("find", box.value), 180); });
      box.addEventListener("keydown", (event) => { event.stopPropagation(); if (event.key === "Escape" && box.value) { box.value = ""; act("find", ""); } });
      return make("search", { class: "sr noprint" }, html("span", "si", page.scene.words.search), box, results);
    };

    // ---- the pages
    const coursePage = (scene) => {
      const found = make("div", { class: "fd" }), list = make("ol", { class: "les" }), go_on = make("div", { class: "go noprint" }), progress = progressPart();
      const said = make("p", { class: "small muted", role: "status" }), hits = make("ul", { class: "hits" });
      found.append(said, hits);
      const usual = make("details", { class: "usual noprint" }, make("summary", { class: "focus", "data-lm-suppress-shortcuts": "true" }, scene.search.all.title),
        make("ul", {}, ...scene.search.all.items.map((item) => make("li", {}, link(item.place, { class: "lk" }, item.text)))));
      const more = make("div", { class: "more noprint" }, link(scene.practise.place, { class: "btn" }, scene.practise.text), link(scene.glossary.place, { class: "btn" }, scene.glossary.text));
      const entry = (one) => {
        const sign = html("span", `dot num${one.done === one.of ? " done" : one.done ? " some" : ""}`, one.done === one.of ? page.scene.words.check : "");
        if (one.done !== one.of) say(sign, one.number);
        const meta = [one.minutes, one.steps].map((text) => make("span", {}, text));
        const bar = one.done ? make("span", { class: "pb", "aria-hidden": "true" }, make("i", { style: `width:${(100 * one.done) / one.of}%` })) : null;
        return make("li", { class: "le" }, sign, make("div", { class: "lt" },
          make("h3", {}, link(one.place, { "data-f": `le.${one.place.lesson}` }, one.title)), make("p", {}, one.summary),
          
          make("details", {}, make("summary", { class: "small focus", "data-lm-suppress-shortcuts": "true", "data-f": `aims.${one.place.lesson}` }, make("span", { class: "mt" }, ...meta, bar, make("b", {}, one.aims.title))),
            make("ul", {}, ...one.aims.items.map((text) => make("li", {}, text))), one.needs ? make("p", { class: "small muted" }, one.needs) : null)));
      };
      const draw = (next) => {
        renew(hits, next.search.found, (all) => all.map((hit) => make("li", {}, hit.place ? link(hit.place, { class: "hit" }, make("b", {}, hit.head), make("span", { class: "small muted" }, hit.text))
          : make("p", { class: "hit" }, make("b", {}, hit.head), make("span", {}, hit.text)))));
        say(said, next.search.said);
        renew(list, next.lessons, (all) => all.map(entry));
        renew(go_on, next.go_on, (one) => [one && link(one.place, { class: "btn pri", "data-f": "goon" }, one.text)]);
        progress.draw(next.progress);
      };
      return { nodes: [make("div", { class: "co" }, make("div", { class: "hd" }, heading(scene), make("p", { class: "ing" }, scene.lede), searchPart(scene.search, found), usual),
        make("div", { class: "side" }, go_on, progress.root, more), make("div", { class: "ll" }, make("h2", {}, scene.heading), list))], draw };
    };
    const lessonPage = (scene) => {
      const rail = railPart(), tried = tryPart(page), ask = askPart(page);
      const text = make("div", { class: "bl" }), lede = html("p", "ing", scene.lede);
      text.innerHTML = scene.blocks.join("");
      const terms = scene.glossary.items.length ? make("details", { class: "terms noprint" }, make("summary", { class: "focus", "data-lm-suppress-shortcuts": "true" }, scene.glossary.title),
        make("dl", {}, ...scene.glossary.items.flatMap((term) => [make("dt", { lang: term.lang }, term.word), make("dd", {}, term.text)]))) : null;
      const usual = scene.answers.items.length ? make("div", { class: "faq muted" }, make("b", {}, scene.answers.title), make("ul", {}, ...scene.answers.items.map((item) => make("li", {}, item)))) : null;
      const article = make("article", { class: "tx" }, make("p", { class: "small muted st3" }, scene.count), heading(scene), lede, scene.try ? tried.root : null, text, ask.root, nextRow(scene.links), usual, terms);
      // A word in bold tells what it means, below its paragraph.
      article.addEventListener("click", (event) => {
        const word = event.target.closest(".term");
        if (!word) return;
        const was = word.getAttribute("aria-expanded") === "true";
        for (const other of article.querySelectorAll(".term")) put(other, "aria-expanded", "false");
        for (const old of article.querySelectorAll(".gl")) old.remove();
        if (was) return;
        const term = scene.terms[word.dataset.term];
        put(word, "aria-expanded", "true");
        word.closest("p, ul, ol").after(make("p", { class: "gl", role: "note" }, make("b", { lang: term.lang }, term.word), ` – ${term.text}`));
      });
      page.onward = () => go(page.scene.links.next.place);
      const draw = (next) => { rail.draw(next.rail); tried.draw(next.try); ask.draw(next.ask); };
      return { nodes: [rail.root, article], draw, close: tried.close };
    };
    const practicePage = (scene) => {
      const rail = scene.rail ? railPart() : null, ask = askPart(page), progress = progressPart();
      const setup = make("div", { class: "pr noprint" });
      const another = control("button", { class: "btn pri", "data-f": "another" }, scene.another);
      const next_ = () => { fresh = true; act("another"); };
      let fresh = false, id = scene.ask.id;
      another.addEventListener("click", next_);
      ask.foot.append(another);
      page.onward = next_;
      const choices = (data, name) => make("div", { role: "group", "aria-label": data.label }, make("span", { class: "leg" }, data.label), make("div", { class: "chips" }, ...data.options.map(([value, text, isOn]) => {
        const button = control("button", { class: `btn plain${isOn ? " cur" : ""}`, "aria-pressed": String(isOn), "data-f": `${name}.${value}` }, text);
        button.addEventListener("click", () => act(name, value));
        return button;
      })));
      const draw = (next) => {
        if (rail) rail.draw(next.rail);
        renew(setup, [next.kinds, next.levels], ([kinds, levels]) => [choices(kinds, "kind"), choices(levels, "level")]);
        ask.draw(next.ask);
        another.classList.toggle("pri", next.ask.over);
        progress.draw(next.progress);
        if (fresh && next.ask.id !== id) { fresh = false; ask.focus(); }
        id = next.ask.id;
      };
      const back = rail ? null : link({ lesson: "", step: "", view: "" }, { class: "lk back" }, scene.back);
      const article = make("article", { class: "tx" }, back, heading(scene), make("p", { class: "ing" }, scene.lede), ask.root, setup, scene.links ? nextRow(scene.links) : null, progress.root);
      return { nodes: rail ? [rail.root, article] : [article], draw };
    };
    const glossaryPage = (scene) => {
      const list = make("dl", { class: "gls" }), none = make("p", { class: "muted", role: "status" });
      const draw = (next) => {
        renew(list, next.terms, (terms) => terms.map((term) => make("div", {}, make("dt", { lang: term.lang }, term.word), make("dd", {}, term.text, term.also ? make("span", { class: "small muted" }, ` ${term.also}`) : null))));
        say(none, next.terms.length ? "" : next.none);
      };
      const back = link({ lesson: "", step: "", view: "" }, { class: "lk back" }, scene.back);
      return { nodes: [make("article", { class: "tx" }, back, heading(scene), make("p", { class: "ing" }, scene.lede), searchPart(scene.search, none), list)], draw };
    };
    const makers = { course: coursePage, lesson: lessonPage, practice: practicePage, glossary: glossaryPage };

    // ---- what the browser keeps
    const send = (text) => {
      let data = {};
      try { data = JSON.parse(text) || {}; } catch { /* not ours */ }
      model.set("kept", { ...data, at: performance.now() });
      model.save_changes();
    };
    const elsewhere = (event) => { if (event.key === KEPT) send(event.newValue || "{}"); };
    const keep = () => {
      const { n, ...data } = model.get("keep");
      if (!n) return;
      try { localStorage.setItem(KEPT, JSON.stringify(data)); unkept = false; } catch { unkept = true; }
    };
    addEventListener("storage", elsewhere);
    model.on("change:keep", keep);
    try { const text = localStorage.getItem(KEPT); if (text) send(text); } catch { unkept = true; }

    let shown = "", first = true;
    return {
      draw(scene) {
        page.scene = scene;
        message.hidden = !scene.message;
        if (scene.message) { message.innerHTML = scene.words.warn; message.append(make("p", {}, scene.message)); }
        const key = `${scene.turn} ${scene.lang} ${scene.page}`;
        if (key !== shown) {
          const moved = !first && shown.split(" ")[0] !== String(scene.turn);
          if (parts && parts.close) parts.close();
          parts = makers[scene.page](scene);
          body.className = `ls ${scene.page}${scene.rail ? "" : " alone"}`;
          body.replaceChildren(...parts.nodes);
          parts.draw(scene);
          if (moved) {
            scrollTo(0, Math.max(0, root.getBoundingClientRect().top + scrollY - 88));
            body.querySelector("h1").focus({ preventScroll: true });
          }
          shown = key;
          first = false;
        } else parts.draw(scene);
        const [number, text] = scene.said;
        if (number !== spoken) { spoken = number; say(status, ""); say(status, text); }
        else if (!text) say(status, "");
      },
      close() {
        removeEventListener("storage", elsewhere);
        model.off("change:keep", keep);
        if (parts && parts.close) parts.close();
      },
    };
  });
}

export default { render };
