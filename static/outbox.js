// Outbox: forms sent while the companion does not answer are stored on this phone, visibly, and sent again with the same
// key. Only an answer with its mark counts, read to the end: a proxy, or a network's sign-in page, may answer in its place.
(() => {
  "use strict";
  const AGAIN = 3000; // ms
  const PATIENCE = 15000; // ms to wait for an answer; on bad wifi it may never come
  const QUIET = 1500; // ms in which an answer usually comes; before that no notice is shown
  const BOX = "outbox";
  const MARK = "Companion"; // header of every answer of the companion; to a form, the address to go to
  let sending = false;
  let leaving = false; // an answer is already leading to another page
  let notBefore = 0; // time from which the host accepts more, by its Retry-After
  let overdue = true; // a waiting form has failed once, waited too long, or was left by another page
  let trouble = ""; // the last answer: "silent" if none came, "foreign" if something else gave it, "later" if this phone sent too much
  let told = ""; // the host's reason for not saving

  const ours = ({ headers }) => headers.has(MARK);
  const isPage = ({ headers }) => (headers.get("Content-Type") ?? "").startsWith("text/html");
  const keyed = (form) => form?.matches?.("form[method=post]") && form.elements.namedItem("key");
  const waiting = () => [stored.get("local", BOX) ?? []].flat();
  const keep = (list) => stored.put("local", BOX, list);

  function show() {
    const note = document.querySelector("#outbox");
    if (!note) return;
    const count = waiting().length;
    const words = note.dataset;
    note.hidden = count ? !overdue : trouble !== "foreign";
    note.querySelector("[data-words]").textContent = count ? told || words[trouble] || words.say : words.signIn;
    note.querySelector("[data-waits]").textContent = counted(note, count);
    showSlip(count, words.signIn);
  }
  const counted = ({ dataset }, count) => (count === 1 ? dataset.one : count ? dataset.many.replace("{n}", count) : "");
  function met(what, reason = "") {
    [trouble, told] = [what, reason];
    show();
  }

  // Add a form once, however often it is tapped: it is recognised by its key. Return whether it is stored.
  function add(form, action, body, submitter) {
    const key = body.get("key");
    const list = waiting();
    if (list.some((one) => one.key === key)) return true;
    const said = (one) => one?.textContent.trim() ?? "";
    const what = form.dataset.waits ?? `${said(document.querySelector("h1"))}: ${said(submitter)}`;
    const points = said(form.querySelector(".sum-total"));
    if (!keep([...list, { key, action, body: [...body], what: `${what} ${points}`, at: Date.now() }])) return false;
    if (!list.length) overdue = false;
    setTimeout(late, QUIET);
    show();
    return true;
  }

  function late() {
    overdue = true;
    show();
  }

  // Load an address, though only its fragment may be new.
  function go(next) {
    const { origin, pathname, search, hash } = new URL(next, location);
    location.assign(next);
    if (hash && origin + pathname + search === location.origin + location.pathname + location.search) location.reload();
  }

  async function send() {
    if (sending || document.hidden || Date.now() < notBefore) return;
    sending = true;
    try {
      for (let first; (first = waiting()[0]); ) {
        const patience = new AbortController();
        setTimeout(() => patience.abort(), PATIENCE);
        const headers = { Accept: "text/html", [MARK]: "form" };
        const body = new URLSearchParams(first.body);
        const answer = await fetch(first.action, { method: "POST", headers, body, redirect: "manual", signal: patience.signal });
        const text = ours(answer) && (await answer.text()); // cut off, it is no answer
        if (!(await settled(answer, text))) break; // sent later with the same key
        keep(waiting().filter((one) => one.key !== first.key));
        met("");
        const next = answer.headers.get(MARK);
        if (next === "1") return refused(text);
        leaving = !waiting().length;
        if (leaving) return go(next);
      }
    } catch {
      overdue = true;
      met("silent"); // the form stays in the outbox
    } finally {
      sending = false;
      show();
    }
  }

  // Return whether an answer is the companion's and final; else note the reason, from the host's own page if there is one.
  async function settled(answer, text) {
    const { status, type, headers } = answer;
    const busy = status === 429 || status >= 500;
    if (ours(answer) && isPage(answer) && !busy) return true;
    overdue = true;
    if (!ours(answer)) {
      answer.body?.cancel(); // each open one keeps a connection
      met(type === "opaqueredirect" || status < 500 ? "foreign" : "silent");
      return false;
    }
    if (busy) notBefore = Date.now() + 1000 * (Number(headers.get("Retry-After")) || 0);
    const why = text ?? (await answer.text().catch(() => ""));
    met(status === 429 ? "later" : "", status === 429 ? "" : isPage(answer) ? read(why).querySelector(".notice h2")?.textContent : why);
    return false;
  }
  const read = (text) => new DOMParser().parseFromString(text, "text/html");

  // Show the host's refusal in place of the page: at its address, Back and reload send nothing again.
  function refused(text) {
    const page = read(text);
    document.title = page.title;
    document.body.replaceWith(page.body);
    scrollTo(0, 0);
  }

  // What cannot be stored goes as a form, at once, even if htmx would send it: try first, prevent afterwards.
  addEventListener("submit", (event) => {
    if (!keyed(event.target) || !("hxPost" in event.target.dataset)) return;
    const room = stored.put("local", "room", [...waiting(), ...new FormData(event.target)]);
    stored.drop("local", "room");
    if (!room) event.stopPropagation();
  }, true);
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!keyed(form) || "hxPost" in form.dataset) return;
    if (submitter?.formNoValidate) return; // leads on with the input, and saves nothing
    const body = new FormData(form);
    if (submitter?.name) body.append(submitter.name, submitter.value); // explicitly, as older engines leave it out
    if (!add(form, submitter?.getAttribute("formaction") || form.action, body, submitter)) return;
    event.preventDefault();
    send();
  });

  // What htmx asks for is answered by the companion or not at all: the page stays. A form that htmx sent waits here.
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    const { raw, status } = ctx.response;
    const waits = keyed(ctx.sourceElement) && [429, 503].includes(status);
    if (ours(raw) && !waits) return answered();
    event.preventDefault();
    settled(raw);
    unsent(ctx);
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (!ctx || (!trouble && ctx.sourceElement?.matches("[data-live]"))) return; // live.js says how long it has been
    met("silent");
    unsent(ctx);
  });
  function answered() {
    if (trouble !== "foreign" && trouble !== "silent") return;
    met("");
    send();
  }
  function unsent({ sourceElement: form, request: { action, body, submitter } }) {
    if (!keyed(form)) return;
    if (!add(form, action, body, submitter)) return form.requestSubmit(submitter);
    late(); // it has already been tried
    form.dispatchEvent(new Event("unsent", { bubbles: true }));
  }
  // A form in flight leads on with its own answer: a poll that shows its effect must not lead away before, or again.
  document.addEventListener("htmx:after:request", (event) => {
    if ((sending || leaving) && event.detail.ctx.sourceElement?.matches("[data-live]")) event.preventDefault();
  });

  // The slip over the page: what waits, and what can be done.
  const slip = () => document.querySelector("#outbox-slip");
  function showSlip(count, idle) {
    const shown = slip();
    if (!shown.open) return;
    if (!count && trouble !== "foreign") return shown.close();
    shown.querySelector("h2").textContent = count ? counted(shown, count) : idle;
    for (const part of shown.querySelectorAll("[data-kept]")) part.hidden = !count;
    for (const part of shown.querySelectorAll("[data-foreign]")) part.hidden = trouble !== "foreign";
    const list = shown.querySelector("ul");
    const keys = waiting().map(({ key }) => key).join(" ");
    if (list.dataset.keys !== keys) list.replaceChildren(...waiting().map(item)); // a question under way stays
    list.dataset.keys = keys;
  }
  function item({ key, what, at }) {
    const made = slip().querySelector("template").content.cloneNode(true);
    const [said, when, drop] = made.querySelectorAll("b, small, button");
    const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    said.textContent = what ?? "";
    when.textContent = at ? when.dataset.say.replace("{time}", new Date(at).toLocaleTimeString(document.documentElement.lang, clock)) : "";
    drop.addEventListener("click", () => {
      if (drop.textContent !== drop.dataset.sure) return void (drop.textContent = drop.dataset.sure);
      keep(waiting().filter((one) => one.key !== key));
      show();
    });
    return made;
  }
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#outbox button")) {
      delete slip().querySelector("ul").dataset.keys; // a question of the last time is over
      slip().showModal();
      show();
    } else if (target.closest("[data-again]")) {
      send();
    } else if (target === slip() || target.closest("[data-close]")) slip().close(); // or a tap beside it
  });

  document.addEventListener("visibilitychange", send);
  window.addEventListener("online", send);
  window.addEventListener("pageshow", () => (leaving = false)); // returned to a page that was left
  document.addEventListener("DOMContentLoaded", () => {
    const note = document.querySelector("#nothing-kept");
    if (note) note.hidden = stored.works();
    if (location.search === "?sign-in") history.replaceState(null, "", location.pathname); // signed in: see sw.js
    show();
    send();
  });
  setInterval(send, AGAIN);

  navigator.serviceWorker?.register("/sw.js").catch(() => {}); // pages for use while the host is away
})();
