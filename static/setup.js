// Restores the set-up of a table after a reload or the way back; it is stored in this tab only. The house rules, the
// deals and the slip of a deal are pages of the history: Back leads from one to the other, with what was chosen.
(() => {
  "use strict";
  const KEPT = `set-up ${location.pathname}`;
  const form = () => document.querySelector("#setup");
  const filled = () => [...new FormData(form())].filter(([name]) => name !== "key" && name !== "paper");
  const anybody = (fields) => fields.some(([name, value]) => /^name\d/.test(name) && value.trim());
  const PAGES = ["", "#rules", "#deals", "#deal"];
  const UP = ["", "#back-1", "#back-1", "#close"]; // buttons to the page before
  const DOWN = ["#rules-1", "#schedule-list"]; // and to the next, the one that was open; a slip is not opened again
  const depth = () => Number(form()?.dataset.depth || 0);
  const there = () => Math.max(PAGES.indexOf(location.hash), 0);
  let started = false;

  function keep() {
    if (!form()) return;
    if (started || !anybody(filled())) stored.drop("session", KEPT);
    else stored.put("session", KEPT, filled());
  }

  function fill(name, value) {
    const known = name === "also" ? null : form().elements.namedItem(name);
    const field = known || form().appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
    field.value = value;
  }

  addEventListener("submit", ({ submitter }) => (started = Boolean(submitter?.matches(".thumb .btn:not([formaction])"))));
  const showChosen = () => document.querySelector(".chip-row .pill[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  document.addEventListener("htmx:after:swap", () => {
    showChosen();
    if (depth() > 1) DOWN[1] = form().dataset.list;
    if (depth() < there()) history.go(depth() - there());
    for (let page = there() + 1; page <= depth(); page += 1) history.pushState(null, "", PAGES[page]);
  });
  addEventListener("popstate", () => {
    const button = depth() > there() ? UP[depth()] : depth() < there() ? DOWN[depth()] : null;
    if (button) document.querySelector(button).click();
    else if (depth() < there()) history.back();
  });
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  addEventListener("load", () => {
    showChosen();
    const paper = new FormData(form()).has("paper") ? "?paper=1" : "";
    history.replaceState(null, "", location.pathname + paper); // the rest stays in this tab, not in the address
    const before = stored.get("session", KEPT) ?? [];
    if (!before.length || anybody(filled())) return;
    before.forEach(([name, value]) => fill(name, value));
    keepNames();
  });

  // The button says the price that is typed: this one it sets.
  addEventListener("input", ({ target }) => {
    const button = target.name === "prices_figure" && document.querySelector("#price-set");
    const chosen = document.querySelector(".price-figure b");
    if (button) button.textContent = button.dataset.says.replace("{points}", target.value.normalize("NFKC").trim() || chosen.textContent.trim());
  });

  // Chips are filtered by the letters typed, and a tap beside a field keeps its name.
  const keepNames = () => form().querySelector("[name=keep]").click();
  addEventListener("input", ({ target }) => {
    if (!target.matches(".chair-new input")) return;
    const letters = target.value.trim().toLowerCase();
    for (const chip of document.querySelectorAll(".known .pill")) {
      chip.hidden = !chip.value.toLowerCase().includes(letters);
    }
  });
  addEventListener("click", ({ target }) => {
    const fields = [...document.querySelectorAll(".chair input:not([type=hidden])")];
    const named = fields.some((field) => field.value.trim() || field.closest(".chair-open"));
    if (named && !target.closest("a, button, input, label, select, summary")) keepNames();
  });
})();
