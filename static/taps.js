// Double taps, on every page: a second tap at the same place is ignored, so that it does not press what has come
// there after the first. Keys of a pad and steps of a number are exempt: there two quick taps are two.
(() => {
  "use strict";
  const SOON = 700; // ms
  const NEAR = 48; // CSS px, the size of a tap target
  let again = false; // the current tap is at the place of the last one

  // Stored across pages, because the second tap may hit the next page; a key in between shows that both were meant.
  const last = () => stored.get("session", "tap") ?? {};
  const keep = (tap) => stored.put("session", "tap", tap);
  const menu = () => document.querySelector("details.menu[open]");

  document.addEventListener("pointerdown", (event) => {
    const { at, x, y } = last();
    const since = Date.now() - at;
    again = since >= 0 && since < SOON && Math.hypot(event.clientX - x, event.clientY - y) < NEAR;
  }, true);
  document.addEventListener("click", (event) => {
    if (!event.detail) return; // by keyboard or script
    if (event.target.closest(".key, .cardgrid-key, .stepper button")) {
      if (document.documentElement.dataset.keys) navigator.vibrate(10); // ms
      return keep({});
    }
    if (!again) return keep({ at: Date.now(), x: event.clientX, y: event.clientY });
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Escape closes the menu or a slip; after a slip the focus returns to the seat that opened it.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return; // it closes by itself
    if (!menu()) return void document.querySelector(".veil")?.click();
    const { firstElementChild: summary } = menu();
    menu().open = false;
    summary.focus();
  });
  document.addEventListener("DOMContentLoaded", () => {
    const vibrates = document.querySelector("[data-vibrates]");
    if (vibrates) vibrates.hidden = !navigator.vibrate || !navigator.maxTouchPoints;
    if (location.hash.startsWith("#seat-")) document.getElementById(location.hash.slice(1))?.focus();
  });
})();
