// What can be done at a table: the moves of a round that is played, and playing on from a step.

function tablePlay(page, table, picture) {
  const banner = make("div", { class: "msg q", hidden: true });
  const moves = make("div", { class: "acts", role: "group", hidden: true });
  const why = make("p", { class: "small muted why", id: `t31-why-${Math.random().toString(36).slice(2, 8)}` });
  const refusal = make("p", { class: "refusal", role: "alert" });
  const play = make("section", { class: "po noprint", hidden: true });
  const drawMoves = () => {
    const acts = page.scene.acts, now = page.choosing();
    moves.hidden = !now;
    say(why, now ? [...acts.why, acts.swap && !picture.swapAct() ? acts.swap.pick : ""].filter(Boolean).join(" ") : page.scene.branch && page.scene.branch.watch && page.at < page.last() ? page.scene.branch.watch : "");
    say(refusal, now ? page.scene.refusal : "");
    if (!now) { moves.replaceChildren(); return; }
    const button = (item, extra = "") => {
      const node = control("button", { class: `btn ${extra}`, "aria-label": item.label, "aria-disabled": item.on === false ? "true" : null });
      node.innerHTML = item.html;
      if (item.on === false) put(node, "aria-describedby", why.id);
      node.addEventListener("click", () => (item.on === false ? page.tell(why.textContent) : page.act("do", item.act)));
      return node;
    };
    const list = acts.buttons.map((item) => button(item));
    if (acts.swap) {
      const key = picture.swapAct(), sign = (set) => [...set].map((card) => page.scene.faces.signs[card]).join(" ");
      const names = (set) => [...set].map((card) => page.scene.faces.names[card]).join(", ");
      const fill = (a, b) => acts.swap.label.replace("{given}", a).replace("{taken}", b);
      list.unshift(...[button({ act: key, on: !!key, label: key ? fill(names(page.give), names(page.take)) : acts.swap.none,
        html: `${acts.swap.icon}<span>${key ? fill(sign(page.give), sign(page.take)) : acts.swap.none}</span>` }, key ? "pri" : ""),
      acts.swap.all && button({ act: acts.swap.all.act, on: true, label: acts.swap.all.label, html: `<span>${acts.swap.all.label}</span>` })].filter(Boolean));
    }
    put(moves, "aria-label", acts.label);
    const held = [...moves.children].indexOf(page.root.getRootNode().activeElement);
    moves.replaceChildren(...list);
    if (held >= 0) (list[Math.min(held, list.length - 1)] || table).focus();
  };
  const onCard = (event) => {
    const card = event.target.closest(".cb");
    if (!card || !page.choosing()) return;
    const { c: code, kind } = card.dataset, acts = page.scene.acts;
    if (!acts.swap) { if (acts.throws[code]) page.act("do", acts.throws[code]); else page.tell(why.textContent); return; }
    const set = kind === "give" ? page.give : page.take, had = set.has(code);
    if (!acts.swap.sizes.includes(2)) set.clear();
    if (had) set.delete(code); else set.add(code);
    page.drawStep();
    const key = picture.swapAct();
    if (key) page.tell(acts.swap.with.replace("{points}", acts.swap.worth[key]));
  };
  table.addEventListener("click", onCard);

  const menu = (data, kind) => {
    const select = control("select", { class: "inp", "data-kind": kind }, ...data.options.map(({ value, label }) => make("option", { value }, label)));
    return make("label", {}, make("span", { class: "leg" }, data.label), select);
  };
  const drawPlay = () => {
    play.hidden = !page.scene.play_on;
    if (!page.scene.play_on) { play.replaceChildren(); play.made = ""; return; }
    const data = page.scene.play_on, made = JSON.stringify([data.who, data.title]);
    if (play.made !== made) {
      play.made = made;
      const on = control("button", { class: "btn pri" }, data.play), fin = control("button", { class: "btn" }, data.finish);
      const value = (kind) => play.querySelector(`[data-kind="${kind}"]`).value;
      for (const [button, name] of [[on, "play"], [fin, "finish"]]) {
        button.addEventListener("click", () => {
          if (button.getAttribute("aria-disabled")) { page.tell(data.over); return; }
          page.act(name, String(page.at), value("who"), value("others"));
        });
      }
      play.replaceChildren(make("h2", {}, data.title), make("p", { class: "muted" }, data.hint),
        make("div", { class: "row" }, menu(data.who, "who"), menu(data.others, "others"), on, fin), make("p", { class: "small muted over" }, data.over));
    }
    const off = page.at >= data.until;
    for (const button of play.querySelectorAll("button")) put(button, "aria-disabled", off ? "true" : null);
    play.querySelector(".over").hidden = !off;
  };
  const drawBanner = () => {
    const branch = page.scene.branch;
    banner.hidden = !branch;
    if (!branch) { banner.replaceChildren(); return; }
    banner.innerHTML = branch.icon;
    const button = (label, ...what) => {
      const node = control("button", { class: "btn" }, label);
      node.addEventListener("click", () => { page.act(...what); });
      return node;
    };
    banner.append(make("p", { class: "hd" }, branch.text), ...[branch.hint ? make("p", {}, branch.hint) : null,
      make("div", { class: "ac" }, ...[button(branch.back, "back"),
        branch.finish ? button(branch.finish, "rest") : null,
        branch.again && branch.mine.includes(page.at) && page.at < branch.last ? button(branch.again, "again", String(page.at)) : null].filter(Boolean))].filter(Boolean));
  };

  return {
    banner, moves, why, refusal, play,
    draw() {
      drawMoves();
      drawBanner();
      drawPlay();
    },
  };
}
