// Polls the table: every 0.8 s while something happens, less often once nothing does, at once after a touch.
// Shows a notice while the host is silent, and obeys Retry-After.
(() => {
  "use strict";
  const PACES = [[120_000, 800], [1_800_000, 2_500], [Infinity, 10_000]]; // ms without news, ms between two polls
  const TICK = 800; // ms
  const SILENT = 5000; // ms without an answer before the notice is shown
  let heard = Date.now(); // time of the last answer
  let lively = heard; // time of the last news or touch
  let looked = 0;
  let unanswered = 0; // time of the first poll since the last answer; 0 if none is open
  let notBefore = 0; // time before which the host wants no poll

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

  // No poll of ours is redirected: a redirect is a network's, whose pages a script cannot read.
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement?.matches("[data-live]")) ctx.request.redirect = "manual";
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (!sourceElement?.matches("[data-live]")) return; // and a foreign answer has been dropped by outbox.js
    const { status, headers } = response;
    const wait = Number(headers.get("Retry-After"));
    if (wait > 0) notBefore = Date.now() + wait * 1000;
    if (status === 429 || status >= 500) {
      event.preventDefault(); // the page shown is the newest known
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
    unanswered = 0; // a poll frozen with the page does not mean a silent host
    lookNow();
  });
  window.addEventListener("online", lookNow);
  window.addEventListener("pageshow", lookNow);
  setInterval(look, TICK);

  // A permanent live region repeats the card's last line, because each update replaces the card itself.
  const news = () => document.querySelector(".card-foot p")?.textContent.trim();
  let last = news();
  document.addEventListener("htmx:after:swap", () => {
    const said = document.querySelector("#said");
    if (said && news() !== last) said.textContent = last = news();
  });

  // While the host is silent, a tap on a link stays on this page, unless a service worker has pages for this case.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const note = document.querySelector(".heard:not([hidden])");
    if (!link || !note || note.contains(link) || link.closest("#outbox-slip") || navigator.serviceWorker?.controller) return;
    event.preventDefault();
    note.scrollIntoView({ block: "center" });
  });

  // Keep the screen on where the browser allows it (over https, or on the serving machine), until the match ends.
  const { awake } = document.body.dataset; // the path of the table, on pages that stay on
  let lock = null; // the promise of one
  const off = () => `${document.body.dataset.stays ?? stored.get("session", `awake ${awake}`)}` === "false";
  function stayAwake() {
    if (document.hidden) lock = null; // the browser has let go of it
    else if (off() || document.querySelector("[data-over]"))
      lock = lock?.then((held) => held?.release()) && null;
    else lock ??= navigator.wakeLock.request("screen").catch(() => (lock = null)); // to save battery
  }
  if (awake && "wakeLock" in navigator) {
    for (const event of ["awake", "visibilitychange", "htmx:after:swap", "click"]) document.addEventListener(event, stayAwake);
    stayAwake();
  }
})();
