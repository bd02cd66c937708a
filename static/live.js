// Looks at the table again every second while somebody looks at it; says so when the host is silent.
(() => {
  "use strict";
  const EVERY = 800; // ms
  const SILENT = 5000; // ms without an answer before it is said
  let heard = Date.now();

  const parts = () => document.querySelectorAll("[data-live]");
  const look = () => {
    if (document.hidden) return;
    for (const part of parts()) part.dispatchEvent(new Event("look"));
    showSilence();
  };

  function showSilence() {
    const note = document.querySelector(".heard");
    if (!note) return;
    const silent = Date.now() - heard;
    note.hidden = silent < SILENT;
    if (!note.hidden) {
      const minutes = Math.round(silent / 60000);
      const words = minutes ? note.dataset.minutes.replace("{n}", minutes) : note.dataset.seconds.replace("{n}", Math.round(silent / 1000));
      note.querySelector("[data-words]").textContent = words;
    }
  }

  document.addEventListener("htmx:after:request", (event) => {
    if (event.detail.ctx.sourceElement?.matches("[data-live]")) heard = Date.now();
  });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  window.addEventListener("pageshow", look);
  setInterval(look, EVERY);

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
