// Looks at the table again every second while something happens there, less often once nothing does, at once when
// touched; says so when the host is silent, and waits as long as a busy one asks for.
(() => {
  "use strict";
  const PACES = [[120_000, 800], [1_800_000, 2_500], [Infinity, 10_000]]; // ms without anything new, ms between two looks
  const TICK = 800; // ms
  const SILENT = 5000; // ms without an answer before it is said
  let heard = Date.now(); // the last answer
  let lively = heard; // when something was new, or somebody touched the screen
  let looked = 0;
  let unanswered = 0; // the first look since the last answer; 0 where none waits for one
  let notBefore = 0; // until when the host wants to be left alone

  const parts = () => document.querySelectorAll("[data-live]");
  const due = (now) => now - looked >= PACES.find(([quiet]) => now - lively < quiet)[1] - TICK / 2;
  function look() {
    if (document.hidden) return;
    const now = Date.now();
    if (parts().length && now >= notBefore && due(now)) {
      looked = now;
      unanswered ||= now;
      for (const part of parts()) part.dispatchEvent(new Event("look"));
    }
    showSilence();
  }
  function lookNow() {
    lively = Date.now();
    looked = 0;
    look();
  }

  function showSilence() {
    const note = document.querySelector(".heard");
    if (!note) return;
    note.hidden = !unanswered || Date.now() - unanswered < SILENT;
    if (!note.hidden) {
      const silent = Date.now() - heard;
      const minutes = Math.round(silent / 60000);
      const words = minutes ? note.dataset.minutes.replace("{n}", minutes) : note.dataset.seconds.replace("{n}", Math.round(silent / 1000));
      note.querySelector("[data-words]").textContent = words;
    }
  }

  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (!sourceElement?.matches("[data-live]")) return;
    const { status, headers } = response;
    const wait = Number(headers.get("Retry-After"));
    if (wait > 0) notBefore = Date.now() + wait * 1000;
    if (status === 429 || status >= 500) {
      event.preventDefault(); // what is shown stays: it is the newest that is known
      return;
    }
    heard = Date.now();
    unanswered = 0;
    if (status === 200) lively = heard;
  });
  document.addEventListener("pointerdown", () => {
    const quiet = Date.now() - lively > PACES[0][0];
    lively = Date.now();
    if (quiet) lookNow();
  });
  document.addEventListener("visibilitychange", () => {
    unanswered = 0; // a look that was frozen with the page is nobody's silence
    lookNow();
  });
  window.addEventListener("online", lookNow);
  window.addEventListener("pageshow", lookNow);
  setInterval(look, TICK);

  // What the last line of the card says is said by a region that stays: the card itself is another one after each change.
  const news = () => document.querySelector(".card-foot p")?.textContent.trim();
  let last = news();
  document.addEventListener("htmx:after:swap", () => {
    const said = document.querySelector("#said");
    if (said && news() !== last) said.textContent = last = news();
  });

  // While the host is silent, and nothing here keeps pages for then, a tap on a link leaves this page where it is.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const note = document.querySelector(".heard:not([hidden])");
    if (!link || !note || note.contains(link) || navigator.serviceWorker?.controller) return;
    event.preventDefault();
    note.scrollIntoView({ block: "center" });
  });

  // The screen stays on where the browser allows it: over https, or on the serving machine itself.
  let awake = null;
  async function stayAwake() {
    if (document.hidden || !document.querySelector("[data-awake]")) return;
    try {
      awake = awake && !awake.released ? awake : await navigator.wakeLock.request("screen");
    } catch {
      awake = null; // battery saving; the phone decides
    }
  }
  const dim = document.querySelector("[data-dims]");
  if ("wakeLock" in navigator) {
    document.addEventListener("visibilitychange", stayAwake);
    document.addEventListener("click", stayAwake, { once: true });
    stayAwake();
  } else if (dim) dim.hidden = false;
})();
