// Outbox: forms sent while the host does not answer are stored on this phone, visibly, and sent again with the same key.
(() => {
  "use strict";
  const AGAIN = 3000; // ms
  const PATIENCE = 15000; // ms to wait for an answer; on bad wifi it may never come
  const QUIET = 1500; // ms in which an answer usually comes; before that no notice is shown
  const BOX = "outbox";
  let sending = false;
  let leaving = false; // an answer is already leading to another page
  let notBefore = 0; // time from which the host accepts more, by its Retry-After
  let crowded = false; // this phone itself sent too much
  let overdue = true; // a waiting form has failed once, waited too long, or was left by another page
  let told = ""; // the host's reason for not saving

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

  // Add a form once, however often it is tapped: it is recognised by its key.
  function add(form, submitter) {
    const body = new FormData(form);
    if (submitter?.name) body.append(submitter.name, submitter.value); // explicitly, as older engines leave it out
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
        const given = { method: "POST", headers: { Accept: "text/html" }, body: new URLSearchParams(first.body), signal: patience.signal };
        const answer = await fetch(first.action, given);
        if (later(answer)) {
          overdue = true;
          await hear(answer);
          break; // not saved: sent later with the same key
        }
        keep(waiting().filter((one) => one.key !== first.key));
        if (!answer.ok && !answer.redirected) return void refused(answer);
        leaving = !waiting().length || !answer.ok;
        if (leaving) return location.assign(answer.url);
      }
    } catch {
      [overdue, crowded, told] = [true, false, ""]; // no answer: the form stays in the outbox
    } finally {
      sending = false;
      show();
    }
  }

  // True if the host could not accept the form now; with a Retry-After nothing is sent before that time.
  function later(answer) {
    crowded = answer.status === 429;
    if (!crowded && answer.status < 500) return false;
    notBefore = Date.now() + 1000 * (Number(answer.headers.get("Retry-After")) || 0);
    return true;
  }

  // Read the reason on the host's page; none if something else answered in its place.
  async function hear(answer) {
    const page = new DOMParser().parseFromString(await answer.text().catch(() => ""), "text/html");
    told = page.querySelector(".notice h2")?.textContent ?? "";
    show();
  }

  // Show the host's refusal in place of the page: at its address, Back and reload send nothing again.
  async function refused(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = page.title;
    document.body.replaceWith(page.body);
    scrollTo(0, 0);
  }

  document.addEventListener("submit", (event) => {
    const keyed = event.target.method === "post" && event.target.elements.namedItem("key");
    if (!keyed || "hxPost" in event.target.dataset) return; // the pad sends its hands itself
    if (event.submitter?.formNoValidate) return; // leads on with the input, and saves nothing
    event.preventDefault();
    add(event.target, event.submitter);
    send();
  });
  // A form of the pad that failed is added to the outbox.
  document.addEventListener("htmx:before:response", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (![429, 503].includes(response.status) || !sourceElement?.matches("form[method=post]")) return;
    event.preventDefault();
    later(response);
    hear(response.raw);
    sourceElement.dispatchEvent(new Event("unsent", { bubbles: true }));
  });
  // A form in flight leads on with its own answer: a poll that shows its effect must not lead away before, or again.
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, hx } = event.detail.ctx;
    if ((sending || leaving) && hx.redirect && sourceElement?.matches("[data-live]")) event.preventDefault();
  });
  document.addEventListener("unsent", (event) => {
    add(event.target, null);
    late(); // it has already been tried
  });
  document.addEventListener("visibilitychange", send);
  window.addEventListener("online", send);
  window.addEventListener("pageshow", () => (leaving = false)); // returned to a page that was left
  document.addEventListener("DOMContentLoaded", () => {
    show();
    send();
  });
  setInterval(send, AGAIN);

  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js"); // pages for use while the host is away
})();
