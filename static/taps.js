// On every page, before its other scripts: storage, taps, and fields.

// Storage of this browser, which may be missing (in-app browsers), forbidden (the getter throws), full, or cleared at any
// moment: what cannot be read is null, and what cannot be written is false. "local" is this browser's, "session" this tab's.
const stored = {
  get(area, key) {
    try {
      return JSON.parse(window[`${area}Storage`].getItem(key));
    } catch {
      return null;
    }
  },
  put(area, key, value) {
    try {
      const text = JSON.stringify(value);
      window[`${area}Storage`].setItem(key, text);
      return window[`${area}Storage`].getItem(key) === text;
    } catch {
      return false;
    }
  },
  works() {
    const works = stored.put("local", "works", 1);
    stored.drop("local", "works");
    return works;
  },
  drop(area, key) {
    try {
      window[`${area}Storage`].removeItem(key);
    } catch {
      // nothing is stored
    }
  },
};

// Double taps, on every page: a second tap at the same place is ignored, so that it does not press what has come
// there after the first. Keys of a pad and steps of a number are exempt: there two quick taps are two.
(() => {
  "use strict";
  const SOON = 700; // ms
  const NEAR = 48; // CSS px, the size of a tap target
  const LATER = 5000; // ms in which a tap leads to the next page
  let again = false; // the current tap is at the place of the last one

  // Stored across pages, because the second tap may hit the next page; a key in between shows that both were meant.
  const last = () => stored.get("session", "tap") ?? {};
  const keep = (tap) => stored.put("session", "tap", tap);
  const menu = () => document.querySelector("details:is(.menu, .opens-slip)[open]");

  document.addEventListener("pointerdown", (event) => {
    const { at, x, y } = last();
    const since = Date.now() - at;
    again = since >= 0 && since < SOON && Math.hypot(event.clientX - x, event.clientY - y) < NEAR;
  }, true);
  // No focus ring after a tap, on the next page either, until a key is pressed.
  document.documentElement.toggleAttribute("data-touched", Date.now() - (last().at ?? 0) < LATER);
  document.addEventListener("keydown", () => document.documentElement.removeAttribute("data-touched"), true);

  // Shows what unfolds.
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest("summary")?.parentElement;
    if (fold && !fold.matches(".menu, .opens-slip")) requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: "nearest" }));
  });

  document.addEventListener("click", (event) => {
    if (!event.detail) return; // by keyboard or script
    if (event.target.closest(".key, .cardgrid-key, .stepper button")) return keep({});
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
    if (location.hash.startsWith("#seat-")) document.getElementById(location.hash.slice(1))?.focus();
  });
})();

// Keeps the fields, what a script draws of them, and what is sent the same.
(() => {
  "use strict";
  // WebKit empties fields with autocomplete=off when a page returns from its cache, so it is switched on meanwhile.
  let lent = [];
  addEventListener("pagehide", ({ persisted }) => {
    lent = persisted ? [...document.querySelectorAll("[autocomplete=off]")] : [];
    for (const one of lent) one.setAttribute("autocomplete", "on");
  });
  addEventListener("pageshow", () => {
    for (const one of lent.splice(0)) one.setAttribute("autocomplete", "off");
  });

  // What is typed into a field that opens with a figure in it replaces the figure.
  addEventListener("focusin", ({ target }) => target.matches("[data-whole]") && target.select());

  // A script that draws a form's fields elsewhere fires "drawn" on the form. If a field is different on submit, without
  // user input, the form fires "differs": it is drawn again, and not sent.
  const drawn = new WeakMap();
  const fields = (form) => [...form.elements].filter((one) => one.matches("input, select, textarea"));
  const held = (form) => JSON.stringify(fields(form).map(({ name, value, checked }) => [name, value, checked]));
  const note = (form) => form && drawn.has(form) && drawn.set(form, held(form));
  addEventListener("drawn", ({ target }) => drawn.set(target, held(target)));
  for (const put of ["input", "change"]) addEventListener(put, ({ target }) => note(target.form));
  addEventListener("submit", (event) => {
    if (!drawn.has(event.target) || drawn.get(event.target) === held(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.target.dispatchEvent(new Event("differs", { bubbles: true }));
  }, true);
})();
