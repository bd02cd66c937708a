// All totals of a deal: the keys type into the row with the caret, sums and what is missing follow.
// Without this script the same page is a plain form.
(() => {
  "use strict";
  const rows = () => [...document.querySelectorAll("#totals input[name^=total-]")];
  const bar = () => document.querySelector(".totals-bar");
  const figure = (row) => folded(row.value).trim();
  const given = (row) => /\d/.test(figure(row)); // a sign alone is no figure
  let now = null; // the row that takes the digits
  let fresh = true; // its figure was there before: the first digit replaces it

  function go(row) {
    [now, fresh] = [row, true];
    row.focus({ preventScroll: true });
    row.setSelectionRange(row.value.length, row.value.length);
    row.closest(".figure-line").scrollIntoView({ block: "nearest" });
    show();
  }
  function nextMissing() {
    const all = rows();
    return [...all.slice(all.indexOf(now) + 1), ...all.slice(0, all.indexOf(now))].find((row) => !given(row));
  }
  function next() {
    const missing = nextMissing();
    if (missing) go(missing);
    return !!missing;
  }
  function type(digit) {
    if (isFull(now) && !fresh && !next()) return;
    put(grown(fresh ? "" : figure(now), digit));
  }
  const isFull = (row) => Number(figure(row)) * 10 > Number(bar().dataset.most); // no further digit gives a hand

  function put(text) {
    now.value = text;
    changed();
  }
  function changed() {
    fresh = false;
    const line = now.closest(".figure-line").querySelector("small");
    line.className = "";
    now.removeAttribute("aria-invalid");
    show();
  }
  function show() {
    const missing = [];
    for (const row of rows()) {
      const sum = row.closest(".figure-line").querySelector("small");
      if (!given(row)) missing.push(row.dataset.name);
      if (sum.className || !sum.dataset.before) continue; // the reason of a refusal, or a deal that adds nothing
      const [before, points] = [Number(sum.dataset.before), Number(figure(row))];
      sum.textContent = given(row) && !isNaN(points) ? `${before} + ${points} = ${before + points}`.replaceAll("-", "−") : `${before} + …`.replace("-", "−");
    }
    const save = bar().querySelector("[data-save]");
    const { save: done, names, many, and } = save.dataset;
    save.textContent = !missing.length ? done : missing.length > 2 ? many.replace("{n}", missing.length) : names.replace("{names}", missing.join(and));
    save.classList.toggle("waits", !!missing.length);
    const cards = bar().querySelector("[name=cards]");
    if (rows().some((row) => row.ariaInvalid === "true")) return; // this one is to be counted
    const row = (given(now) && nextMissing()) || now; // a figure just typed stays
    cards.hidden = true; // pressed by the link above all the same, for this hand
    cards.value = row.name.slice(6);
  }
  function begin() {
    if (!rows().length) return;
    for (const row of rows()) row.inputMode = "none"; // the keys on the page are enough
    document.documentElement.classList.add("js");
    go(document.querySelector("#totals [autofocus]") ?? rows().find((row) => !given(row)) ?? rows()[0]);
  }

  // A hand was counted on another phone: its figure comes into its row, if none was typed there. If another one was, the
  // form stays one of before, so that it is refused with both.
  document.addEventListener("htmx:after:swap", () => {
    const { dataset } = document.querySelector("#counted") ?? {};
    if (!dataset) return;
    for (const row of rows()) {
      if (row.value === row.dataset.counted) row.value = dataset[row.name] ?? "";
      row.dataset.counted = dataset[row.name] ?? "";
    }
    const agreed = rows().every((row) => row.value === row.dataset.counted || !row.dataset.counted);
    if (agreed) document.querySelector("#totals [name=revision]").value = dataset.revision;
    show();
  });
  for (const press of ["pointerdown", "mousedown"]) {
    document.addEventListener(press, (event) => event.target.closest(".digits .key") && event.preventDefault()); // the caret stays
  }
  document.addEventListener("focusin", ({ target }) => target.matches("#totals input[name^=total-]") && target !== now && go(target));
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-cards]")) {
      event.preventDefault(); // the figures typed so far stay
      document.querySelector("#totals").requestSubmit(bar().querySelector("[name=cards]"));
    }
    const key = event.target.closest(".digits .key");
    if (!key) return;
    if (key.name === "digit") type(key.value);
    else if (key.name === "sign") put(turned(figure(now)));
    else if (key.name === "back") put(figure(now).slice(0, -1));
    else next();
    now.focus({ preventScroll: true });
  });
  document.addEventListener("input", ({ target }) => target === now && changed());
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!now || ctrlKey || metaKey || altKey) return;
    const digit = /^\d$/.test(key);
    if (digit && !target.closest("input, select, dialog, .sheet-menu")) now.focus({ preventScroll: true }); // types there
    if (digit && fresh && document.activeElement === now) now.value = "";
    if (!target.matches("#totals input")) return;
    const to = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (to) go(rows().at((rows().indexOf(now) + to) % rows().length));
    if (to || (key === "Enter" && next())) event.preventDefault(); // with nothing missing Enter saves
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "totals" || event.submitter?.name === "cards") return;
    const missing = rows().find((row) => !given(row));
    if (!missing) return;
    event.preventDefault();
    event.stopPropagation();
    go(missing);
  }, true);
  for (const when of ["DOMContentLoaded", "differs"]) document.addEventListener(when, () => begin());
})();
