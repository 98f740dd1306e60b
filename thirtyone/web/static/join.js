// A pupil's page. The server draws it and knows its state; this asks for news, puts it in place, and
// sends the answer without a reload. Without this script the page still works, by its form.
(() => {
  const data = JSON.parse(document.getElementById("lv-data").textContent);
  const main = document.getElementById("lv"), lost = document.getElementById("lv-lost"), said = document.getElementById("lv-said");
  let stamp = data.stamp, sending = false, over = false;

  const show = (told) => {
    if (told.stamp === stamp) return;
    stamp = told.stamp;
    const held = main.contains(document.activeElement);
    main.innerHTML = told.html;          // drawn by our own server, with every text escaped
    said.textContent = told.said;
    if (held) main.focus({ preventScroll: true });
  };
  const tell = (text) => { if (lost.textContent !== text) lost.textContent = text; };
  const ended = () => { over = true; tell(""); main.replaceChildren(Object.assign(document.createElement("h1"), { textContent: data.words.over })); said.textContent = data.words.over; };
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const jitter = (ms) => ms * (0.75 + Math.random() / 2);      // a class does not come back all at once
  const query = () => new URLSearchParams({ lang: data.lang });

  let asking = null, woken = () => {};
  const follow = async () => {
    for (let wait = 500; !over;) {
      const begun = performance.now(), before = stamp;
      let answer = null;
      try {
        asking = new AbortController();
        const tooLong = setTimeout(() => asking.abort(), 40_000);
        answer = await fetch(`${data.path}/news?${query()}&since=${encodeURIComponent(before)}`, { cache: "no-store", headers: { accept: "application/json" }, signal: asking.signal });
        clearTimeout(tooLong);
        if (answer.status === 404) return ended();
        if (answer.status === 403) return location.reload();    // the cookie is gone: the page gives a new one
        if (!answer.ok) throw new Error(answer.status);
        const told = await answer.json();
        // An answer given meanwhile is newer than this.
        if (!sending && before === stamp) show(told);
        tell(""); wait = 500;
        if (stamp === before && performance.now() - begun < 1000) await sleep(jitter(2000));
      } catch {
        if (wait > 1000) tell(data.words.lost);
        await Promise.race([sleep(jitter(wait)), new Promise((done) => { woken = done; })]);
        wait = Math.min(wait * 1.6, 8000);
      }
    }
  };
  // A phone that slept has lost its request without being told.
  const wake = () => { if (document.visibilityState === "visible" && !over) { asking?.abort(); woken(); } };
  addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  main.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending || !event.submitter) return;
    sending = true;
    const form = event.target, buttons = [...form.querySelectorAll("button")];
    for (const button of buttons) button.setAttribute("aria-disabled", "true");
    const body = new URLSearchParams({ question: form.elements.question.value, answer: event.submitter.value });
    let done = false;
    // Sending twice is harmless: the first answer counts. So a lost reply is asked for again.
    for (let wait = 400, tries = 0; !done && tries < 5; tries++, wait *= 2) {
      if (tries) await sleep(jitter(wait));
      try {
        const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" }, signal: AbortSignal.timeout(10_000) });
        if (answer.status === 404) { sending = false; return ended(); }
        if (answer.status === 403) return location.reload();
        if (!answer.ok) continue;
        show(await answer.json());
        done = true;
      } catch { /* once more */ }
    }
    sending = false;
    tell(done ? "" : data.words.not_sent);
    for (const button of buttons) button.removeAttribute("aria-disabled");
  });
  follow();
})();
