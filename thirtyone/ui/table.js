// The card table: every step of a round is here already, so stepping asks nobody. Python hears where
// the reader is (trait `at`), and is asked when something is to be played.

function render(context) {
  const { model } = context;
  return mount(context, "table", (root, act) => {
    const meta = make("p", { class: "meta" });
    const table = make("div", { class: "tbl focus", role: "group", tabindex: 0, "data-lm-suppress-shortcuts": "true" });
    const stepper = make("div", { class: "step", role: "group" });
    const tools = make("div", { class: "tools noprint" });
    const note = make("section", { class: "ann" });
    const order = make("section", { class: "order" });
    const status = make("p", { class: "vh", role: "status" });
    const keys = make("div", { class: "pop keys", role: "dialog", hidden: true, tabindex: -1 });

    let walking = 0, telling = 0, reporting = 0;
    let guess = null;                          // which answer was given, by its place
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const last = () => page.steps.length - 1;
    const page = {
      root, act, scene: null, steps: [], at: 0,
      give: new Set(), take: new Set(),        // cards picked for a swap
      last,
      choosing: () => page.scene.acts && page.at === last(),
      tell: (text) => tell(text),
      drawStep: () => drawStep(),
    };
    const picture = tablePicture(page, table), play = tablePlay(page, table, picture);
    root.append(play.banner, make("div", { class: "rd" },
      make("div", { class: "left" }, meta, table, stepper, play.moves, play.why, play.refusal, tools, keys),
      make("div", { class: "side" }, note, order)), play.play, status);

    // ---- stepping
    const go = (to, { jump = false, told = true } = {}) => {
      const next = Math.max(0, Math.min(to, last()));
      if (next === page.at) return;
      const single = next === page.at + 1 && !jump, origin = single && placeOf(page.steps[next].moved);
      page.at = next;
      drawStep();
      if (single) move(page.steps[page.at].moved, origin);
      report();
      if (told) tell(page.steps[page.at].label);
    };
    const report = () => {
      clearTimeout(reporting);
      reporting = setTimeout(() => { model.set("at", page.at); model.save_changes(); }, 150);
    };
    // A live region hears where stepping ends, not the steps that fly by while a key is held.
    const tell = (text) => {
      clearTimeout(telling);
      telling = setTimeout(() => say(status, text), 200);
    };
    const stop = () => { clearTimeout(walking); walking = 0; };
    const walk = () => {
      stop();
      if (page.at >= last()) return;
      if (still.matches) { tell(page.steps.slice(page.at + 1).map((step) => step.label).join(" ")); go(last(), { jump: true, told: false }); return; }
      walking = setTimeout(() => { go(page.at + 1); walk(); }, 650);
    };

    // ---- a card moves from its pile: one at a time, and only for a single step
    const area = (name) => root.querySelector(`[data-area="${name}"]`);
    const placeOf = (moved) => {
      const from = moved && area(moved.from);
      if (!from) return null;
      return moved.cards.map((card) => (from.querySelector(`[data-c="${card}"]`) || from.querySelector(".c:last-child") || from).getBoundingClientRect());
    };
    const move = (moved, origin) => {
      const to = moved && origin && area(moved.to);
      if (!to) return;
      const nodes = moved.cards.length ? moved.cards.map((card) => to.querySelector(`[data-c="${card}"]`)) : [to.querySelector(".c:last-child")];
      nodes.forEach((node, i) => {
        if (!node) return;
        if (still.matches) { node.classList.add("moved"); return; }
        const from = origin[i] || area(moved.from).getBoundingClientRect(), box = node.getBoundingClientRect();
        node.animate([{ transform: `translate(${from.left - box.left}px, ${from.top - box.top}px)` }, { transform: "none" }],
          { duration: 220, easing: "ease-out" });
      });
    };

    // ---- stepper
    const [first, previous, next, end] = ["first", "previous", "next", "last"].map(() => control("button", { class: "btn sq" }));
    const track = make("div", { class: "trk" }), count = make("span", { class: "tlp num" });
    const knock = control("button", { class: "btn plain" });
    stepper.append(first, previous, track, count, next, end);
    first.addEventListener("click", () => { stop(); go(0); });
    previous.addEventListener("click", () => { stop(); go(page.at - 1); });
    next.addEventListener("click", () => { stop(); go(page.at + 1); });
    end.addEventListener("click", () => { stop(); go(last()); });
    const knockAt = () => page.scene.stops.findIndex((stop_) => stop_.kind === "knock");
    knock.addEventListener("click", () => { stop(); go(knockAt()); });
    const MANY = 13;
    const buildTrack = () => {
      const place = (i) => (last() ? (i / last()) * 100 : 0);
      if (page.scene.stops.length < MANY) {
        const list = make("ol", { class: "tl" }, ...page.scene.stops.map((stop_, i) => {
          const button = control("button", { class: stop_.kind === "knock" ? "k" : "" }, String(i + 1));
          button.addEventListener("click", () => { stop(); go(i); });
          return make("li", {}, button);
        }));
        track.replaceChildren(list);
      } else {
        const slider = control("input", { type: "range", min: 0, max: last(), step: 1, "aria-label": page.scene.words.slider });
        slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
        track.replaceChildren(make("div", { class: "sl" },
          ...page.scene.stops.map((stop_, i) => make("i", { class: stop_.kind === "knock" ? "k" : "", style: `left:${place(i)}%` })),
          make("b", { class: "num" }), slider));
      }
    };
    const drawTrack = () => {
      const list = track.querySelector(".tl"), slider = track.querySelector("input");
      if (list) [...list.children].forEach((item, i) => {
        const button = item.firstChild;
        put(button, "aria-label", page.scene.stops[i].label);
        put(button, "aria-current", i === page.at ? "step" : null);
        button.classList.toggle("now", i === page.at);
      });
      if (slider) {
        slider.value = page.at;
        put(slider, "aria-valuetext", page.scene.stops[page.at].label);
        const thumb = track.querySelector(".sl > b");
        thumb.style.left = `${last() ? (page.at / last()) * 100 : 0}%`;
        say(thumb, String(page.at + 1));
        thumb.classList.toggle("k", page.scene.stops[page.at].kind === "knock");
      }
      say(count, page.scene.stops[page.at].short);
      for (const [button, off] of [[first, page.at === 0], [previous, page.at === 0], [next, page.at === last()], [end, page.at === last()]]) {
        put(button, "aria-disabled", off ? "true" : null);
        button.classList.toggle("pri", button === next && !off && !page.choosing());
      }
    };

    // ---- the note, the question, the table in words
    const drawNote = (step) => {
      const html = (tag, cls, text) => { if (!text) return null; const node = make(tag, { class: cls }); node.innerHTML = text; return node; };
      const ledger = step.ledger.length ? make("dl", { class: "led" }, ...step.ledger.flatMap(([who, what]) => [make("dt", {}, who), make("dd", {}, what)])) : null;
      note.replaceChildren(
        make("p", { class: "small muted" }, step.count), make("h2", { tabindex: -1, class: "focus" }, step.head),
        ...[...step.text.map((text) => make("p", {}, text)), step.note ? make("p", { class: "nt" }, step.note) : null,
          html("p", "small flagged", step.flag), html("p", "small muted from", step.source), ledger, quiz(step), mended(), whatIf(step)].filter(Boolean));
    };
    // What each move would be worth here is another page.
    const whatIf = (step) => step.what_if ? make("p", { class: "noprint" }, control("a", { class: "btn", href: step.what_if }, page.scene.words.what_if)) : null;
    const mended = () => {
      if (!page.scene.mended) return null;
      const button = control("button", { class: "btn" }, page.scene.mended.label);
      button.addEventListener("click", () => act("round", page.scene.mended.id));
      return button;
    };
    const quiz = (step) => {
      const asked = page.scene.quiz && page.scene.quiz.on && page.scene.quiz.ask;
      if (!asked) return null;
      if (step.kind === "result" && guess !== null) {
        const answer = asked.options[guess];
        return make("p", { class: `said ${answer.right ? "yes" : "no"}` }, make("b", {}, `${answer.label} – ${asked.yours}`), make("span", {}, answer.said));
      }
      if (page.at !== last() - 1) return null;
      return make("div", { class: "ask", role: "group", "aria-label": asked.question }, make("h3", {}, asked.question),
        make("div", { class: "opts" }, ...asked.options.map((option, i) => {
          const button = control("button", { class: "btn" }, option.label);
          button.addEventListener("click", () => { guess = i; go(last(), { told: false }); tell(`${option.said} ${page.steps[page.at].label}`); note.querySelector("h2").focus({ preventScroll: true }); });
          return button;
        })));
    };
    const drawOrder = (step) => {
      const [player, has, hand, did] = page.scene.order.columns;
      const cell = (cards, words) => {
        const node = make("td", {}, make("span", { class: "vh" }, words)), shown = make("span", { class: "cts", "aria-hidden": "true" });
        shown.innerHTML = cards.map((card) => page.scene.faces.signs[card]).join(" ");
        node.append(shown);
        return node;
      };
      order.replaceChildren(make("h2", {}, page.scene.order.title), make("table", {},
        make("thead", {}, make("tr", {}, ...[player, has, hand, did].map((text) => make("th", { scope: "col" }, text)))),
        make("tbody", {}, ...step.seats.map(({ row, cls }) => make("tr", { class: row.cls, "aria-current": cls.includes("turn") ? "true" : null },
          make("th", { scope: "row" }, row.name), make("td", {}, row.have), cell(row.cards, row.words), make("td", { class: "val" }, make("span", {}, row.text)))))));
    };

    // ---- tools under the steps
    const swt = control("input", { type: "checkbox", role: "switch" }), label = make("span");
    const toggle = make("label", { class: "swt" }, swt, make("i"), label);
    swt.addEventListener("change", () => act("quiz", swt.checked ? "on" : "off"));
    const save = control("button", { class: "btn plain" }), copy = control("button", { class: "btn plain" });
    const help = control("button", { class: "btn plain sq", "aria-haspopup": "dialog" }, "?");
    const copied = make("span", { class: "small muted", role: "status" });
    const byHand = control("input", { class: "inp", readonly: true, hidden: true });
    tools.append(knock, help, toggle, save, copy, copied, byHand);
    save.addEventListener("click", () => {
      const link = make("a", { href: URL.createObjectURL(new Blob([page.scene.save.text], { type: "text/plain" })), download: page.scene.save.file });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    copy.addEventListener("click", async () => {
      clearTimeout(reporting);
      model.set("at", page.at); model.save_changes();
      await new Promise((done) => setTimeout(done, 150));   // the address follows the step
      try {
        await navigator.clipboard.writeText(versioned(location.href));
        say(copied, page.scene.copy.done);
      } catch {
        byHand.hidden = false;
        byHand.value = versioned(location.href);
        put(byHand, "aria-label", page.scene.copy.by_hand);
        say(copied, page.scene.copy.by_hand);
        byHand.select();
      }
    });
    const drawTools = () => {
      knock.hidden = knockAt() < 0;
      draw(knock, `${page.scene.words.knock.html}<span></span>`);
      say(knock.lastChild, page.scene.words.knock.label);
      toggle.hidden = !(page.scene.quiz && page.scene.quiz.ask);
      if (page.scene.quiz) { swt.checked = page.scene.quiz.on; say(label, page.scene.quiz.label); }
      save.hidden = !page.scene.save;
      if (page.scene.save) draw(save, page.scene.save.html);
      copy.hidden = !page.scene.copy || !page.scene.copy.html;
      if (!copy.hidden) draw(copy, page.scene.copy.html);
      if (page.scene.copy && page.scene.copy.note) say(copied, page.scene.copy.note);
      put(help, "aria-label", page.scene.words.keys.button);
    };
    const showKeys = (on) => {
      keys.hidden = !on;
      if (!on) { help.focus(); return; }
      const words = page.scene.words.keys;
      keys.replaceChildren(make("h2", {}, words.title), make("dl", {}, ...words.rows.flatMap(([key, text]) => [make("dt", {}, make("b", {}, key)), make("dd", {}, text)])));
      put(keys, "aria-label", words.title);
      keys.focus({ preventScroll: true });
    };
    help.addEventListener("click", () => showKeys(keys.hidden));
    const away = (event) => { if (!keys.hidden && !event.composedPath().includes(keys) && !event.composedPath().includes(help)) keys.hidden = true; };
    document.addEventListener("pointerdown", away);

    // ---- keys and swipe, only while the focus is in here
    root.addEventListener("keydown", (event) => {
      const { key, target } = event, typing = target.matches("select, input:not([type=range], [type=checkbox]), textarea");
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !page.scene) return;
      if (key === "Escape" && !keys.hidden) showKeys(false);
      else if (key === "ArrowRight" || key === "ArrowLeft") { stop(); go(page.at + (key === "ArrowRight" ? 1 : -1), { jump: event.repeat }); }
      else if (key === "Home") { stop(); go(0, { jump: true }); }
      else if (key === "End") { stop(); go(last(), { jump: true }); }
      else if (key.toLowerCase() === "k") { if (knockAt() >= 0) { stop(); go(knockAt(), { jump: true }); } }
      else if (key.toLowerCase() === "n") note.querySelector("h2").focus();
      else if (key === "?") showKeys(keys.hidden);
      else if (/^[1-6]$/.test(key)) window.dispatchEvent(new CustomEvent("t31-panel", { detail: Number(key) }));
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    let down = null;
    table.addEventListener("pointerdown", (event) => { down = { x: event.clientX, y: event.clientY }; });
    table.addEventListener("pointerup", (event) => {
      const dx = down ? event.clientX - down.x : 0, dy = down ? event.clientY - down.y : 0;
      down = null;
      if (Math.abs(dx) > 48 && Math.abs(dx) > 2 * Math.abs(dy)) { stop(); go(page.at + (dx < 0 ? 1 : -1)); }
    });
    table.addEventListener("pointercancel", () => { down = null; });

    const drawStep = () => {
      const step = page.steps[page.at], quizzed = page.scene.quiz && page.scene.quiz.on && page.scene.quiz.ask;
      root.classList.toggle("quiz", !!quizzed && step.kind !== "result");
      picture.draw(step);
      drawTrack();
      drawNote(step);
      drawOrder(step);
      play.draw();
    };
    const expand = () => {
      let around = [], piles = null;
      page.steps = page.scene.steps.map((step) => {
        around = around.slice();
        for (const [n, seat] of Object.entries(step.seats)) around[n] = seat;
        if ("piles" in step) piles = step.piles;
        return { ...step, seats: around, piles };
      });
    };

    return {
      draw(next_) {
        const other = !page.scene || page.scene.id !== next_.id, track_ = !page.scene || page.scene.stops.length !== next_.stops.length || other;
        const words = !page.scene || page.scene.lang !== next_.lang;
        page.scene = next_;
        expand();
        if (other) { stop(); page.at = page.scene.at; guess = null; page.give.clear(); page.take.clear(); }
        page.at = Math.min(page.at, last());
        picture.fit(page.steps[0].seats.length);
        put(table, "data-form", page.scene.form);
        put(table, "data-seats", page.scene.seated);
        put(table, "aria-label", page.scene.label);
        put(stepper, "aria-label", page.scene.words.steps);
        put(note, "aria-label", page.scene.words.note);
        draw(meta, page.scene.meta);
        for (const [button, name] of [[first, "first"], [previous, "previous"], [next, "next"], [end, "last"]]) {
          draw(button, page.scene.words[name].html);
          put(button, "aria-label", page.scene.words[name].label);
        }
        if (track_ || words) buildTrack();
        drawTools();
        drawStep();
        if (other && page.scene.follow) walk();
      },
      close() { stop(); clearTimeout(reporting); clearTimeout(telling); document.removeEventListener("pointerdown", away); },
    };
  });
}

export default { render };
