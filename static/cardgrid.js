// Card grid: a tap puts a card into the current row; one tap more than there are copies takes it out again.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  let target = null;
  let typed = "";

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const words = (text) => folded(text).replace(/,/g, " ").split(/\s+/).filter(Boolean);
  const list = (input) => words(input.value).map((text) => text.toUpperCase());
  const keyOf = (text) => document.querySelector(`.cardgrid [data-card="${CSS.escape(text)}"]`);
  const inputs = () => all(".cards-input");
  const place = (text) => all(".cardgrid [data-card]").indexOf(keyOf(text));
  const inGrid = (one, other) => place(one) - place(other);

  function row(input) {
    const shown = input.parentElement.querySelector(".cards-row");
    const whole = "hand" in input.dataset;
    const cards = whole ? list(input).sort(inGrid) : list(input);
    const lying = cards.map((text, at) => (whole ? drawn("span", text) : removable(input, text, at)));
    shown.replaceChildren(...(cards.length ? lying : words(input.placeholder).map(sample)));
    shown.classList.toggle("held", whole);
    shown.classList.toggle("filling", input === target);
  }

  // Return a card as drawn in a row: the contents of its key.
  function drawn(tag, text) {
    const made = document.createElement(tag);
    const key = keyOf(text);
    made.className = `held-card ${key ? key.classList[1] : ""}`;
    if (!key || text === "JK") made.append(key ? key.querySelector("svg").cloneNode(true) : text);
    else made.append(key.querySelector("b").cloneNode(true), key.querySelector("svg").cloneNode(true));
    if (tag === "span") made.setAttribute("role", "img");
    made.setAttribute("aria-label", key ? key.dataset.name : text);
    return made;
  }

  // Return a sample card for a row that is still empty.
  function sample(text) {
    const made = drawn("span", text);
    made.classList.replace("held-card", "sample-card");
    made.removeAttribute("role");
    made.removeAttribute("aria-label");
    made.setAttribute("aria-hidden", "true");
    return made;
  }

  function removable(input, text, at) {
    const button = drawn("button", text);
    button.type = "button";
    button.addEventListener("click", (event) => {
      event.preventDefault();
      fill(input);
      put(input, list(input).filter((_, other) => other !== at));
    });
    return button;
  }

  function put(input, cards) {
    input.value = cards.join(" ");
    show();
    changed();
  }

  // Draw every row and key from the fields.
  function show() {
    inputs().forEach(row);
    marks();
    document.querySelector("#question").dispatchEvent(new Event("drawn", { bubbles: true }));
  }

  // Show the cards of the current row on their keys; a further copy shows the key's sign again.
  function marks() {
    const cards = target ? list(target) : [];
    for (const key of all(".cardgrid [data-card]")) {
      const count = cards.filter((text) => text === key.dataset.card).length;
      const signs = key.querySelector(".signs");
      while (signs.children.length > Math.max(1, count)) signs.lastChild.remove();
      while (signs.children.length < Math.min(count, 4)) signs.append(signs.firstElementChild.cloneNode(true));
      key.classList.toggle("in", count > 0);
      key.setAttribute("aria-pressed", String(count > 0));
      key.setAttribute("aria-label", count ? key.dataset.in.replace("{n}", count) : key.dataset.name);
    }
    const button = document.querySelector(".thumb [data-more]");
    const left = Number(target?.form.dataset.full) - cards.length;
    if (button) button.textContent = cards.length && left > 0 ? button.dataset.more.replace("{n}", left) : button.dataset.ask;
  }

  // Drop the ruling at the first change of its question, and one still in flight too.
  function changed() {
    document.querySelector("#question").dispatchEvent(new Event("htmx:abort"));
    document.querySelector("#ruling").replaceChildren();
  }

  // Reload the page for another deal or house, with the cards in place: its slots or deals differ.
  function reopen(at) {
    const filled = new FormData(document.querySelector("#question"));
    filled.delete("judge");
    location.assign(`?${new URLSearchParams(filled)}${at ? `#${at}` : ""}`);
  }

  function fill(input) {
    target = input;
    show();
    const box = input.parentElement.getBoundingClientRect();
    const pad = document.querySelector(".thumb").getBoundingClientRect();
    const hidden = box.bottom + 8 - (pad.left < box.right ? pad.top : innerHeight); // in landscape the pad is beside the row
    if (hidden > 0) scrollBy(0, hidden);
  }

  function tap(key) {
    const text = key.dataset.card;
    if (text && !list(target).length && belongs(text, before(target))) fill(before(target));
    const cards = list(target);
    const most = Number(key.dataset.most) || Infinity;
    const count = cards.filter((other) => other === text).length;
    const now = !text ? cards.slice(0, -1) : count >= most ? cards.filter((other) => other !== text) : [...cards, text];
    put(target, target.classList.contains("one-card") ? now.slice(-1) : now);
    if (now.length === Number(target.form.dataset.full)) return target.form.requestSubmit(); // the hand is complete
    if (now.length > cards.length && now.length >= Number(target.dataset.size) && after(target)) fill(after(target));
  }

  const slots = () => inputs().filter((input) => input.dataset.size);
  const before = (input) => slots()[slots().indexOf(input) - 1];
  const after = (input) => slots().find((other) => !list(other).length);

  // True if a card belongs to the meld just filled, so that it opens no other: its rank, or the next of its suit.
  function belongs(text, input) {
    const held = input ? list(input).filter((other) => other !== "JK") : [];
    if (!held.length || list(input).length < Number(input.dataset.size)) return false;
    const ranks = new Set(held.map((other) => other.slice(0, -1)));
    if (ranks.size === 1) return held.length > 1 && ranks.has(text.slice(0, -1));
    const suits = Number(document.querySelector(".cardgrid").dataset.rows);
    const at = held.map(place);
    return at.every((one) => (one - place(text)) % suits === 0) && [Math.max(...at) + suits, Math.min(...at) - suits].includes(place(text));
  }

  // Arrow keys move over the grid, a single stop of the Tab key; "8h" types a card while no field has the focus.
  function walk(event) {
    const keys = all(".cardgrid [data-card]");
    const rows = Number(document.querySelector(".cardgrid").dataset.rows);
    const steps = { ArrowRight: rows, ArrowLeft: -rows, ArrowDown: 1, ArrowUp: -1, Home: -keys.length, End: keys.length };
    const at = keys.indexOf(event.target.closest("[data-card]"));
    if (at < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = keys[Math.min(keys.length - 1, Math.max(0, at + steps[event.key]))];
    keys.forEach((key) => (key.tabIndex = key === next ? 0 : -1));
    next.focus();
  }

  function type(event) {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") return tap({ dataset: {} });
    if (event.key.length > 1 || event.key === " ") return;
    typed = (typed + event.key).toUpperCase();
    const fits = (text) => all(".cardgrid [data-card]").some((key) => key.dataset.card.startsWith(text));
    if (!fits(typed)) typed = fits(event.key.toUpperCase()) ? event.key.toUpperCase() : "";
    if (typed && keyOf(typed)) {
      tap(keyOf(typed));
      typed = "";
    }
  }

  // The verdict gets the focus, and is put into the title too.
  // An open point, and what would work, must be read with the answer: the page scrolls if they would be under the bar.
  function reveal() {
    const note = all("#ruling :is(.open-note, .note)").pop();
    const bar = document.querySelector(".thumb").getBoundingClientRect();
    if (note && note.getBoundingClientRect().bottom > bar.top) document.querySelector("#ruling .verdict").scrollIntoView();
  }

  function ruled() {
    reveal();
    const verdict = document.querySelector("#ruling h2");
    if (!verdict) return;
    verdict.focus({ preventScroll: true });
    document.title = `${verdict.textContent.trim()}. ${document.title.replace(/^[^.]*\. /, "")}`;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const grid = document.querySelector(".cardgrid");
    const question = document.querySelector("#question");
    question.addEventListener("input", changed);
    reveal();
    document.addEventListener("htmx:after:swap", ruled);
    document.querySelector("[data-change]")?.addEventListener("click", (event) => {
      event.preventDefault();
      changed();
      scrollTo(0, 0);
      (grid ? grid.querySelector('[tabindex="0"]') : question.querySelector("input:not([type=hidden]), select")).focus();
    });
    question.addEventListener("change", (event) => {
      const house = event.target.closest(".house");
      if (house || (event.target.closest(".ask-dealnumber") && document.querySelector(".slot"))) reopen(house && event.target.id);
    });
    if (!grid || !inputs().length) return;
    for (const input of inputs()) input.addEventListener("input", () => row(input));
    question.addEventListener("differs", () => (changed(), show()));
    document.addEventListener("click", (event) => {
      const input = event.target.closest(".ask-cards, .ask-onecard, .slot")?.querySelector(".cards-input");
      if (!input) return;
      changed(); // the grid is shown again
      fill(input);
    });
    grid.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (key && target) tap(key);
    });
    grid.addEventListener("keydown", walk);
    document.addEventListener("keydown", type);
    grid.querySelector("[data-card]").tabIndex = 0;
    fill(inputs().find((input) => !list(input).length) ?? inputs()[0]);
  });
})();
