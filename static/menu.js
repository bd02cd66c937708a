// The menu and a slip close by a tap beside them and by Escape; whoever closed a slip is back where it was opened.
(() => {
  "use strict";
  const open = () => document.querySelector("details.menu[open]");
  document.addEventListener("pointerdown", (event) => {
    const menu = open();
    if (menu && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = open();
    if (event.key !== "Escape") return;
    if (!menu) return void document.querySelector(".veil")?.click();
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  if (location.hash.startsWith("#seat-")) document.getElementById(location.hash.slice(1))?.focus();
})();
