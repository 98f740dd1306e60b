// The picture of a table: seats and piles of one step. Cards that can be pressed are buttons.
// `page` is what the parts of the table widget share: scene, steps, at, what is picked, and acts.

function tablePicture(page, table) {
  const middle = make("div", { class: "mid" });
  const bare = (key) => key.replace(/[-!]$/, "");
  const drawing = (key, big) => key === "?" ? page.scene.faces.back : (big && page.scene.faces.full[bare(key)]) || page.scene.faces.small[bare(key)] || page.scene.faces.full[bare(key)];
  const cardHtml = (key, big) => `<span class="c${key.endsWith("-") ? " dim" : ""}${key.endsWith("!") ? " twice" : ""}" data-c="${bare(key)}">${drawing(key, big)}</span>`;
  const seats = [];
  const newSeat = () => make("div", { class: "seat" },
    make("div", { class: "sh" }, make("b"), make("span", { class: "tk" }), make("span", { class: "ms" })),
    make("div", { class: "fan" }), make("div", { class: "sv num" }), make("p", { class: "small muted did" }));

  const drawSeat = (node, data) => {
    const [head, fan, value, did] = node.children, [name, tokens, marks] = head.children;
    const me = data.cls.split(" ").includes("me"), picks = me && page.choosing() && (page.scene.acts.swap || Object.keys(page.scene.acts.throws).length);
    node.className = `seat ${data.area} ${data.cls}`;
    put(node, "data-area", `seat-${data.place}`);
    put(node, "role", picks ? "group" : "img");
    put(node, "aria-label", data.aria);
    put(node, "data-n", data.cards.length);
    say(name, data.name);
    draw(tokens, data.lives);
    draw(marks, data.marks);
    if (data.slot) draw(fan, `<span class="ofan"></span>`);
    else if (picks) drawPicks(fan, data.cards, "give");
    else draw(fan, data.cards.map((key) => cardHtml(key, me)).join(""));
    if (data.slot) say(fan.firstChild, data.slot);
    draw(value, data.value + (picks && page.scene.acts.swap ? swapWorth() : ""));
    say(did, data.line);
  };
  // Cards that can be pressed: to throw one, or to pick what is swapped.
  const drawPicks = (box, cards, kind) => {
    const acts = page.scene.acts, picked = kind === "give" ? page.give : page.take;
    const html = cards.map((key) => {
      const card = bare(key), on = picked.has(card), may = acts.swap || acts.throws[card];
      return `<button type="button" class="c cb focus${on ? " sel" : ""}" data-lm-suppress-shortcuts="true" data-c="${card}" data-kind="${kind}" ` +
        `aria-label="${page.scene.faces.names[card]}"${acts.swap ? ` aria-pressed="${on}"` : ""}${may ? "" : ` aria-disabled="true"`}>${drawing(card, true)}</button>`;
    }).join("");
    const held = page.root.getRootNode().activeElement, from = held && box.contains(held) ? held.dataset.c : null;
    draw(box, html);
    if (from) { const again = box.querySelector(`[data-c="${from}"]`); if (again) again.focus(); }
    put(box, "role", "group");
    put(box, "aria-label", kind === "give" ? (acts.swap ? acts.swap.give : acts.label) : acts.swap.take);
  };
  const swapAct = () => {
    const same = (codes, set) => codes.length === set.size && codes.every((code) => set.has(code));
    return Object.keys(page.scene.acts.swap.worth).find((key) => {
      const codes = key.slice(1).match(/../g), half = codes.length / 2;
      return same(codes.slice(0, half), page.give) && same(codes.slice(half), page.take);
    });
  };
  const swapWorth = () => {
    const key = swapAct();
    return key ? ` <span class="small">${page.scene.acts.swap.with.replace("{points}", `<b>${page.scene.acts.swap.worth[key]}</b>`)}</span>` : "";
  };

  const drawMiddle = (piles) => {
    middle.hidden = !piles;
    if (!piles) return;
    const backs = `<div class="stk">${`<span class="c">${page.scene.faces.back}</span>`.repeat(piles.stock.count === "0" ? 0 : 3)}</div>`;
    const kinds = [["stock", backs, piles.stock.label, piles.stock.aria]];
    const big = (cards) => cards.map((card) => cardHtml(card, true)).join("");
    if (piles.discard) kinds.push(["discard", `<div class="dsc">${big(piles.discard)}</div>`, piles.discard_label, piles.discard_aria]);
    const picks = piles.open && page.choosing() && page.scene.acts.swap;
    if (piles.open) kinds.push(["open", picks ? null : `<div class="o3">${big(piles.open)}</div>`, piles.open_label, piles.open_aria]);
    while (middle.children.length > kinds.length) middle.lastChild.remove();
    kinds.forEach(([name, html, label, aria], i) => {
      const figure = middle.children[i] || middle.appendChild(make("figure", {}, make("div"), make("figcaption")));
      const [box, caption] = figure.children;
      put(figure, "data-area", name);
      put(box, "role", html === null ? null : "img");
      put(box, "aria-label", html === null ? null : aria);
      if (html === null) {
        if (box.drawn !== "picks") { box.replaceChildren(make("div", { class: "o3" })); box.drawn = "picks"; }
        drawPicks(box.firstChild, piles.open, "take");
      } else draw(box, html);
      say(caption, label);
      if (name === "stock") caption.append(" ", make("b", { class: "num" }, piles.stock.count));
    });
  };

  return {
    // As many seats as this round has.
    fit(count) {
      if (seats.length === count) return;
      seats.splice(0, seats.length, ...Array.from({ length: count }, newSeat));
      table.replaceChildren(...seats, middle);
    },
    draw(step) {
      step.seats.forEach((data, i) => drawSeat(seats[i], data));
      drawMiddle(step.piles);
    },
    swapAct,
  };
}
