// The totals below a table of points from paper follow the input, for comparison with those on the paper. The input
// survives a reload, the check and the way back: it is stored in this tab only, until the match is saved.
(() => {
  "use strict";
  const form = document.querySelector(".paper-form");
  const KEPT = `paper ${new URL(form.action).pathname.replace(/[^/]*$/, "")}`;
  const table = form.querySelector(".paper-table");
  const sums = [...table.querySelectorAll("tfoot output")];
  const names = [...table.querySelectorAll("thead bdi")].map((name) => name.textContent);
  const filled = () => [...new FormData(form)].filter(([name]) => /^(day|d\d+s\d+)$/.test(name));
  let sent = false;

  function add() {
    sums.forEach((sum, seat) => {
      const typed = [...table.querySelectorAll(`input[name$="s${seat}"]`)].map((field) => folded(field.value).trim());
      sum.value = typed.filter((text) => /^\d{1,4}$/.test(text)).reduce((total, text) => total + Number(text), 0);
    });
    form.dispatchEvent(new Event("drawn", { bubbles: true }));
  }

  function keep() {
    if (sent) stored.drop("session", KEPT);
    else stored.put("session", KEPT, { names, fields: filled() });
  }

  // Points stay with their player, also after a change of seat or spelling.
  function restore() {
    const { names: before, fields } = stored.get("session", KEPT) ?? { names: [], fields: [] };
    const moved = before.map((name, seat) => (names.includes(name) || before.includes(names[seat]) ? names.indexOf(name) : seat));
    if (!before.some((name) => names.includes(name))) return; // another group's paper
    for (const [name, value] of fields) {
      const [, line, seat] = name.match(/^(d\d+s)(\d+)$/) || [];
      const field = form.elements.namedItem(line ? line + moved[seat] : name);
      if (field) field.value = value;
    }
  }

  // Enter goes to the next cell, so that half a table is not sent.
  function goOn(event) {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    const cells = [...table.querySelectorAll("input:not([type=hidden])")];
    cells[cells.indexOf(event.target) + 1]?.focus();
  }

  addEventListener("submit", ({ submitter }) => (sent = submitter?.name === "save"));
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", keep);
  if (!sums.length) return keep(); // the check, with corrected cells
  table.tFoot.hidden = false;
  table.addEventListener("keydown", goOn);
  table.addEventListener("input", add);
  form.addEventListener("differs", add);
  restore();
  add();
})();
