// Restores the set-up of a table after a reload or the way back; it is stored in this tab only.
(() => {
  "use strict";
  const KEPT = `set-up ${location.pathname}`;
  const form = () => document.querySelector("#setup");
  const filled = () => [...new FormData(form())].filter(([name]) => name !== "key");
  const anybody = (fields) => fields.some(([name, value]) => /^name\d/.test(name) && value.trim());
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
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  addEventListener("load", () => {
    const before = JSON.parse(sessionStorage.getItem(KEPT) || "[]");
    if (!before.length || anybody(filled())) return;
    before.forEach(([name, value]) => fill(name, value));
    form().querySelector("[name=done]").click(); // reloads the page with these values
  });
})();
