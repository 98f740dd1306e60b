// Who wins under which rules: the form, the state of a run, and sections of chart, words and table.

const TICK = 60, RESIZED = 120, SPOKEN = 10000, SEEN = 5000, LOOSE = 6;

function render(context) {
  return mount(context, "odds", (root, act) => {
    const id = `t31-odds-${Math.random().toString(36).slice(2, 8)}`;
    const title = make("h1", { class: "title" }), lede = make("p", { class: "lede" }), other = make("a", { class: "textlink" });
    const message = make("div", { class: "note", role: "alert" });
    const fold = make("details", { class: "setup" }, make("summary", { class: "focus" }, make("span"), make("span", { class: "dn" })));
    const form = make("form", { class: "ctl" });
    const run = make("div", { class: "run" }), live = make("p", { class: "vh", role: "status" });
    const note = make("p", { class: "small muted foot" });
    const out = make("div", { class: "out" });
    fold.append(form);
    root.append(make("div", { class: "screen" }, make("div", { class: "head" }, title, lede, other), message,
      make("div", { class: "od" }, make("div", { class: "side" }, fold, run, note, live), out)));

    let scene = null, drawnRun = "", spoken = 0, spokenState = "", seen = 0;
    const phone = matchMedia("(max-width: 900px)");
    const unfold = () => { fold.open = !phone.matches; };
    phone.addEventListener("change", unfold);
    unfold();
    // On a desk the form does not fold.
    fold.firstChild.addEventListener("click", (event) => { if (!phone.matches) event.preventDefault(); });
    form.addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && event.target.closest(".side") && scene?.run?.state === "running") act("stop");
      if (event.target.matches("input, select, summary")) event.stopPropagation();
    });

    // ---- the form: made once, then only what differs is changed, so that the focus stays
    const chooser = (name, tell) => {
      const label = make("label", { class: "leg", for: `${id}-${name}` }), select = control("select", { class: "inp", id: `${id}-${name}` });
      select.addEventListener("change", () => tell(select.value));
      const node = make("div", { class: "fld" }, label, select);
      return {
        node,
        draw(data) {
          say(label, data.label);
          const key = JSON.stringify(data.options);
          if (select.drawn !== key) { select.drawn = key; select.replaceChildren(...data.options.map(([value, text]) => new Option(text, value))); }
          select.value = data.value;
        },
      };
    };
    const checks = (tell) => {
      const list = make("div", { class: "opts" }), head = make("span"), chevron = make("span", { class: "dn" }), more = make("p", { class: "small muted" });
      const node = make("details", { class: "fold" }, make("summary", { class: "inp focus" }, head, chevron), more, list);
      list.addEventListener("change", (event) => tell(event.target.value));
      return {
        node,
        draw(data, html) {
          say(head, data.label);
          draw(chevron, scene.form.down);
          say(more, data.note ?? data.notes.join(" "));
          more.hidden = !more.textContent;
          const key = JSON.stringify(data.options.map((option) => [option.id, html(option), option.title]));
          if (list.drawn !== key) {
            list.drawn = key;
            const held = root.getRootNode().activeElement?.value;
            list.replaceChildren(...data.options.map((option) => {
              const box = control("input", { type: "checkbox", value: option.id, disabled: option.fixed });
              const text = make("span", { class: "ot" });
              text.innerHTML = html(option);
              return make("label", { class: "opt", title: option.title }, box, text);
            }));
            if (held) list.querySelector(`input[value="${CSS.escape(held)}"]`)?.focus();
          }
          data.options.forEach((option, i) => { list.children[i].firstChild.checked = option.on; });
        },
      };
    };
    const escaped = (text) => make("span", {}, text).innerHTML;

    const players = chooser("players", (value) => act("players", value));
    const follow = chooser("follow", (value) => act("follow", value));
    const rules = checks((value) => act("rules", value)), house = checks((value) => act("house", value));
    const seats = make("div", { class: "seats" }), seatParts = [];
    const newSeat = (at) => {
      const pick = chooser(`seat-${at}`, (value) => act("seat", String(at), value));
      const slider = control("input", { type: "range", class: "rng" });
      let timer = 0;
      const send = () => { clearTimeout(timer); timer = 0; act("seat", String(at), slider.value); };
      slider.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(send, TICK); });
      slider.addEventListener("change", () => { if (timer) send(); });
      pick.node.append(slider);
      return {
        node: pick.node,
        draw(data) {
          pick.draw(data);
          slider.hidden = !data.slider;
          if (!data.slider) return;
          put(slider, "min", data.slider.low); put(slider, "max", data.slider.high);
          put(slider, "aria-label", data.slider.label); put(slider, "aria-valuetext", data.slider.text);
          if (!timer && slider.value !== String(data.slider.value)) slider.value = String(data.slider.value);
        },
      };
    };
    const legend = make("legend", { class: "leg" }), seg = make("div", { class: "seg" });
    const rounds = make("fieldset", { class: "fs" }, legend, seg);
    const seedLabel = make("label", { class: "leg", for: `${id}-seed` });
    const seed = control("input", { class: "inp", id: `${id}-seed`, type: "number", inputmode: "numeric", min: 0, autocomplete: "off" });
    seed.addEventListener("change", () => { if (seed.value && seed.checkValidity()) act("seed", String(Number(seed.value))); });
    form.append(players.node, seats, follow.node, rules.node, house.node, rounds, make("div", { class: "fld" }, seedLabel, seed));
    const drawForm = (data) => {
      put(form, "aria-label", data.label);
      say(fold.firstChild.firstChild, data.label);
      draw(fold.firstChild.lastChild, data.down);
      players.draw(data.players);
      while (seatParts.length < data.seats.length) { seatParts.push(newSeat(seatParts.length)); seats.append(seatParts.at(-1).node); }
      while (seatParts.length > data.seats.length) seatParts.pop().node.remove();
      data.seats.forEach((seat, at) => seatParts[at].draw(seat));
      follow.draw(data.follow);
      rules.draw(data.rules, (option) => option.html);
      house.node.hidden = !data.house.options.length;
      house.draw(data.house, (option) => escaped(option.text));
      say(legend, data.rounds.label);
      const key = JSON.stringify(data.rounds.options.map((option) => option.text));
      if (seg.drawn !== key) {
        seg.drawn = key;
        seg.replaceChildren(...data.rounds.options.map((option) => {
          const radio = control("input", { class: "vh", type: "radio", name: `${id}-rounds`, value: option.value });
          radio.addEventListener("change", () => act("rounds", option.value));
          return make("label", {}, radio, make("span", {}, option.text));
        }));
      }
      data.rounds.options.forEach((option, i) => {
        seg.children[i].classList.toggle("on", option.on);
        seg.children[i].firstChild.checked = option.on;
      });
      say(seedLabel, data.seed.label);
      put(seed, "max", data.seed.high);
      if (seed.value !== data.seed.value && root.getRootNode().activeElement !== seed) seed.value = data.seed.value;
      say(note, data.note);
    };

    // ---- how a run stands
    const bar = make("div", { class: "pb", "aria-hidden": "true" }, make("i"));
    const runHead = make("p", { class: "rh" }, make("b", { class: "num" }), make("span", { class: "muted" }));
    const runText = make("p", { class: "small muted" }), button = control("button", { class: "btn" });
    const told = make("div", { class: "msg q" });
    button.addEventListener("click", () => { if (button.dataset.act) act(button.dataset.act); });
    const drawRun = (data) => {
      run.hidden = !data;
      if (!data) return;
      const running = data.state === "running", key = `${running}|${data.icon}|${data.button?.act}`;
      if (drawnRun !== key) {
        drawnRun = key;
        const held = root.getRootNode().activeElement === button;
        const actions = make("div", { class: "ac" }, ...(data.button ? [button] : []));
        if (running) run.replaceChildren(runHead, bar, runText, actions);
        else {
          told.innerHTML = data.icon;
          told.className = data.state === "busy" || data.state === "failed" ? "msg" : "msg q";
          told.append(make("p", { class: "hd" }), make("p"), ...(data.button ? [actions] : []));
          run.replaceChildren(told);
        }
        if (held && data.button) button.focus();
      }
      if (running) {
        say(runHead.firstChild, data.head); say(runHead.lastChild, data.left); say(runText, data.text);
        bar.firstChild.style.width = `${100 * data.share}%`;
      } else { say(told.querySelector(".hd"), data.head); say(told.querySelector(".hd + p"), data.text); }
      if (data.button) {
        button.dataset.act = data.button.act;
        button.classList.toggle("pri", Boolean(data.button.primary));
        draw(button, data.button.html);
      }
      const now = performance.now();
      if (data.state !== spokenState || (running && now - spoken > SPOKEN)) {
        if (spokenState) say(live, data.head);
        spokenState = data.state; spoken = now;
      }
      if (running && now - seen > SEEN) { seen = now; act("seen"); }
    };

    // ---- the sections
    const parts = new Map();
    const newPart = () => {
      const heading = make("h2"), sub = make("p", { class: "sub" }), chart = chartBox(), wait = make("p", { class: "wait muted" });
      const words = make("p", { class: "say" }), bold = make("b"), text = make("span"), basis = make("p", { class: "small muted" });
      words.append(bold, " ", text);
      const summary = make("summary", { class: "focus" }), table = make("table"), box = make("div", { class: "tb", role: "region", tabindex: 0 }, table);
      const twin = make("details", { class: "twin" }, summary, box);
      summary.dataset.lmSuppressShortcuts = "true";
      const part = { node: make("section", {}, heading, sub, chart.node, wait, words, basis, twin), chart, data: null, drawn: "" };
      const drawTable = () => {
        const data = part.data?.table, key = JSON.stringify(data);
        if (!data || !twin.open || part.drawn === key) return;
        part.drawn = key;
        put(box, "aria-label", data.caption);
        table.replaceChildren(make("caption", {}, data.caption),
          make("thead", {}, make("tr", {}, ...data.head.map((cell) => make("th", { scope: "col" }, cell)))),
          make("tbody", {}, ...data.rows.map(([first, ...cells]) => make("tr", {}, make("th", { scope: "row" }, first), ...cells.map((cell) => make("td", { class: "num" }, cell))))));
      };
      twin.addEventListener("toggle", drawTable);
      twin.open = !canDraw();
      part.draw = (data, fits) => {
        part.data = data;
        part.node.classList.toggle("old", data.old);
        put(part.node, "aria-busy", data.old || Boolean(data.waiting) ? "true" : null);
        part.node.dataset.id = data.id;
        say(heading, data.heading);
        say(sub, data.sub); sub.hidden = !data.sub;
        chart.node.hidden = !data.spec || !canDraw();
        if (data.spec && fits && canDraw()) chart.draw(data.spec, data.label);
        say(wait, data.waiting); wait.hidden = !data.waiting;
        say(bold, data.inWords); say(text, data.said); words.hidden = !data.said;
        say(basis, data.basis); basis.hidden = !data.basis;
        say(summary, data.show); twin.hidden = !data.table;
        drawTable();
      };
      return part;
    };
    const box = (data) => {
      const node = make("div", { class: "msg" });
      node.innerHTML = data.icon;
      node.append(...(data.head ? [make("p", { class: "hd" }, data.head)] : []), make("p", {}, data.text));
      return node;
    };
    const drawSections = () => {
      const fits = Math.abs(scene.width - measured()) <= LOOSE || !measured();
      const nodes = scene.sections.map((data) => {
        if (!parts.has(data.id)) parts.set(data.id, newPart());
        const part = parts.get(data.id);
        part.draw(data, fits);
        return part.node;
      });
      if (scene.none) nodes.push(box(scene.none));
      if (nodes.length !== out.children.length || nodes.some((node, i) => out.children[i] !== node)) out.replaceChildren(...nodes);
    };

    // ---- as wide as there is room
    const measured = () => Math.floor(out.clientWidth / 4) * 4;
    let timer = 0;
    const resized = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const width = measured();
        if (width && scene && Math.abs(scene.width - width) > LOOSE) act("width", String(width));
      }, scene && out.dataset.sized ? RESIZED : 0);
      out.dataset.sized = "1";
    };
    const watch = new ResizeObserver(resized);
    watch.observe(out);

    return {
      draw(next) {
        scene = next;
        say(title, scene.title); say(lede, scene.lede); say(other, scene.other.text); put(other, "href", scene.other.href);
        const key = JSON.stringify(scene.message);
        if (message.drawn !== key) { message.drawn = key; message.replaceChildren(...(scene.message ? [box(scene.message)] : [])); }
        drawForm(scene.form);
        drawRun(scene.run);
        drawSections();
      },
      close() {
        watch.disconnect();
        clearTimeout(timer);
        phone.removeEventListener("change", unfold);
        for (const part of parts.values()) part.chart.close();
      },
    };
  });
}

export default { render };
