// The line of house rules says how many are changed; in an address only these are written, and other questions keep them.
(() => {
  "use strict";
  const house = document.querySelector(".house");
  const form = house.closest("form");
  const line = house.querySelector("[data-changed]");
  const preset = () => house.querySelector("[name=preset][data-changes]:checked");
  const changed = () => [...house.querySelectorAll("select")].filter((select) => select.value);

  function count() {
    const named = preset()?.closest("label").querySelector("b").textContent;
    const others = changed().length && line.dataset.changed.replace("{n}", changed().length);
    line.textContent = [named, others].filter(Boolean).join(" · ") || line.dataset.book;
  }
  house.addEventListener("change", count);
  count();

  if (form.method !== "get") return;
  const chosen = () => [preset(), ...changed()].filter(Boolean).map((field) => [field.name, field.value]);
  form.addEventListener("formdata", (event) => {
    for (const field of house.querySelectorAll("[name]")) event.formData.delete(field.name);
    for (const [name, value] of chosen()) event.formData.append(name, value);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".asks a");
    if (link) link.search = new URLSearchParams(chosen());
  });
})();
