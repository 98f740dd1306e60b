// Something to try in a step: cards that can be changed, bars, final hands, answers, chances, a round.

function tryPart(page) {
  const root = make("figure", { class: "mini" });
  let data = null, open = null, suit = "", table = null;   // open: [hand, place] whose chooser stands open

  const html = (tag, cls, text) => { const node = make(tag, { class: cls }); node.innerHTML = text; return node; };
  const named = ({ flag, name, home }) => { const node = html("span", `rn${home ? " home" : ""}`, flag); node.append(make("span", {}, name)); return node; };
  const on = (node, f) => { node.addEventListener("click", f); return node; };

  // ---- a card, and what to put in its place
  const cardButton = (card, hand, place) => {
    const isOpen = open && open[0] === hand && open[1] === place;
    const button = control("button", { class: `cb focus${isOpen ? " sel" : ""}`, "aria-label": card.label, "aria-expanded": String(!!isOpen), "data-f": `c${hand}.${place}` });
    button.innerHTML = card.html;
    return on(button, () => { open = isOpen ? null : [hand, place]; suit = card.code[1]; redraw(); });
  };
  const cards = (hand, i) => make("div", { class: "mc" }, ...hand.cards.map((card, n) => cardButton(card, i, n)));
  const chooser = () => {
    if (!open || !data.chooser || !data.hands[open[0]]) return null;
    const { chooser: c } = data, now = data.hands[open[0]].cards[open[1]];
    const close = () => { const back = `c${open[0]}.${open[1]}`; open = null; redraw(); page.focus(back); };
    const suits = make("div", { class: "seg", role: "group" }, ...c.suits.map(([code, sign, name]) => {
      const node = control("button", { class: code === suit ? "on" : "", "aria-pressed": String(code === suit), "aria-label": name, "data-f": `s${code}` });
      node.innerHTML = sign;
      return on(node, () => { suit = code; redraw(); });
    }));
    const ranks = make("div", { class: "rks", role: "group" }, ...c.ranks.map(([code, letter, name]) => {
      const card = code + suit, held = card === now.code, free = card in c.names;
      const node = control("button", { class: held ? "on" : "", "aria-pressed": String(held), "aria-label": c.names[card] || name, "aria-disabled": free || held ? null : "true", "data-f": `r${code}` }, letter);
      return on(node, () => { if (free) page.act("card", String(open[0]), String(open[1]), card); });
    }));
    const cross = on(control("button", { class: "btn sq bare", "aria-label": c.close, "data-f": "close" }), close);
    cross.innerHTML = page.scene.words.cross;
    const box = make("div", { class: "chs panel", role: "group", "aria-label": c.title }, make("div", { class: "chh" }, make("b", {}, c.title), cross), suits, ranks);
    box.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); close(); } });
    return box;
  };
  const caption = () => {
    const again = (data.chooser || data).again;
    return make("figcaption", {}, make("span", {}, data.hint),
      again ? on(control("button", { class: "btn plain ag", "data-f": "again" }, again), () => { open = null; page.act("again"); }) : null,
      data.rules ? named(data.rules) : null);
  };

  // ---- the kinds
  const bars = (b) => {
    const rows = b.rows.map((row) => {
      const bar = make("span", { class: "bb" }, ...row.parts.map((part) => make("i", { style: `width:${(part / b.most) * 78}%` }, row.plain ? "" : String(part))), make("b", {}, row.total));
      const label = html("span", "bl", row.mark);
      label.append(make("span", {}, row.word));
      return make("div", { class: row.on ? "" : "no" }, label, bar);
    });
    return make("div", { class: "bars", role: "img", "aria-label": b.label }, ...rows,
      make("div", { class: "sc" }, make("span"), make("span", { class: "bx", style: `width:${(31 / b.most) * 78}%` }, ...b.ends.map((end) => make("em", {}, end)))));
  };
  const hand = () => [cards(data.hands[0], 0), bars(data.bars), chooser(), make("p", { class: "sd" }, data.said), caption()];
  const showdown = () => {
    const seats = data.hands.map((seat, i) => {
      const head = make("div", { class: "sh" }, make("b", {}, seat.name));
      if (seat.lives) { const lives = html("span", "lv", seat.lives); put(lives, "role", "img"); put(lives, "aria-label", seat.lives_label); head.append(lives); }
      if (seat.knocked) head.append(html("span", "mk kn", seat.knocked));
      return make("div", { class: `st${seat.loses ? " lose" : ""}`, role: "group", "aria-label": seat.name }, head, cards(seat, i), html("p", "sv num", seat.value));
    });
    const k = data.knocks;
    const knocks = k && make("div", { class: "kn", role: "group", "aria-label": k.label }, make("span", { class: "leg" }, k.label),
      make("div", { class: "chips" }, ...k.options.map(([value, text, isOn]) => on(control("button", { class: `btn plain${isOn ? " cur" : ""}`, "aria-pressed": String(isOn), "data-f": `k${value}` }, text), () => page.act("knock", value)))));
    return [make("div", { class: "sts" }, ...seats), chooser(), knocks,
      ...data.results.map((result) => make("p", { class: "sd" }, data.results.length > 1 ? named(result) : null, make("span", {}, result.text))), caption()];
  };
  const compare = () => [
    data.hands.length ? cards(data.hands[0], 0) : null, chooser(),
    data.worth.length ? make("ul", { class: "wo" }, ...data.worth.map((row) => make("li", { class: row.home ? "home" : "" }, named(row), make("b", { class: `num${row.word ? " src" : ""}`, lang: row.word ? "da" : null }, row.value), make("span", {}, row.text)))) : null,
    data.hint ? caption() : null,
    ...data.questions.map((question, q) => make("div", { class: "cq" }, make("h3", {}, question.text), make("div", { class: "cas" }, ...question.answers.map((answer, n) => {
      const summary = make("summary", { class: "focus", "data-lm-suppress-shortcuts": "true", "data-f": `d${q}.${n}` }, named(answer), make("b", {}, answer.answer));
      summary.append(html("span", "mkb", answer.mark));
      return make("details", { class: `ca${answer.home ? " home" : ""}`, "data-d": `${q}.${n}` }, summary, make("p", { class: "small" }, answer.source),
        answer.href ? make("p", { class: "small" }, control("a", { class: "lk", href: answer.href }, answer.link)) : null);
    }))))];
  const odds = () => [
    make("div", { class: "od" }, cards(data.hands[0], 0), make("p", { class: "big num" }, data.points)), chooser(),
    make("div", { class: "strip", "aria-hidden": "true" }, ...data.strip.map((part) => make("i", { class: part.kind, style: `width:${part.share}%` }))),
    make("p", { class: "legend" }, ...data.strip.map((part) => make("span", {}, make("i", { class: part.kind }), part.text))),
    ...data.said.map((text) => make("p", { class: "sd" }, text)),
    make("table", { class: "ot" }, make("thead", {}, make("tr", {}, ...data.heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...data.rows.map((row) => make("tr", { class: row.on ? "on" : "" }, make("th", { scope: "row", class: "num" }, row.players),
        ...row.shares.map((share) => make("td", {}, make("span", { class: "sb" }, make("i", { style: `width:${share}%` })), make("b", { class: "num" }, String(share)))))))),
    make("p", { class: "small muted" }, data.note), caption()];
  const house = () => [
    ...data.rows.map((row) => {
      const head = make("div", { class: "hq" }, make("h3", {}, row.question), html("span", "", row.tag));
      const list = make("div", { class: "chips", role: "group", "aria-label": row.question }, ...row.options.map((option) =>
        on(control("button", { class: `btn plain${option.on ? " cur" : ""}`, "aria-pressed": String(option.on), "aria-label": option.label, "data-f": `h${row.path}.${option.value}` }, option.text), () => page.act("choose", row.path, option.value))));
      return make("div", { class: `hr${row.state ? ` ${row.state}` : ""}` }, head, row.note ? html("p", "small nt", row.note) : null, list);
    }), make("p", {}, control("a", { class: "lk", href: data.link.href }, data.link.text)), caption()];
  const round = () => {
    if (!table) {
      const heard = [], box = { scene: data.table, intent: {}, at: 0 };
      const model = { get: (name) => box[name], set: (name, value) => { box[name] = value; }, save_changes() {},
        on: (_, f) => { heard.push(f); }, off() { heard.length = 0; } };
      const el = make("div", { class: "rdt" });
      table = { el, id: JSON.stringify(data.table), close: cardTable({ model, el }), say(scene) { box.scene = scene; for (const f of heard) f(); } };
    } else if (table.id !== JSON.stringify(data.table)) { table.id = JSON.stringify(data.table); table.say(data.table); }
    return [table.el, make("p", {}, control("a", { class: "lk", href: data.link.href }, data.link.text))];
  };
  const kinds = { hand, showdown, compare, odds, house, round };

  const redraw = () => {
    if (data.kind === "round" && root.contains(table && table.el)) { round(); return; }
    const opened = [...root.querySelectorAll("details[open]")].map((node) => node.dataset.d);
    page.keepFocus(root, () => root.replaceChildren(...kinds[data.kind]().filter(Boolean)));
    for (const key of opened) { const node = root.querySelector(`[data-d="${key}"]`); if (node) node.open = true; }
  };
  return {
    root,
    draw(next) {
      root.hidden = !next;
      if (!next) return;
      const text = JSON.stringify(next);
      if (root.made === text) return;
      root.made = text;
      data = next;
      root.className = `mini ${data.kind}`;
      put(root, "aria-label", page.scene.try_label);
      put(root, "role", "group");
      redraw();
    },
    close() { if (table) table.close(); },
  };
}
