// Verdicts: one panel a ruleset, with the source of each behind a button, and further rulesets to add.

function render(context) {
  return mount(context, "verdicts", (root, act) => {
    const heading = make("h2", { "aria-live": "polite" }), note = make("p", { class: "muted" });
    const panels = make("div", { class: "vs", role: "group" });
    const legend = make("div", { class: "legend", role: "group" });
    const more = control("button", { class: "btn plain morebtn", "aria-expanded": "false" });
    const others = make("div", { class: "others", role: "group", hidden: true });
    const window_ = make("div", { class: "pop", role: "dialog", hidden: true, tabindex: -1 });
    root.append(make("div", { class: "secd" }, heading, note), panels, legend, make("div", { class: "more noprint" }, more, others), window_);

    let scene = null, open = null;     // open: id of the ruleset whose source is shown

    const newPanel = () => {
      const source = control("button", { class: "so", "aria-haspopup": "dialog", "aria-expanded": "false" });
      const remove = control("button", { class: "btn sq bare rm" });
      const panel = make("article", { class: "v" },
        make("h3"), make("div", { class: "t" }), make("div", { class: "pt num" }), make("div", { class: "cs" }),
        make("p", { class: "why" }), make("div", { class: "eb" }), source, remove);
      source.addEventListener("click", () => (open === panel.dataset.id ? close() : show(panel.dataset.id)));
      remove.addEventListener("click", () => { act("remove", panel.dataset.id); more.focus(); });
      return panel;
    };

    const drawPanel = (panel, data) => {
      const [name, tag, value, cards, why, badge, source, remove] = panel.children;
      panel.className = `v ${data.state}`;
      panel.dataset.id = data.id;
      put(panel, "aria-label", data.label);
      draw(name, data.flag);
      if (name.lastChild.nodeName !== "SPAN") name.append(make("span"));
      say(name.lastChild, data.name);
      draw(tag, data.tag);
      say(value, data.value.text);
      value.classList.toggle("word", data.value.word);
      put(value, "lang", data.value.lang);
      draw(cards, data.cards);
      say(why, data.why);
      draw(badge, data.badge);
      draw(source, data.source.html);
      put(source, "aria-label", data.source.label);
      source.hidden = !data.source.html;
      remove.hidden = !data.remove;
      if (data.remove) { draw(remove, scene.cross); put(remove, "aria-label", data.remove); put(remove, "title", data.remove); }
    };

    const drawPanels = () => {
      const have = new Map([...panels.children].map((panel) => [panel.dataset.id, panel]));
      const wanted = scene.panels.map((data) => {
        const panel = have.get(data.id) || newPanel();
        drawPanel(panel, data);
        return panel;
      });
      // Moving a node takes the focus from it, so only touch the list when it differs.
      if (wanted.length !== panels.children.length || wanted.some((panel, i) => panels.children[i] !== panel)) {
        panels.replaceChildren(...wanted);
      }
    };

    const drawOthers = () => {
      draw(more, scene.more.html);
      put(others, "aria-label", scene.more.label);
      if (others.children.length !== scene.more.options.length) {
        others.replaceChildren(...scene.more.options.map(() => control("button", { class: "btn plain" })));
      }
      scene.more.options.forEach((option, i) => {
        const button = others.children[i];
        draw(button, option.html);
        put(button, "data-id", option.id);
        put(button, "title", option.title);
        put(button, "aria-pressed", String(option.on));
        button.classList.toggle("cur", option.on);
      });
    };
    others.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) act(button.getAttribute("aria-pressed") === "true" ? "remove" : "add", button.dataset.id);
    });
    more.addEventListener("click", () => {
      others.hidden = !others.hidden;
      put(more, "aria-expanded", String(!others.hidden));
    });

    // ---- the source window: a popover under its button, on phones a sheet
    const panelOf = (id) => [...panels.children].find((panel) => panel.dataset.id === id);
    const dataOf = (id) => scene.panels.find((data) => data.id === id);
    const fill = () => {
      const data = dataOf(open), words = scene.window, told = data.source;
      const cross = control("button", { class: "btn sq bare", "aria-label": words.close });
      cross.innerHTML = scene.cross;
      cross.addEventListener("click", close);
      const who = make("p", { class: "small muted who" });
      who.innerHTML = data.flag;
      who.append(make("span", {}, data.name));
      const answer = make("h2", { tabindex: -1, class: "focus" }, told.answer);
      const question = make("p", { class: "small muted" }, told.question);
      const part = (sign, title, ...rest) => {
        const line = make("p", { class: "sbh" });
        line.innerHTML = sign;
        line.append(make("b", {}, title));
        return make("div", { class: "sb" }, line, ...rest);
      };
      const section = make("p", { class: "small muted" });
      if (told.section) section.innerHTML = told.section;
      const parts = [
        make("div", { class: "poh" }, who), question, answer,
        make("p", { class: "tagl" }), make("p", { class: "rst" }, told.words),
        part(told.mark, told.marked,
          told.title ? make("p", { class: "srcn", lang: told.lang }, told.title) : null,
          told.section ? section : null,
          told.note && !told.contradicts ? make("p", { class: "small nt" }, told.note) : null),
      ];
      parts[3].innerHTML = told.tag;
      parts[3].hidden = !told.tag;
      if (told.contradicts) parts.push(part(scene.warn, told.contradicts, make("p", { class: "small nt" }, told.note)));
      const list = make("ul", { class: "els" }, ...scene.panels.filter((other) => other.id !== open).map((other) => {
        const item = make("li", { class: other.state });
        item.innerHTML = other.flag;
        item.append(make("span", {}, other.name),
          make("b", { class: other.value.word ? "src" : "num", lang: other.value.lang }, other.value.text || "–"));
        return item;
      }));
      parts.push(make("div", { class: "sb" }, make("h3", {}, words.others), list));
      parts.push(cross);   // last, so that Tab from the heading finds it; drawn in the corner
      window_.replaceChildren(...parts);
      put(window_, "aria-label", `${data.name}: ${told.question} ${told.answer}`);
    };
    const place = () => {
      if (!open) return;
      const button = panelOf(open).querySelector(".so");
      const box = root.getBoundingClientRect(), from = button.getBoundingClientRect();
      const width = window_.offsetWidth, middle = from.left + from.width / 2 - box.left;
      const left = Math.max(0, Math.min(middle - width / 2, box.width - width));
      window_.style.left = `${left}px`;
      window_.style.top = `${from.bottom - box.top + 12}px`;
      window_.style.setProperty("--arrow", `${Math.max(14, Math.min(middle - left, width - 14))}px`);
    };
    // As a sheet it lies above everything, the page's own bars too: that is the browser's top layer.
    const phone = matchMedia("(max-width: 900px)");
    const raise = () => {
      if (!phone.matches || !window_.showPopover || window_.hasAttribute("popover")) return;
      window_.popover = "manual";
      window_.showPopover();
    };
    const lower = () => {
      if (!window_.hasAttribute("popover")) return;
      window_.hidePopover();
      window_.removeAttribute("popover");
    };
    const turned = () => { if (open) { lower(); raise(); place(); } };
    phone.addEventListener("change", turned);
    const show = (id) => {
      if (open) close(false);
      open = id;
      put(panelOf(id).querySelector(".so"), "aria-expanded", "true");
      window_.hidden = false;
      raise();
      fill();
      place();
      window_.querySelector("h2").focus({ preventScroll: true });
      window_.scrollTop = 0;
      window_.scrollIntoView({ block: "nearest" });
    };
    const close = (back = true) => {
      if (!open) return;
      const panel = panelOf(open), button = panel && panel.querySelector(".so");
      open = null;
      lower();
      window_.hidden = true;
      if (button) { put(button, "aria-expanded", "false"); if (back) button.focus(); }
    };
    // Wherever in the panels the focus is, Esc closes the window that stands open.
    root.addEventListener("keydown", (event) => {
      if (open && event.key === "Escape") { event.preventDefault(); event.stopPropagation(); close(); }
    });
    // Tab out of it and it closes, so that the focus never goes about behind it.
    window_.addEventListener("focusout", (event) => {
      if (open && event.relatedTarget && !window_.contains(event.relatedTarget)) close(false);
    });
    window_.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const ids = scene.panels.filter((data) => data.source.html).map((data) => data.id);
      const next = ids[ids.indexOf(open) + (event.key === "ArrowRight" ? 1 : -1)];
      event.preventDefault();
      event.stopPropagation();
      if (next) show(next);
    });
    // A press beside it closes it; one on another source line opens that one by its own listener.
    const away = (event) => {
      const path = event.composedPath();
      const source = (node) => node.classList && node.classList.contains("so");
      if (open && !path.includes(window_) && !path.some(source)) close(false);
    };
    document.addEventListener("pointerdown", away);
    const resized = new ResizeObserver(place);
    resized.observe(root);

    return {
      draw(next) {
        scene = next;
        say(heading, scene.heading);
        say(note, scene.note);
        note.hidden = !scene.note;
        put(panels, "aria-label", scene.label);
        drawPanels();
        put(legend, "aria-label", scene.legend.label);
        draw(legend, scene.legend.html);
        drawOthers();
        if (!open) return;
        const data = dataOf(open);
        if (!data || !data.source.html) close(false);
        else {
          // The words of an open window may have changed under its reader: refill it, keep the focus.
          const inside = window_.contains(root.getRootNode().activeElement);
          fill();
          place();
          if (inside) window_.querySelector("h2").focus({ preventScroll: true });
        }
      },
      close() {
        document.removeEventListener("pointerdown", away);
        phone.removeEventListener("change", turned);
        resized.disconnect();
      },
    };
  });
}

export default { render };
