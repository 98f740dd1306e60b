// The menu of rulesets: a modal dialog with one listbox. The browser keeps the rest of the page out of
// reach, closes on Esc and brings the focus back; here are the keys of the list.
document.addEventListener("DOMContentLoaded", () => {
  const menu = document.getElementById("t31-menu"), button = document.getElementById("t31-home");
  const own = menu.querySelector(".t31-mown"), sample = own.querySelector("template").content.firstElementChild;
  let options = [];
  let typed = "", lastKey = 0;

  // House rules: those that this browser keeps, and yours where a link brought them along.
  const drawOwn = () => {
    const { house, prefs } = window.t31;
    const codes = [...new Set([...house.list(), prefs.home])].filter((code) => code.startsWith("h1_"));
    own.querySelectorAll("[role=option]").forEach((option) => option.remove());
    own.append(...codes.map((code) => {
      const option = sample.cloneNode(true);
      option.dataset.value = code;
      option.setAttribute("aria-selected", code === prefs.home);
      option.querySelector("b").textContent = house.name(code);
      option.querySelector("small").textContent = house.about(code);
      option.querySelector("em").textContent = house.family(code);
      return option;
    }));
    own.hidden = !codes.length;
    options = [...menu.querySelectorAll("[role=option]")];
  };

  const open = () => {
    if (menu.open) return;
    drawOwn();
    menu.showModal();
    typed = "";
    button.setAttribute("aria-expanded", "true");
    (options.find((o) => o.getAttribute("aria-selected") === "true") ?? options[0]).focus();
  };
  const choose = (option) => { menu.close(); window.t31.change("home", option.dataset.value); };
  // Several letters typed quickly look for a name that begins with them; the same letter again goes on.
  const jump = (letter, at) => {
    typed = performance.now() - lastKey < 700 ? typed + letter : letter;
    lastKey = performance.now();
    const many = new Set(typed).size > 1, wanted = many ? typed : letter;
    const from = many ? at : at + 1;
    const found = [...options.slice(from), ...options.slice(0, from)].find((o) => o.querySelector("b").textContent.toLowerCase().startsWith(wanted));
    found?.focus();
  };

  button.addEventListener("click", open);
  button.addEventListener("keydown", (e) => { if (e.key === "ArrowDown" || e.key === "ArrowUp") { e.preventDefault(); open(); } });
  addEventListener("click", (e) => { if (e.target.closest?.("[data-open=t31-menu]")) open(); });
  menu.addEventListener("close", () => button.setAttribute("aria-expanded", "false"));
  menu.addEventListener("click", (e) => {
    const option = e.target.closest("[role=option]");
    if (option) choose(option);
    else if (e.target === menu || e.target.closest(".t31-close")) menu.close();   // the dialog itself is hit beside its contents
  });
  menu.addEventListener("keydown", (e) => {
    const at = options.indexOf(document.activeElement);
    if (at < 0 || e.ctrlKey || e.metaKey || e.altKey) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[e.key];
    if (to !== undefined) options[Math.max(0, Math.min(options.length - 1, to))].focus();
    else if (e.key === "Enter" || e.key === " ") choose(options[at]);
    else if (e.key.length === 1) jump(e.key.toLowerCase(), at);
    else return;
    e.preventDefault(); e.stopPropagation();
  });
});
