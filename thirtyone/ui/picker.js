// Card picker: a grid of 4 suits by 13 ranks, the hand, examples, typed cards, messages.

function render(context) {
  return mount(context, "picker", (root, act) => {
    const title = make("h1", { class: "title" }), lede = make("p", { class: "lede" });
    const head = make("div", { class: "head" }, title, lede);
    const grid = make("div", { role: "grid", class: "grid" });
    const status = make("p", { class: "small muted hint", role: "status" });
    const keys = make("p", { class: "small muted hint keys" });
    const hand = make("div", { class: "big", role: "group" });
    const clear = control("button", { class: "btn clear" });
    const now = make("div", { class: "now" }, hand, clear);
    const examples = make("div", { class: "exs", role: "group" });
    const form = make("form", { class: "typed", novalidate: true });
    const note = make("div", { class: "note", role: "alert" });
    const link = make("div", { class: "copy" });
    const foot = make("div", { class: "foot" }, form, link);
    root.append(head, make("section", { class: "lab" }, make("div", { class: "pick" }, grid, status, keys), now), examples, foot, note);

    let scene = null, at = [0, 0];     // where the roving tab stop is: row, column
    const cells = [];                  // cells[row][column] is the button

    const build = () => {
      grid.replaceChildren(...scene.rows.map((row, r) => {
        const sign = make("div", { role: "rowheader", class: "ps" }, make("span"), make("span", { class: "vh" }));
        cells[r] = row.cells.map((cell, c) => {
          const button = control("button", { class: `pk s${row.suit}`, "data-card": cell.card, tabindex: -1 },
            make("span"), make("span", { class: "sg" }));
          // The second press of a double click would take the card out again.
          button.addEventListener("click", (event) => { move(r, c); if (event.detail < 2) act("pick", cell.card); });
          return button;
        });
        return make("div", { role: "row", class: "pr" }, sign,
          ...cells[r].map((button) => make("div", { role: "gridcell", class: "pc" }, button)));
      }));
    };
    const move = (r, c, focus = true) => {
      cells[at[0]][at[1]].tabIndex = -1;
      at = [r, c];
      cells[r][c].tabIndex = 0;
      if (focus) cells[r][c].focus();
    };

    grid.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !scene) return;
      const [r, c] = at, last = cells[r].length - 1;
      const rank = scene.letters[event.key.toLowerCase()];
      if (event.key === "ArrowRight") move(r, Math.min(c + 1, last));
      else if (event.key === "ArrowLeft") move(r, Math.max(c - 1, 0));
      else if (event.key === "ArrowDown") move(Math.min(r + 1, cells.length - 1), c);
      else if (event.key === "ArrowUp") move(Math.max(r - 1, 0), c);
      else if (event.key === "Home") move(r, 0);
      else if (event.key === "End") move(r, last);
      else if (event.key === "Delete" || event.key === "Backspace") act("drop");
      else if (event.key === "Escape") act("clear");
      else if (event.key === " " || event.key === "Enter") { if (!event.repeat) act("pick", cells[r][c].dataset.card); }
      else if (rank !== undefined) move(r, rank);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });

    // What was pressed will go or be switched off, so the keyboard goes on in the grid.
    const toGrid = () => cells[at[0]][at[1]].focus({ preventScroll: true });
    clear.addEventListener("click", () => { act("clear"); toGrid(); });
    examples.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) act(button.dataset.act, ...(button.dataset.value ? [button.dataset.value] : []));
    });
    note.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) { act("type", button.dataset.text); toGrid(); }
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      act("type", form.querySelector("input").value);
    });
    // Keys typed into the field are text, not commands of the host.
    form.addEventListener("keydown", (event) => event.stopPropagation());

    const drawCells = () => scene.rows.forEach((row, r) => {
      const sign = grid.children[r].firstChild;
      draw(sign.firstChild, row.sign);
      say(sign.lastChild, row.label);
      row.cells.forEach((cell, c) => {
        const button = cells[r][c];
        say(button.firstChild, cell.text);
        draw(button.lastChild, row.pip);
        put(button, "aria-label", cell.label);
        put(button, "aria-pressed", String(cell.state === "on"));
        put(button, "aria-disabled", cell.state === "missing" ? "true" : null);
        button.classList.toggle("on", cell.state === "on");
        button.classList.toggle("missing", cell.state === "missing");
      });
    });

    const drawHand = () => {
      put(hand, "aria-label", scene.hand.label);
      put(hand, "data-size", scene.hand.places.length);
      while (hand.children.length > scene.hand.places.length) hand.lastChild.remove();
      scene.hand.places.forEach((place, i) => {
        const figure = hand.children[i] || hand.appendChild(make("figure"));
        draw(figure, place);
      });
      draw(clear, scene.clear.html);
      clear.disabled = scene.clear.off;
    };

    const drawExamples = () => {
      put(examples, "aria-label", scene.examples.label);
      if (examples.children.length !== scene.examples.buttons.length) {
        examples.replaceChildren(...scene.examples.buttons.map(() => control("button", { class: "btn plain" })));
      }
      scene.examples.buttons.forEach((item, i) => {
        const button = examples.children[i];
        draw(button, item.html);
        put(button, "data-act", item.act);
        put(button, "data-value", item.value);
        put(button, "aria-label", item.label);
        put(button, "title", item.title);
        button.classList.toggle("cur", !!item.current);
        put(button, "aria-current", item.current ? "true" : null);
      });
    };

    const drawForm = () => {
      const field = scene.field;
      if (!form.firstChild) {
        form.append(make("label", { class: "leg" }), make("div", { class: "line" },
          control("input", { class: "inp", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200 }),
          control("button", { class: "btn", type: "submit" })), make("p", { class: "small muted" }));
        // Ids are looked up inside this form's own root, so the pair label/field works in a shadow root too.
        const id = `t31-cards-${Math.random().toString(36).slice(2, 8)}`;
        form.querySelector("input").id = id;
        form.querySelector("label").htmlFor = id;
        form.querySelector("p").id = `${id}-hint`;
        note.id = `${id}-note`;
      }
      const [label, , hint] = form.children, input = form.querySelector("input");
      say(label, field.label);
      say(form.querySelector("button"), field.button);
      say(hint, field.hint);
      if (field.value !== null && field.turn !== form.turn) { input.value = field.value; }
      form.turn = field.turn;
      put(input, "aria-invalid", field.bad ? "true" : null);
      put(input, "aria-describedby", field.bad ? note.id : hint.id);
    };

    const drawNote = () => {
      const message = scene.message;
      if (!message) { note.replaceChildren(); note.drawn = ""; return; }
      const key = JSON.stringify(message);
      if (note.drawn === key) return;          // the same message is said once
      note.drawn = key;
      const read = make("div", { class: "hnd" });
      read.innerHTML = message.cards.join("");
      const box = make("div", { class: "msg" });
      box.innerHTML = message.icon;
      box.append(make("p", { class: "hd" }, message.text));
      if (message.more) box.append(make("p", {}, message.more));
      if (message.buttons.length) {
        box.append(make("div", { class: "ac", role: "group", "aria-label": message.label }, ...message.buttons.map((item) => {
          const button = control("button", { class: "btn", "data-text": item.text, "aria-label": item.label });
          button.innerHTML = item.html;
          return button;
        })));
      }
      note.replaceChildren(...(message.cards.length ? [read] : []), box);
    };

    // Copying needs the browser: its address, and its clipboard, which plain http does not give.
    const copied = make("span", { class: "small muted", role: "status" });
    const copy = control("button", { class: "btn" });
    const byHand = control("input", { class: "inp", readonly: true, hidden: true });
    // The same hand on another page.
    const whatIf = make("a", { class: "btn whatif", hidden: true });
    link.append(whatIf, copy, copied, byHand);
    const onCopy = async () => {
      const address = versioned(location.href);
      try {
        await navigator.clipboard.writeText(address);
        say(copied, "");
        setTimeout(() => say(copied, scene.copy.done), 30);   // so that a second press is announced again
        byHand.hidden = true;
      } catch {
        say(copied, scene.copy.byHand);
        byHand.hidden = false;
        byHand.value = address;
        byHand.setAttribute("aria-label", scene.copy.byHand);
        byHand.focus();
        byHand.select();
      }
    };
    copy.addEventListener("click", onCopy);

    return {
      draw(next) {
        const first = !scene;
        scene = next;
        head.hidden = !scene.title;
        say(title, scene.title || "");
        say(lede, scene.lede || "");
        if (first) build();
        put(grid, "aria-label", scene.label);
        drawCells();
        drawHand();
        drawExamples();
        drawForm();
        drawNote();
        say(status, scene.status);
        say(keys, scene.keys);
        link.hidden = !scene.copy;
        if (scene.copy) draw(copy, scene.copy.html);
        whatIf.hidden = !scene.what_if;
        if (scene.what_if) { put(whatIf, "href", scene.what_if.href); say(whatIf, scene.what_if.text); }
        if (!scene.copy || scene.copy.turn !== link.turn) { say(copied, ""); byHand.hidden = true; }
        if (scene.copy) link.turn = scene.copy.turn;
        if (first) move(...scene.start, false);
      },
    };
  });
}

export default { render };
