// The summary of house rules counts the changed ones, and the address contains only those.
(() => {
  "use strict";
  const house = document.querySelector(".house");
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

  house.closest("[method=get]")?.addEventListener("formdata", (event) => {
    for (const field of house.querySelectorAll("[name]")) event.formData.delete(field.name);
    for (const field of [preset(), ...changed()]) if (field) event.formData.append(field.name, field.value);
  });
  const last = location.hash.startsWith("#house-") && document.getElementById(location.hash.slice(1));
  if (!last) return;
  house.open = true; // as before the page was reloaded
  last.focus();
})();
