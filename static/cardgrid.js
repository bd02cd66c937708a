// Card grid: a tap puts a card into the current row; a card of which all copies are in is grey.
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
    const cards = list(input).map((text, at) => ({ text, at }));
    if ("hand" in input.dataset) cards.sort((one, other) => inGrid(one.text, other.text));
    const lying = cards.map(({ text, at }) => removable(input, text, at));
    shown.replaceChildren(...(cards.length ? lying : words(input.placeholder).map(sample)));
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
    all(".ask-list").forEach(grow);
    inputs().forEach(row);
    all(".cond-row").forEach(count);
    marks();
    document.querySelector("#question").dispatchEvent(new Event("drawn", { bubbles: true }));
  }

  // A list of melds always has an empty row at its end.
  function grow(melds) {
    const last = all(".slot", melds).pop();
    if (!list(last.querySelector(".cards-input")).length) return;
    const next = last.cloneNode(true);
    next.querySelector(".cards-input").value = "";
    next.querySelector(".small").textContent = all(".slot", melds).length + 1;
    last.after(next);
  }

  // The chip of a list of melds names the number of melds, and is pressed while they are in view.
  function count(chip) {
    const melds = inputs().filter((input) => input.name === chip.dataset.row);
    chip.querySelector("b").textContent = melds.filter((input) => list(input).length).length || "–";
    chip.setAttribute("aria-pressed", String(melds.includes(target)));
  }

  // The cards of a field, in all its rows.
  const inField = ({ name }) => inputs().filter((input) => input.name === name).flatMap(list);
  const allIn = ({ dataset: { card, most } }) =>
    most && !target?.classList.contains("one-card") && target && inField(target).filter((text) => text === card).length >= most;

  // Show the cards of the current row on their keys; a further copy shows the key's sign again, the last one that all are in.
  function marks() {
    const cards = target ? list(target) : [];
    const { all: every } = document.querySelector(".cardgrid").dataset;
    for (const key of all(".cardgrid [data-card]")) {
      const count = cards.filter((text) => text === key.dataset.card).length;
      const none = allIn(key);
      const signs = key.querySelector(".signs");
      while (signs.children.length > Math.max(1, none ? 1 : count)) signs.lastChild.remove();
      while (!none && signs.children.length < Math.min(count, 4)) signs.append(signs.firstElementChild.cloneNode(true));
      key.querySelector(".all-in")?.remove();
      key.toggleAttribute("aria-disabled", none);
      if (none) {
        key.setAttribute("aria-disabled", "true");
        key.append(Object.assign(document.createElement("small"), { className: "all-in", textContent: every.replaceAll("{n}", key.dataset.most) }));
      }
      key.classList.toggle("in", count > 0);
      key.setAttribute("aria-pressed", String(count > 0));
      key.setAttribute("aria-label", count ? key.dataset.in.replace("{n}", count) : key.dataset.name);
    }
    const button = document.querySelector(".thumb [data-more]");
    const left = target && "hand" in target.dataset ? Number(target.form.dataset.full) - cards.length : 0;
    if (button?.dataset.ask) button.textContent = cards.length && left > 0 ? button.dataset.more.replace("{n}", left) : button.dataset.ask;
  }

  // Drop the ruling at the first change of its question, and one still in flight too.
  function changed() {
    document.querySelector("#question").dispatchEvent(new Event("htmx:abort"));
    document.querySelector("#ruling").replaceChildren();
  }

  // Reload the page for another deal or house, with the cards in place: its slots or deals differ.
  const reopen = (at) => location.assign(unjudged() + (at ? `#${at}` : ""));

  function unjudged() {
    const filled = new FormData(document.querySelector("#question"));
    filled.delete("judge");
    return `?${new URLSearchParams(filled)}`;
  }

  // Back from a ruling leads to its cards, before they were judged.
  function remember() {
    if (!new URLSearchParams(location.search).has("judge")) history.replaceState(history.state, "", unjudged());
  }

  function fill(input) {
    target = input;
    show();
    input.parentElement.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = (input.closest(".rows") ?? input.parentElement).getBoundingClientRect();
    const pad = document.querySelector(".thumb").getBoundingClientRect();
    const hidden = box.bottom - (pad.left < box.right ? pad.top : innerHeight); // in landscape the pad is beside the row
    if (hidden > 0) scrollBy(0, hidden + 4);
  }

  function tap(key) {
    const text = key.dataset.card;
    if (text && !list(target).length && belongs(text, before(target))) fill(before(target));
    if (text && allIn(key)) return;
    const cards = list(target);
    const now = text ? [...cards, text] : cards.slice(0, -1);
    put(target, target.classList.contains("one-card") ? now.slice(-1) : now);
    const full = "hand" in target.dataset && now.length === Number(target.form.dataset.full);
    if (full) return target.form.requestSubmit(); // the hand is complete
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
    if (target && document.querySelector("#ruling > .fault")) fill(target); // in view with its fault
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
    document.addEventListener("click", (event) => {
      if (!event.target.closest("[data-change]")) return;
      event.preventDefault();
      changed();
      scrollTo(0, 0);
      (grid ? grid.querySelector('[tabindex="0"]') : question.querySelector("input:not([type=hidden]), select")).focus();
    });
    question.addEventListener("change", (event) => {
      const house = event.target.closest(".house");
      if (house || event.target.closest(".cond-deal")) reopen(house && event.target.id);
    });
    document.querySelector(".undecided")?.addEventListener("click", (event) => {
      event.preventDefault();
      document.querySelector(".cond-deal").open = true;
    });
    if (!grid || !inputs().length) return;
    question.addEventListener("submit", remember);
    for (const input of inputs()) input.addEventListener("input", () => row(input));
    question.addEventListener("differs", () => (changed(), show()));
    document.addEventListener("click", (event) => {
      const chip = event.target.closest(".cond-row");
      const melds = chip && inputs().filter((one) => one.name === chip.dataset.row);
      if (chip) return fill(melds.includes(target) ? inputs()[0] : melds[melds.length - 1]);
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
    fill(inputs().find((input) => !list(input).length && !input.closest(".ask-list")) ?? inputs()[0]);
    reveal(); // below the rows, now that their cards are drawn
  });
})();
