// The bar's behaviour: language, your rules, look, address, and what happens when the server is gone.
// Loaded in <head>, blocking and small, so that nothing wrong is ever painted. It holds no words: those
// of the page's language come with the page, those of another one from words-<lang>.json.
(() => {
  const root = document.documentElement;
  const shell = JSON.parse(document.getElementById("t31-shell").textContent);
  const base = new URL(document.currentScript.src).pathname.replace(/shell\/[^/]*$/, "");
  const known = {
    lang: shell.languages, home: Object.keys(shell.regions),
    theme: ["auto", "light", "dark"], suits: ["2", "4"], letters: ["off", "on"],
  };
  const words = { [root.lang]: shell.words };

  // --- house rules: kept in this browser as codes; the code is the id of the ruleset
  const KEPT = "t31-house";
  const baseOf = (code) => (code.length <= 1000 && /^h1_[A-Za-z0-9_-]+$/.test(code) ? code.split("_")[1] : "");
  const isHouse = (code) => typeof code === "string" && baseOf(code) in shell.regions;
  // Only the server can tell a sound code from a damaged one: it did for this page's address.
  const sound = new Set([root.dataset.home]);
  const takes = (k, v) => known[k]?.includes(v) || (k === "home" && isHouse(v) && sound.has(v));
  const readKept = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
      return Array.isArray(kept) ? [...new Set(kept.filter(isHouse))].slice(0, shell.mostSaved) : [];
    } catch { return []; }             // not ours, or the browser keeps nothing for us
  };
  const writeKept = (codes) => {
    let done = true;
    try { localStorage.setItem(KEPT, JSON.stringify(codes)); } catch { done = false; }
    dispatchEvent(new Event("t31:house"));
    return done;
  };
  const nameIn = (code) => {
    const packed = code.match(/_n-([A-Za-z0-9-]*)$/)?.[1] ?? "";
    return packed.replaceAll("-", " ").replace(/z([0-9a-f]{1,6})z/g, (_, hex) => {
      try { return String.fromCodePoint(parseInt(hex, 16)); } catch { return ""; }
    }).trim().slice(0, 80);
  };
  const say = () => words[prefs.lang] ?? shell.words;
  const house = {
    list: readKept,
    name: (code) => nameIn(code) || say()["house.unnamed"],
    about(code) {
      const w = say(), count = code.split("_").filter((part, i) => i > 1 && /^[a-z]{2}-/.test(part)).length;
      return fill(w[count === 0 ? "house.none" : count === 1 ? "house.one" : "house.many"], { base: w[`rules.${baseOf(code)}`], count });
    },
    family: (code) => say()[`family.${shell.families[baseOf(code)]}`],
    // Under the same name there is one ruleset: saving again replaces it.
    save(code) {
      const others = readKept().filter((other) => nameIn(other) !== nameIn(code));
      if (others.length >= shell.mostSaved) return "full";
      sound.add(code);
      return writeKept([...others, code]) ? "kept" : "not-kept";
    },
    remove(code) { writeKept(readKept().filter((other) => other !== code)); },
  };
  const darkDevice = matchMedia("(prefers-color-scheme: dark)");

  // --- wishes: address, then cookie, then what the server made of the browser's languages
  const saved = () => Object.fromEntries(
    (document.cookie.match(/(?:^|; )t31=([^;]*)/)?.[1] ?? "").split("|").map((p) => p.split(":")).filter((p) => p.length === 2));
  const first = () => {
    const query = new URLSearchParams(location.search), cookie = saved();
    const page = { ...root.dataset, lang: root.lang };
    return Object.fromEntries(Object.keys(known).map((k) => [k,
      [k === "lang" || k === "home" ? query.get(k) : null, cookie[k], page[k]].find((v) => takes(k, v)) ?? known[k][0]]));
  };
  const prefs = first();
  const dark = () => prefs.theme === "dark" || (prefs.theme === "auto" && darkDevice.matches);
  const now = () => ({ ...prefs, theme: dark() ? "dark" : "light" });

  // Only what the reader chose here is kept. What a shared link brought along is not.
  const save = (k) => {
    const all = Object.entries({ ...saved(), [k]: prefs[k] }).filter(([key, v]) => takes(key, v));
    document.cookie = `t31=${all.map((p) => p.join(":")).join("|")};path=${base};max-age=31536000;samesite=lax`;
  };

  // A notebook's address always names language and rules, so that its first run has them.
  const address = (values, push) => {
    const url = new URL(location.href);
    for (const [k, v] of Object.entries(values)) v === null || v === "" ? url.searchParams.delete(k) : url.searchParams.set(k, v);
    if (url.href !== location.href) history[push ? "pushState" : "replaceState"](history.state, "", url);
  };

  // --- the bar shows the wishes
  const all = (css) => document.querySelectorAll(css);
  const fill = (text, data) => text.replace(/\{(\w+)\}/g, (_, name) => data[name] ?? "");
  const speak = (w) => {
    root.lang = prefs.lang;
    for (const e of all("[data-w]")) if (e.dataset.w in w) e.textContent = fill(w[e.dataset.w], e.dataset);
    for (const e of all("[data-wl]")) if (e.dataset.wl in w) e.setAttribute("aria-label", w[e.dataset.wl]);
    if (shell.page) document.title = w[`title.${shell.page}`];
  };
  const translate = async () => {
    const lang = prefs.lang;
    words[lang] ??= await fetch(`${base}shell/words-${lang}.json`).then((r) => r.json());
    if (lang === prefs.lang) speak(words[lang]);   // a quick reader may have chosen again meanwhile
  };
  // A class on the wall: ?view=projector makes everything larger and the page wider, and nothing else.
  if (new URLSearchParams(location.search).get("view") === "projector") root.dataset.view = "projector";
  const paint = () => {
    Object.assign(root.dataset, { home: prefs.home, theme: now().theme, suits: prefs.suits, letters: prefs.letters });
    if (!document.body) return;
    document.body.dataset.vscodeThemeKind = `vscode-${now().theme}`;   // marimo follows this attribute
    const on = { theme: dark(), suits: prefs.suits === "4", letters: prefs.letters === "on" };
    for (const e of all("[data-toggle]")) {
      if (e.type === "checkbox") e.checked = on[e.dataset.toggle];
      else e.setAttribute("aria-pressed", on[e.dataset.toggle]);
    }
    for (const e of all("select[name=lang]")) e.value = prefs.lang;
    for (const e of all(".t31-lang")) e.textContent = prefs.lang.toUpperCase();
    const own = isHouse(prefs.home);
    for (const e of all("[data-flag]")) e.hidden = e.dataset.flag !== (own ? "own" : shell.regions[prefs.home]);
    for (const e of all(".t31-hn")) {
      if (own) { delete e.dataset.w; e.textContent = house.name(prefs.home); } else e.dataset.w = `rules.${prefs.home}`;
    }
    for (const e of all(".t31-mi")) e.setAttribute("aria-selected", e.dataset.value === prefs.home);
    for (const e of all(".t31-top nav a, .t31-bar a, .t31-new")) {
      const url = new URL(e.href);
      url.searchParams.set("lang", prefs.lang); url.searchParams.set("home", prefs.home);
      e.setAttribute("href", url.pathname + url.search);
    }
    if (words[prefs.lang]) speak(words[prefs.lang]); else translate();
  };
  const tell = () => dispatchEvent(new CustomEvent("t31:prefs", { detail: now() }));
  const change = (k, v) => {
    if (k === "home" && readKept().includes(v)) sound.add(v);
    if (!takes(k, v) || prefs[k] === v) return;
    prefs[k] = v; save(k);
    if ((k === "lang" || k === "home") && (shell.page || new URLSearchParams(location.search).has(k))) address({ [k]: v });
    paint(); tell();
  };
  window.t31 = { get prefs() { return now(); }, address, change, house, lost: () => lost() };

  const flip = { theme: () => (dark() ? "light" : "dark"), suits: () => (prefs.suits === "4" ? "2" : "4"), letters: () => (prefs.letters === "on" ? "off" : "on") };
  addEventListener("click", (e) => {
    const button = e.target.closest?.("button[data-toggle]");
    if (button) change(button.dataset.toggle, flip[button.dataset.toggle]());
    e.target.closest?.(".t31-notice .t31-close")?.parentElement.remove();
  });
  addEventListener("change", (e) => {
    if (e.target.matches?.(".t31-top select, .t31-own input[type=radio]")) change(e.target.name, e.target.value);
    else if (e.target.matches?.("input[data-toggle]")) change(e.target.dataset.toggle, flip[e.target.dataset.toggle]());
  });
  darkDevice.addEventListener("change", () => { if (prefs.theme === "auto") { paint(); tell(); } });
  addEventListener("popstate", () => { Object.assign(prefs, first()); paint(); tell(); });

  // --- the server is gone: say so in the reader's language, wait for it, start again from the address
  let leaving = false;
  addEventListener("pagehide", () => { leaving = true; });
  const lost = () => {
    if (leaving || document.querySelector(".t31-lost")) return;
    const note = Object.assign(document.createElement("p"), { className: "t31-lost", textContent: words[prefs.lang]?.["state.offline"] ?? "" });
    note.setAttribute("role", "alert"); note.dataset.w = "state.offline";
    document.querySelector(".t31-top").after(note);
    let wait = 500;
    const again = async () => {
      if (await fetch(`${base}up`, { cache: "no-store" }).then((r) => r.ok, () => false)) location.reload();
      else setTimeout(again, (wait = Math.min(wait * 1.5, 8000)) * (0.75 + Math.random() / 2));   // a class does not return all at once
    };
    setTimeout(again, wait);
  };
  if (shell.page && shell.live) {
    addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); });   // its kernel has gone meanwhile
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
      constructor(...args) { super(...args); this.addEventListener("close", () => setTimeout(lost, 300)); }
    };
  }

  if (shell.page) address({ lang: prefs.lang, home: prefs.home });
  paint();
  document.addEventListener("DOMContentLoaded", paint);
})();
