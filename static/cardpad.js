// The card pad of the referee: the suit sticks, a rank puts a card into the row that is being filled.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  let target = null;

  const words = (text) => text.replace(/,/g, " ").split(/\s+/).filter(Boolean);
  const list = (input) => words(input.value.toUpperCase());
  const keyOf = (suit) => document.querySelector(`.cardpad [data-suit="${CSS.escape(suit)}"]`)?.dataset;
  const suitOf = (text) => (text === "JK" ? null : keyOf(text.slice(-1)));
  const sign = (text) => (suitOf(text) ? text.slice(0, -1) + suitOf(text).sign + "\ufe0e" : text);

  function row(input) {
    let shown = input.parentElement.querySelector(".cards-row");
    if (!shown) {
      shown = document.createElement("span");
      shown.className = "cards-row";
      shown.dataset.hint = words(input.placeholder).map(sign).join(" ");
      input.after(shown);
    }
    shown.replaceChildren(...list(input).map((text, place) => chip(input, text, place)));
    shown.classList.toggle("filling", input === target);
  }

  function chip(input, text, place) {
    const button = document.createElement("button");
    const suit = suitOf(text);
    button.type = "button";
    button.className = "chip " + (suit ? suit.look : "");
    if (text === "JK") button.append(document.querySelector('.cardpad [data-card="JK"] svg').cloneNode(true));
    else button.textContent = sign(text);
    button.setAttribute("aria-label", text);
    button.addEventListener("click", (event) => {
      event.preventDefault();
      fill(input);
      put(input, list(input).filter((_, other) => other !== place));
    });
    return button;
  }

  function put(input, cards) {
    input.value = cards.join(" ");
    row(input);
    changed();
  }

  // A ruling is on the question as it was: it goes with the first change, and so does one still on its way.
  function changed() {
    document.querySelector("#question").dispatchEvent(new Event("htmx:abort"));
    document.querySelector("#ruling").replaceChildren();
  }

  // Another deal has other slots, another house other deals: the page as these have it, with the cards that lie there.
  function reopen(at) {
    const filled = new FormData(document.querySelector("#question"));
    filled.delete("judge");
    location.assign(`?${new URLSearchParams(filled)}${at ? `#${at}` : ""}`);
  }

  function fill(input) {
    target = input;
    inputs().forEach(row);
  }
  const inputs = () => [...document.querySelectorAll(".cards-input")];

  document.addEventListener("DOMContentLoaded", () => {
    const pad = document.querySelector(".cardpad");
    const question = document.querySelector("#question");
    question.addEventListener("input", changed);
    document.querySelector("[data-change]")?.addEventListener("click", (event) => {
      event.preventDefault();
      changed();
      question.scrollIntoView();
      if (!target) question.querySelector("input:not([type=hidden]), select").focus();
    });
    document.addEventListener("htmx:error", (event) => {
      const form = event.detail.ctx?.sourceElement;
      if (form?.matches(".keep")) form.dispatchEvent(new Event("unsent", { bubbles: true })); // it waits on this phone
    });
    question.addEventListener("change", (event) => {
      const house = event.target.closest(".house");
      if (house || (event.target.closest(".ask-dealnumber") && document.querySelector(".slot"))) reopen(house && event.target.id);
    });
    if (!pad || !inputs().length) return;
    pad.hidden = false;
    for (const input of inputs()) input.addEventListener("input", () => row(input));
    document.addEventListener("click", (event) => {
      const holder = event.target.closest(".ask-cards, .ask-onecard, .slot");
      const input = holder && holder.querySelector(".cards-input");
      if (!input) return;
      changed(); // the pad comes back
      fill(input);
    });
    pad.addEventListener("click", (event) => {
      const key = event.target.closest("button");
      if (!key || !target) return;
      if (key.dataset.suit) {
        for (const suit of pad.querySelectorAll("[data-suit]")) suit.setAttribute("aria-checked", String(suit === key));
        return;
      }
      const suit = pad.querySelector('[aria-checked="true"]').dataset.suit;
      const cards = list(target);
      if ("back" in key.dataset) cards.pop();
      else cards.push(key.dataset.card || key.dataset.rank + suit);
      put(target, target.classList.contains("one-card") ? cards.slice(-1) : cards);
      if (cards.length === Number(target.form.dataset.full)) target.form.requestSubmit(); // the hand is whole
    });
    fill(inputs()[0]);
  });
})();
