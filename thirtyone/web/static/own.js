// Our own pages in another language or under other rules: the server draws the page again, and its
// inside is put in place without a reload, so that the focus stays where it was (WCAG 3.2.2).
(() => {
  let asked = null;
  const shown = ({ lang, home, letters }) => `${lang} ${home} ${letters}`;
  let drawn = shown(window.t31.prefs);
  addEventListener("t31:prefs", async ({ detail }) => {
    asked?.abort();                            // first: what is on its way is no longer wanted
    if (shown(detail) === drawn) return;
    const mine = asked = new AbortController();
    const url = new URL(location.href);
    url.searchParams.set("lang", detail.lang); url.searchParams.set("home", detail.home);
    try {
      const text = await fetch(url, { signal: mine.signal, headers: { accept: "text/html" } }).then((r) => r.text());
      if (mine.signal.aborted) return;
      const page = new DOMParser().parseFromString(text, "text/html");
      const fresh = page.querySelector("main"), old = document.querySelector("main");
      const held = old.contains(document.activeElement) ? document.activeElement.id : "";
      old.before(fresh);
      if (held) fresh.querySelector(`#${CSS.escape(held)}`)?.focus({ preventScroll: true });
      old.remove();
      document.title = page.title;
      drawn = shown(detail);
    } catch (error) {
      if (error.name !== "AbortError") window.t31.lost();   // says so, waits, and comes back by itself
    }
  });
})();
