// Restores the set-up of a table after a reload or the way back; it is stored in this tab only. The house rules are a
// page of the history: Back leads from them to the seats, with what was chosen.
(() => {
  "use strict";
  const KEPT = `set-up ${location.pathname}`;
  const form = () => document.querySelector("#setup");
  const filled = () => [...new FormData(form())].filter(([name]) => name !== "key");
  const anybody = (fields) => fields.some(([name, value]) => /^name\d/.test(name) && value.trim());
  const HOUSE = "#rules";
  const rules = () => document.querySelector(".house-form");
  let started = false;

  function keep() {
    if (!form()) return;
    if (started || !anybody(filled())) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, JSON.stringify(filled()));
  }

  function fill(name, value) {
    const there = name === "also" ? null : form().elements.namedItem(name);
    const field = there || form().appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
    field.value = value;
  }

  addEventListener("submit", ({ submitter }) => (started = Boolean(submitter?.matches(".thumb .btn"))));
  document.addEventListener("htmx:after:swap", () => {
    if (rules() && location.hash !== HOUSE) history.pushState(null, "", HOUSE);
    if (!rules() && location.hash === HOUSE) history.back();
  });
  addEventListener("popstate", () => {
    if (Boolean(rules()) !== (location.hash === HOUSE)) document.querySelector(rules() ? "[name=done]" : "[name=rules]").click();
  });
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  addEventListener("load", () => {
    history.replaceState(null, "", location.pathname); // what is filled in stays in this tab, not in the address
    const before = JSON.parse(sessionStorage.getItem(KEPT) || "[]");
    if (!before.length || anybody(filled())) return;
    before.forEach(([name, value]) => fill(name, value));
    form().querySelector("[name=done]").click(); // reloads the page with these values
  });
})();
