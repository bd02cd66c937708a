// The menu behind the three dots closes by a tap beside it and by Escape.
(() => {
  "use strict";
  const open = () => document.querySelector("details.menu[open]");
  document.addEventListener("pointerdown", (event) => {
    const menu = open();
    if (menu && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = open();
    if (!menu || event.key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
