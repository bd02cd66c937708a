// Fingers, on every page. One that taps twice has tapped once: what comes after an act is not pressed by the tap that
// follows it. Keys of a pad and steps of a number are left alone, where two quick taps are two.
(() => {
  "use strict";
  const SOON = 700; // ms
  const NEAR = 48; // CSS px, the size of what is tapped
  let again = false; // whether the finger that is down has just been there

  // Kept over pages, for the second tap may find the next one; a key between them says that both were meant.
  const last = () => JSON.parse(sessionStorage.getItem("tap") || "{}");
  const keep = (tap) => sessionStorage.setItem("tap", JSON.stringify(tap));
  const menu = () => document.querySelector("details.menu[open]");

  document.addEventListener("pointerdown", (event) => {
    const { at, x, y } = last();
    const since = Date.now() - at;
    again = since >= 0 && since < SOON && Math.hypot(event.clientX - x, event.clientY - y) < NEAR;
  }, true);
  document.addEventListener("click", (event) => {
    if (!event.detail) return; // by the keyboard or a script
    if (event.target.closest(".key, .cardgrid-key, .stepper button")) return keep({});
    if (!again) return keep({ at: Date.now(), x: event.clientX, y: event.clientY });
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // The menu and a slip close by Escape too; whoever closed a slip is back where it was opened.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!menu()) return void document.querySelector(".veil")?.click();
    const { firstElementChild: summary } = menu();
    menu().open = false;
    summary.focus();
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (location.hash.startsWith("#seat-")) document.getElementById(location.hash.slice(1))?.focus();
  });
})();
