// Pad: taps become text in one field, and tray, sum and badge follow it.
// Without this script the same keys are the form's buttons, and the field is typed into.
(() => {
  "use strict";
  if (!stored.works()) return; // then the page is a plain form: nothing typed here would outlast a bad connection
  document.documentElement.classList.add("js");

  const LATE = 800; // ms in which one more card may follow before a full hand goes on
  let advance = 0; // timer of going on
  let moved = null; // place where a finger may be about to tap, at the moment of going on
  let sending = false; // between a submit and its answer
  let waiting = []; // taps made meanwhile, for the next hand
  let untouched = true; // no input since the hand was opened or refused
  let refused = []; // slot and contents of the hand just sent, should it be refused

  const form = () => document.querySelector("form.hand-form");
  const field = (name) => form().elements.namedItem(name);
  const cards = () => folded(field("cards").value).toUpperCase().replace(/,/g, " ").split(/\s+/).filter(Boolean);
  const byTotal = () => !!form().querySelector("[name=mode][value=total]")?.checked; // else all totals have a page
  const keys = () => [...form().querySelectorAll(".pad-cards .key")];
  const keyOf = (token) => keys().find((key) => key.dataset.reads.split(" ").includes(token) || key.value === token);

  function tally() {
    const held = new Map();
    for (const token of cards()) {
      const key = keyOf(token);
      if (key) held.set(key, [...(held.get(key) || []), token]);
    }
    return held;
  }

  // True if the tray has exactly the cards that an arranged hand leaves over: its melds are laid aside and cost nothing.
  function isAside() {
    const { aside } = form().dataset;
    const codes = (list) => list.map((token) => keyOf(token)?.value ?? token).sort().join(" ");
    return aside !== undefined && !byTotal() && codes(aside.split(" ").filter(Boolean)) === codes(cards());
  }

  // Keep both ways of counting, but send only the one shown.
  function show() {
    field("cards").disabled = byTotal();
    field("total").disabled = !byTotal();
    const held = tally();
    const count = cards().length;
    const aside = isAside();
    for (const part of form().querySelectorAll("[data-laid]")) part.hidden = !aside;
    for (const part of form().querySelectorAll("[data-unlaid]")) part.hidden = aside;
    Object.assign(form().querySelector(".hear"), { name: aside && !count ? "none" : form().querySelector(".pad-next").name, value: 1 });
    showTray(held);
    showKeys(held);
    let points = 0;
    for (const [key, tokens] of held) points += key.dataset.points * tokens.length;
    const figure = folded(field("total").value).trim();
    if (byTotal()) points = Number(figure) || 0;
    form().querySelector(".sum-total").textContent = (byTotal() ? figure : count || aside) ? points : ""; // blank is not zero
    showBadge(byTotal() || aside ? -1 : count, held);
    const before = Number(form().dataset.before);
    const sum = { before, points, after: before + points };
    const some = byTotal() ? figure : count > 0 || aside;
    if (form().closest(".count-correct")) showSave(points, figure, some);
    for (const makes of form().querySelectorAll(".makes")) {
      makes.textContent = some ? makes.dataset.say.replace(/{(\w+)}/g, (_, name) => String(sum[name]).replace("-", "−")) : "";
    }
    for (const words of form().querySelectorAll("[data-some]")) words.hidden = !some;
    for (const words of form().querySelectorAll("[data-nothing]")) words.hidden = !!some;
    const none = form().querySelector("[data-none-left]");
    if (none) {
      none.hidden = byTotal() || count > 0;
      form().querySelector(".pad-next").hidden = !none.hidden;
    }
    form().dispatchEvent(new Event("drawn", { bubbles: true }));
  }

  // A correction is saved by the button that says its figure, and only if it changes something.
  function showSave(points, typed, some) {
    const save = form().querySelector(".pad-next");
    const { had, was } = save.dataset;
    const sorted = (list) => [...list].sort().join(" ");
    const same = byTotal() ? typed === was : sorted(cards()) === sorted(had.split(" ").filter(Boolean));
    const out = form().querySelector("[name=out], [name=went_out]:checked");
    const left = out ? !some && out.name === "out" : same || !some;
    save.disabled = left;
    const figure = out?.name === "went_out" ? 0 : some ? points : "";
    form().querySelector(".sum-total").textContent = figure;
    save.textContent = left ? save.dataset.same : save.dataset.save.replace("{points}", figure).trim();
    if (out?.name === "went_out" && save.dataset.instead) save.textContent = save.dataset.instead; // then who went out is corrected there
  }

  function showTray(held) {
    const tray = form().querySelector(".tray");
    tray.replaceChildren();
    for (const key of keys()) {
      const tokens = held.get(key);
      if (!tokens) continue;
      const chip = document.createElement("button");
      chip.className = key.classList.contains("key-wide") ? "chip chip-wide" : "chip";
      chip.type = "button";
      chip.disabled = !!form().querySelector(".stale"); // the choice comes first
      chip.dataset.take = tokens[tokens.length - 1];
      chip.setAttribute("aria-label", tray.dataset.say.replace("{key}", key.dataset.name).replace("{count}", tokens.length));
      chip.append(key.querySelector("b").cloneNode(true));
      if (tokens.length > 1) {
        const times = document.createElement("small");
        times.textContent = "×" + tokens.length;
        chip.append(times);
      }
      const item = document.createElement("li");
      item.append(chip);
      tray.append(item);
    }
    tray.scrollTop = tray.scrollHeight;
  }

  function showKeys(held) {
    const gone = [];
    for (const key of keys()) {
      if (!("left" in key.dataset)) continue;
      const small = key.querySelector("small");
      key.disabled = key.dataset.left - (held.get(key) || []).length < 1;
      small.textContent = key.disabled ? small.dataset.none : `+${key.dataset.points}`.replace("+-", "−");
      if (key.disabled) gone.push(small.dataset.gone);
    }
    const note = form().querySelector(".gone");
    note.textContent = gone.slice(0, 1).join(" ");
    note.hidden = !gone.length;
  }

  function showBadge(count, held) {
    const badges = form().querySelectorAll("[data-count]");
    const last = Number(badges[badges.length - 1].dataset.count);
    for (const badge of badges) badge.hidden = Number(badge.dataset.count) !== Math.min(count, last);
    showMeld(count > 0 && held);
    const state = form().querySelector(".badge:not([hidden])");
    form().querySelector(".pad-next").classList.toggle("warned", !!state && state.classList.contains("warn"));
  }

  // Ask about cards that can be laid out for nothing, whatever their suits, unless there is another warning.
  function showMeld(held) {
    const good = form().querySelector(".badge.good:not([hidden])");
    const has = new Map([...(held || [])].map(([key, tokens]) => [key.value, tokens.length]));
    const enough = (meld) => meld.every((code) => has.get(code) >= meld.filter((other) => other === code).length);
    const melds = form().dataset.melds.split(",").map((meld) => meld.split(" "));
    const found = good && melds.find(enough);
    if (found) good.hidden = true;
    for (const part of form().querySelectorAll("[data-meld]")) {
      part.hidden = !found;
      if (found && part.dataset.say) part.textContent = part.dataset.say.replace("{cards}", found.join(" "));
    }
  }

  // The tray is stored on this phone until the server has it.
  const slot = () => "tray." + form().dataset.tray;
  function keep() {
    const mode = byTotal() ? "total" : "cards";
    stored.put("local", slot(), [field("cards").value, field("total").value, mode]);
  }
  function restore() {
    if (form().querySelector(".fault") && refused[0] === slot()) stored.put("local", ...refused);
    refused = [];
    let kept = stored.get("local", slot());
    if (form().querySelector(".stale")) kept = null;
    if (kept) [field("cards").value, field("total").value] = kept;
    const given = field("cards").value ? "cards" : field("total").value ? "total" : "aside" in form().dataset && "cards";
    const mode = kept?.[2] || given || stored.get("local", "mode") || "cards";
    for (const one of form().querySelectorAll("[name=mode]")) one.checked = one.value === mode || !form().querySelector("[name=mode][value=total]");
    untouched = true;
  }

  function put(list) {
    field("cards").value = list.join(" ");
    changed();
    goOn();
  }
  // Go on automatically after a full hand, or after a total that no further digit can make valid.
  function goOn() {
    if (complete()) advance = setTimeout(() => form() && complete() && form().requestSubmit(), LATE);
  }
  function complete() {
    const { cards: full, most } = form().dataset;
    if (byTotal()) return "goesOn" in form().dataset && Number(folded(field("total").value)) * 10 > Number(most);
    return "advance" in form().dataset && cards().length === Number(full);
  }

  function changed() {
    clearTimeout(advance);
    untouched = false;
    form().querySelector(".fault")?.remove(); // it was about the earlier input
    field("cards").removeAttribute("aria-describedby");
    keep();
    show();
  }

  function tap(name, value) {
    if (sending) return void waiting.push([name, value]);
    if (name === "add" && !keyOf(value)?.disabled) put([...cards(), value]);
    if (name === "digit") {
      const total = field("total");
      total.value = grown(untouched && total.value === total.defaultValue ? "" : folded(total.value), value); // the first one replaces
      changed();
      goOn();
    }
    if (name === "sign") {
      field("total").value = turned(folded(field("total").value).trim());
      changed();
    }
    if (name === "back") {
      if (byTotal()) field("total").value = field("total").value.slice(0, -1);
      else field("cards").value = cards().slice(0, -1).join(" ");
      changed();
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".hand-form button");
    if (!button) return;
    if (button.dataset.take) {
      const list = cards();
      list.splice(list.lastIndexOf(button.dataset.take), 1);
      put(list);
    } else if ("best" in button.dataset) {
      const typed = new URLSearchParams(byTotal() ? { total: field("total").value } : { cards: field("cards").value });
      location.assign(`${button.formAction}?${typed}`);
    } else if (["add", "digit", "sign", "back"].includes(button.name)) tap(button.name, button.value);
    else return;
    if (event.detail) button.blur(); // or Enter presses it again
    event.preventDefault();
  });
  document.addEventListener("input", (event) => {
    if (event.target.closest(".typed")) changed();
  });
  // A keyboard types on the keys, and Enter is Next.
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.target.closest("input:not([type=radio]), select, dialog, .slip, .sheet-menu");
    if (!form()?.elements || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && !event.repeat && !event.target.closest("a, button, summary")) form().requestSubmit(form().querySelector(".hear"));
    else if (event.key === "Backspace") tap("back");
    else if (byTotal() && /^\d$/.test(event.key)) tap("digit", event.key);
    else if (byTotal() && event.key === "-" && form().querySelector(".pad-sign")) tap("sign");
    else if (!byTotal() && /^[\da-z]$/i.test(event.key) && keyOf(event.key.toUpperCase())) tap("add", keyOf(event.key.toUpperCase()).value);
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "went_out") show();
    if (event.target.name !== "mode") return;
    if (!form().closest(".count-correct")) stored.put("local", "mode", event.target.value);
    const before = untouched;
    changed();
    untouched = before; // a look at the other side is no input
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".hand-form")) return;
    if (sending) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const { x, y, width, height } = form().querySelector(".pad-next").getBoundingClientRect();
    moved = event.submitter ? null : { x: x + width / 2, y: y + height / 2 };
    clearTimeout(advance);
    sending = true;
    waiting = [];
  }, true);

  // The answer has come: a new hand on the page, and the taps made meanwhile.
  function fresh() {
    sending = false;
    if (moved) stored.put("session", "tap", { at: Date.now(), ...moved }); // ignores a late tap on Next
    if (!form()) return void (waiting = []);
    restore();
    show();
    const late = waiting;
    waiting = [];
    for (const [name, value] of late) tap(name, value);
  }
  const ours = (event) => event.detail.ctx?.sourceElement?.matches(".hand-form"); // not the poll of each second
  let answered = false;
  document.addEventListener("htmx:before:swap", (event) => {
    answered = ours(event);
    if (!answered) return;
    refused = [slot(), stored.get("local", slot())];
    stored.drop("local", slot());
  });
  document.addEventListener("htmx:after:swap", () => (answered ? arrive() : showNext()));
  // The next step is named and read.
  function arrive() {
    fresh();
    const step = document.querySelector("#count");
    document.title = step.dataset.title;
    if (!step.contains(document.activeElement)) step.querySelector("#whose, caption, h2")?.focus();
  }
  // A hand was counted on another phone: the button names the players still missing.
  function showNext() {
    const [words, tabs] = [document.querySelector("[data-next]:not(#tabs)"), document.querySelector("#tabs")];
    if (words && tabs) words.textContent = tabs.dataset.next;
    const { stands, here } = document.querySelector(".hand-form")?.dataset || {};
    const typed = form()?.elements && (field("cards").value || field("total").value);
    if (tabs && tabs.dataset.stands !== stands && here && !typed && !sending) location.replace(here); // this very hand: show it
  }
  document.addEventListener("unsent", () => (sending = false)); // now in the outbox, with its key and a notice
  document.addEventListener("toggle", ({ target }) => target.matches(".other[open]") && target.querySelector("input").focus(), true);
  document.addEventListener("DOMContentLoaded", () => form() && fresh());
  document.addEventListener("differs", () => form() && fresh());
  window.addEventListener("pageshow", (event) => event.persisted && form() && fresh());
})();
