// What was sent while the host did not answer waits on this phone, visibly, and is sent again with the same key.
(() => {
  "use strict";
  const AGAIN = 3000; // ms
  const PATIENCE = 15000; // ms for one answer; on bad wifi none may ever come
  const QUIET = 1500; // ms in which an answer usually comes; nothing is said of what waits before
  const BOX = "outbox";
  let sending = false;
  let leaving = false; // whether an answer leads to another page already
  let notBefore = 0; // the moment from which the host takes more, where it said so
  let crowded = false; // whether it was this phone that sent too much
  let overdue = true; // whether what waits has failed once, waited too long, or was left by another page
  let told = ""; // why the host saved nothing, as its page says it

  const waiting = () => JSON.parse(localStorage.getItem(BOX) || "[]");
  const keep = (list) => {
    localStorage.setItem(BOX, JSON.stringify(list));
    show();
  };

  function show() {
    const note = document.querySelector(".outbox");
    if (!note) return;
    const count = waiting().length;
    note.hidden = !count || !overdue;
    const words = crowded ? note.dataset.later : told ? note.dataset.told : note.dataset.say;
    note.querySelector("[data-words]").textContent = words.replace("{n}", count).replace("{why}", () => told);
  }

  // A form goes into the box once, whatever the thumb does; its key tells the host that it is the same one.
  function add(form, submitter) {
    const body = new FormData(form);
    if (submitter?.name) body.append(submitter.name, submitter.value); // by hand: older engines leave it out
    const key = body.get("key");
    if (waiting().some((one) => one.key === key)) return;
    if (!waiting().length) overdue = false;
    setTimeout(late, QUIET);
    keep([...waiting(), { key, action: (submitter && submitter.getAttribute("formaction")) || form.action, body: [...body] }]);
  }

  function late() {
    overdue = true;
    show();
  }

  async function send() {
    if (sending || document.hidden || Date.now() < notBefore) return;
    sending = true;
    try {
      for (let first; (first = waiting()[0]); ) {
        const patience = new AbortController();
        setTimeout(() => patience.abort(), PATIENCE);
        const given = { method: "POST", body: new URLSearchParams(first.body), signal: patience.signal };
        const answer = await fetch(first.action, given);
        if (later(answer)) {
          overdue = true;
          await hear(answer);
          break; // not saved: the same key again, later
        }
        keep(waiting().filter((one) => one.key !== first.key));
        if (answer.ok) {
          leaving = !waiting().length;
          if (leaving) location.assign(answer.url);
        } else return void refused(first);
      }
    } catch {
      [overdue, crowded, told] = [true, false, ""]; // no answer: it stays in the box
    } finally {
      sending = false;
      show();
    }
  }

  // Whether the host could not take it just now; when it says until when, nothing is sent before.
  function later(answer) {
    crowded = answer.status === 429;
    if (!crowded && answer.status < 500) return false;
    notBefore = Date.now() + 1000 * (Number(answer.headers.get("Retry-After")) || 0);
    return true;
  }

  // What the page of the host says of it; nothing where another answers in its place.
  async function hear(answer) {
    const page = new DOMParser().parseFromString(await answer.text().catch(() => ""), "text/html");
    told = page.querySelector(".notice h2")?.textContent ?? "";
    show();
  }

  // The host has an objection: send it as the page itself would, so that the answer is seen.
  function refused(one) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = one.action;
    for (const [name, value] of one.body) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  document.addEventListener("submit", (event) => {
    const keyed = event.target.method === "post" && event.target.elements.namedItem("key");
    if (!keyed || "hxPost" in event.target.dataset) return; // the pad sends its hands itself
    if (event.submitter?.formNoValidate) return; // leads on with what is typed, and nothing is to be saved
    event.preventDefault();
    add(event.target, event.submitter);
    send();
  });
  // One of the pad's that found no host, or one that could not take it, comes here.
  document.addEventListener("htmx:before:response", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (![429, 503].includes(response.status) || !sourceElement?.matches("form[method=post]")) return;
    event.preventDefault();
    later(response);
    hear(response.raw);
    sourceElement.dispatchEvent(new Event("unsent", { bubbles: true }));
  });
  // What is being sent leads on by itself: a look that sees it arrive would lead away before its answer is here, or again.
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, hx } = event.detail.ctx;
    if ((sending || leaving) && hx.redirect && sourceElement?.matches("[data-live]")) event.preventDefault();
  });
  document.addEventListener("unsent", (event) => {
    add(event.target, null);
    late(); // it was tried already
  });
  document.addEventListener("visibilitychange", send);
  window.addEventListener("online", send);
  window.addEventListener("pageshow", () => (leaving = false)); // back on a page that was left
  document.addEventListener("DOMContentLoaded", () => {
    show();
    send();
  });
  setInterval(send, AGAIN);

  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js"); // pages for when the host is away
})();
