// Bonus or fine: digits become points in one field; the sum and the button follow. Without this script it is typed into.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const form = document.querySelector(".points-form");
  const points = form.elements.namedItem("points");
  if (!points) return; // taken back: nothing is left to fill in
  const MINUS = "−";

  // A sign that was typed moves to the switch.
  function digits() {
    const [, sign, figure] = points.value.trim().match(/^([-+−]?)(.*)$/);
    if (sign) {
      form.querySelector(`[name=sign][value="${sign === "+" ? "+" : "-"}"]`).checked = true;
      points.value = figure;
    }
    return /^\d{1,4}$/.test(figure) ? Number(figure) : 0;
  }

  function show() {
    const figure = digits();
    const minus = form.elements.namedItem("sign").value === "-";
    const { name, total } = (form.querySelector("[name=seat]:checked") || form).dataset;
    const reason = form.querySelector("[name=reason]:checked");
    const before = Number(total);
    const sum = { name, before, sign: minus ? MINUS : "+", points: figure, after: before + (minus ? -figure : figure) };
    const makes = form.querySelector(".makes");
    const words = name ? (figure ? makes.dataset.say : makes.dataset.has) : "";
    makes.textContent = words.replace(/{(\w+)}/g, (_, part) => String(sum[part]).replace("-", MINUS));
    form.querySelector(".sum-total").textContent = figure ? sum.sign + figure : ""; // blank is not zero
    const why = reason && (reason.value || form.elements.namedItem("other").value.trim());
    form.querySelector(".pad-next").disabled = !(name && why && (figure || points.value)); // what is no figure is refused in words
  }

  form.addEventListener("input", show);
  form.addEventListener("change", ({ target }) => target.name === "reason" && !target.value && form.elements.namedItem("other").focus());
  form.addEventListener("click", (event) => {
    const { name, value } = event.target.closest("button") || {};
    if (name === "digit") points.value = (points.value + value).replace(/^0+/, "").slice(0, 4);
    else if (name === "rub") points.value = points.value.slice(0, -1);
    else return;
    event.preventDefault();
    show();
  });
  addEventListener("pageshow", show);
})();
