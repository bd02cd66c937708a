// Set-up: the line of house rules says how many are changed.
(() => {
  "use strict";
  const house = document.querySelector(".house");
  const line = house.querySelector("[data-changed]");
  const count = () => {
    const preset = house.querySelector("[name=preset]:checked");
    const named = preset && "changes" in preset.dataset ? preset.closest("label").querySelector("b").textContent : "";
    const changed = [...house.querySelectorAll("select")].filter((select) => select.value).length;
    const parts = [named, changed ? line.dataset.changed.replace("{n}", changed) : ""].filter(Boolean);
    line.textContent = parts.join(" · ") || line.dataset.book;
  };
  house.addEventListener("change", count);
  count();
})();
