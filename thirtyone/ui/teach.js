// The teacher's page: its head, a lesson plan, or the form for sheets. Print-outs are pages of the server beside
// this one; in a notebook without it they come as files.

function render(context) {
  return mount(context, "teach", (root, act) => {
    const frame = window.t31;
    const id = `t31-teach-${Math.random().toString(36).slice(2, 8)}`;
    let part = "", drawn = null, given = 0;

    // ---- what both parts use
    const opener = (kind, data) => {
      const inside = [make("span", {})];
      inside[0].innerHTML = data.icon;
      inside[0].append(data.text);
      if (data.note) inside[0].append(make("small", { class: "muted" }, data.note));
      if (!frame) {
        const button = control("button", { class: kind }, ...inside);
        button.addEventListener("click", () => act("file", data.query));
        return button;
      }
      return control("a", { class: kind, href: `../sheet/?${data.query}`, target: "_blank", rel: "opener" },
        ...inside, make("span", { class: "vh" }, ` (${data.more})`));
    };
    const chooser = (name, label) => {
      const field = control("select", { class: "inp", id: `${id}-${name}` });
      field.addEventListener("change", () => act(name, field.value));
      field.addEventListener("keydown", (event) => event.stopPropagation());
      const box = make("div", { class: "fld" }, make("label", { class: "leg", for: field.id }, label), field);
      const fill = (options, value) => {
        const shown = JSON.stringify(options);
        if (field.shown !== shown) {
          field.shown = shown;
          field.replaceChildren(...options.map((option) => Array.isArray(option) ? new Option(option[1], option[0])
            : make("optgroup", { label: option.label }, ...option.options.map(([key, text]) => new Option(text, key)))));
        }
        field.value = value;
      };
      return { box, fill, name: (text) => say(box.firstChild, text) };
    };

    // ---- the plan
    const buildHead = () => {
      const title = make("h1", { class: "title" }), lede = make("p", { class: "lede" });
      const note = make("div", { class: "note", role: "status" });
      root.append(title, lede, note);
      return (scene) => {
        say(title, scene.title); say(lede, scene.lede);
        note.replaceChildren();
        if (scene.message) {
          const box = make("div", { class: "msg" });
          box.innerHTML = scene.message.icon;
          box.append(make("p", { class: "hd" }, scene.message.text));
          note.append(box);
        }
      };
    };
    const buildPlan = () => {
      const heading = make("h2"), about = make("p", { class: "muted" });
      const which = chooser("plan", "");
      const bar = make("div", { class: "tbar", role: "img" });
      const head = make("tr"), rows = make("tbody");
      const aims = make("details", { class: "aims", open: true }, make("summary", {}), make("div"));
      const lessons = make("p", { class: "les" }), buttons = make("div", { class: "bt" });
      const wide = control("button", { class: "btn" });
      root.append(make("div", { class: "secd" }, heading, about), which.box, bar,
        make("table", { class: "pt" }, make("thead", {}, head), rows), aims, lessons, buttons);
      const projected = () => document.documentElement.dataset.view === "projector";
      wide.addEventListener("click", () => {
        const url = new URL(location.href);
        if (projected()) { url.searchParams.delete("view"); delete document.documentElement.dataset.view; }
        else { url.searchParams.set("view", "projector"); document.documentElement.dataset.view = "projector"; }
        history.replaceState(history.state, "", url);
        drawn(latest);
      });
      let latest = null;
      return (scene) => {
        latest = scene;
        say(heading, scene.heading); say(about, scene.note);
        which.name(scene.which.label); which.fill(scene.which.groups, scene.which.value);
        put(bar, "aria-label", scene.bar.label);
        bar.replaceChildren(...scene.bar.parts.map(([name, length, flex]) => {
          const span = make("span", {}, make("b", {}, name), make("small", {}, length));
          span.style.flex = flex;
          return span;
        }));
        head.replaceChildren(...scene.head.map((text, i) => make("th", { scope: "col" }, i === 1 ? make("span", { class: "vh" }, text) : text)));
        rows.replaceChildren(...scene.rows.map(([when, name, what, board]) => make("tr", {},
          make("td", { class: "num" }, when), make("th", { scope: "row" }, name), make("td", {}, what), make("td", { class: "bd" }, board))));
        say(aims.firstChild, scene.aims.summary);
        aims.lastChild.replaceChildren(...scene.aims.lists.map(([name, items]) => make("section", {},
          make("h3", {}, name), make("ul", {}, ...items.map((text) => make("li", {}, text))))));
        lessons.hidden = !frame;
        lessons.replaceChildren(...scene.lessons.map((lesson) => control("a", { class: "lnk", href: lesson.href }, lesson.text)));
        say(wide, scene.projector[projected() ? 1 : 0]);
        put(wide, "aria-pressed", String(projected()));
        wide.hidden = !frame;
        buttons.replaceChildren(opener("btn", scene.print), wide);
      };
    };

    // ---- the sheets
    const buildSheets = () => {
      const heading = make("h2"), about = make("p", { class: "muted" });
      const kinds = make("div", { class: "shs", role: "group" }), none = make("p", { class: "none", role: "status" });
      const rules = chooser("rules", ""), words = chooser("words", "");
      const levelName = make("p", { class: "leg", id: `${id}-level` }), levels = make("div", { class: "seg", role: "radiogroup", "aria-labelledby": `${id}-level` });
      const numbers = ["many", "seed"].map((name) => {
        const field = control("input", { class: "inp", id: `${id}-${name}`, inputmode: "numeric", autocomplete: "off", maxlength: 10 });
        const error = make("p", { class: "err", id: `${id}-${name}-err`, role: "status" });
        field.addEventListener("change", () => { field.shown = null; act(name, field.value); });
        field.addEventListener("keydown", (event) => event.stopPropagation());
        return { name, field, error, box: make("div", { class: "fld" }, make("label", { class: "leg", for: field.id }), field, error) };
      });
      const other = control("button", { class: "btn sq" });
      other.addEventListener("click", () => act("other"));
      const seedRow = make("div", { class: "sd" });
      numbers[1].field.replaceWith(seedRow);
      seedRow.append(numbers[1].field, other);
      const go = make("div", { class: "go" });
      const alsoHead = make("h2"), alsoNote = make("p", { class: "muted" }), also = make("div", { class: "alsos" });
      root.append(make("section", {}, make("div", { class: "secd" }, heading, about),
        make("div", { class: "shg" }, make("div", {}, kinds, none),
          make("div", { class: "frm" }, rules.box, words.box, make("div", { class: "fld" }, levelName, levels),
            make("div", { class: "two" }, ...numbers.map((number) => number.box)), go))),
        make("section", { class: "more" }, make("div", { class: "secd" }, alsoHead, alsoNote), also));
      return (scene) => {
        say(heading, scene.heading); say(about, scene.note);
        put(kinds, "aria-label", scene.kinds.label);
        if (kinds.childElementCount !== scene.kinds.items.length) {
          kinds.replaceChildren(...scene.kinds.items.map((item) => {
            const box = control("input", { class: "vh", type: "checkbox", value: item.id });
            box.addEventListener("change", () => act("kind", item.id));
            const picture = make("span", {});
            picture.innerHTML = item.mini;
            const mark = make("em", {});
            mark.innerHTML = scene.check;
            return make("label", { class: "shh" }, box, picture, make("b"), make("span", { class: "small muted" }), mark);
          }));
        }
        scene.kinds.items.forEach((item, i) => {
          const label = kinds.children[i];
          label.classList.toggle("on", item.on);
          label.firstChild.checked = item.on;
          say(label.children[2], item.title); say(label.children[3], item.note);
        });
        say(none, scene.none);
        rules.name(scene.rules.label); rules.fill(scene.rules.groups, scene.rules.value);
        words.name(scene.words.label); words.fill(scene.words.options, scene.words.value);
        say(levelName, scene.level.label);
        if (!levels.childElementCount) {
          levels.replaceChildren(...scene.level.options.map(([value]) => {
            const radio = control("input", { class: "vh", type: "radio", name: `${id}-level`, value });
            radio.addEventListener("change", () => act("level", value));
            radio.addEventListener("keydown", (event) => event.stopPropagation());
            return make("label", {}, radio, make("span"));
          }));
        }
        scene.level.options.forEach(([value, text], i) => {
          const label = levels.children[i];
          say(label.lastChild, text);
          label.firstChild.checked = value === scene.level.value;
          label.classList.toggle("on", value === scene.level.value);
        });
        for (const { name, field, error, box } of numbers) {
          const data = scene[name];
          say(box.firstChild, data.label);
          // What is being typed stays, also when an answer to something else comes meanwhile.
          if (field.shown !== data.value) { field.value = data.value; field.shown = data.value; }
          say(error, data.error);
          put(field, "aria-invalid", data.error ? "true" : null);
          put(field, "aria-describedby", data.error ? error.id : null);
        }
        draw(other, scene.other.html); put(other, "aria-label", scene.other.label); put(other, "title", scene.other.label);
        go.hidden = !scene.ready;
        go.replaceChildren(opener("btn pri", scene.print), make("div", { class: "two" }, opener("btn", scene.key), ...(frame ? [opener("btn", scene.links)] : [])));
        say(alsoHead, scene.also.heading); say(alsoNote, scene.also.note);
        also.replaceChildren(...scene.also.items.map((item) => opener("btn plain", item)));
      };
    };

    // ---- a print-out as a file
    const give = (file) => {
      if (!file || file.n <= given) return;
      given = file.n;
      const url = URL.createObjectURL(new Blob([file.text], { type: "text/html" }));
      make("a", { href: url, download: file.name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    };

    return {
      draw(scene) {
        if (part !== scene.part) {
          part = scene.part;
          root.replaceChildren();
          root.classList.add(part);
          drawn = { head: buildHead, plan: buildPlan, sheets: buildSheets }[part]();
        }
        // What has the focus is drawn anew in places; the same link keeps it.
        const at = root.getRootNode().activeElement, kept = root.contains(at) && at.href ? [...root.querySelectorAll("a")].indexOf(at) : -1;
        drawn(scene);
        if (kept >= 0) root.querySelectorAll("a")[kept]?.focus();
        give(scene.file);
      },
    };
  });
}

export default { render };
