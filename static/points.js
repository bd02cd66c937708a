// Bonus or fine: digits become points in one field; sum and button follow. Without this script the field is typed into.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const form = document.querySelector(".points-form");
  const points = form.elements.namedItem("points");
  if (!points) return; // taken back: nothing to fill in
  const signs = [...form.querySelectorAll("[name=sign]")];
  const next = form.querySelector(".pad-next");
  const act = next.textContent;
  let signed = false; // the player has chosen fine or bonus
  const figured = (number) => String(number).replace("-", "−");

  function choose(sign) {
    for (const one of signs) one.checked = one.value === sign;
  }

  // Move a typed sign to the switch, once the keyboard has finished composing.
  function digits(composing) {
    const [, sign, figure] = folded(points.value).trim().match(/^([-+]?)(.*)$/);
    if (sign && !composing) {
      signed = true;
      choose(sign === "+" ? "+" : "-");
      points.value = figure;
    }
    return /^\d{1,4}$/.test(figure) ? Number(figure) : 0;
  }

  function show(event) {
    const figure = digits(event?.isComposing);
    const minus = form.elements.namedItem("sign").value === "-";
    const { name, total } = (form.querySelector("[name=seat]:checked") || form).dataset;
    const reason = form.querySelector("[name=reason]:checked");
    const sum = { name, before: figured(total), sign: minus ? "−" : "+", points: figure, after: figured(Number(total) + (minus ? -figure : figure)) };
    const makes = form.querySelector(".makes");
    const words = name ? (figure ? makes.dataset.say : makes.dataset.has) : "";
    makes.textContent = words.replace(/{(\w+)}/g, (_, part) => sum[part]);
    form.querySelector(".sum-total").textContent = figure ? sum.sign + figure : ""; // blank is not zero
    const why = reason && (reason.value || form.elements.namedItem("other").value.trim());
    const { who, what, much } = next.dataset;
    const missing = !name ? who : !why ? what : figure || points.value ? "" : much; // a text that is no number is refused in words
    next.disabled = Boolean(missing);
    next.textContent = missing || act;
    form.dispatchEvent(new Event("drawn", { bubbles: true }));
  }

  // A reason sets fine or bonus until the player has chosen one.
  function reasoned({ value, dataset }) {
    if (dataset.sign && !signed) choose(dataset.sign);
    if (!value) form.elements.namedItem("other").focus();
    show();
  }

  for (const put of ["input", "compositionend", "differs"]) form.addEventListener(put, show);
  form.addEventListener("change", ({ target }) => {
    if (target.name === "sign") signed = true;
    if (target.name === "reason") reasoned(target);
  });
  form.addEventListener("click", (event) => {
    const { name, value } = event.target.closest("button") || {};
    if (name === "digit") points.value = (folded(points.value) + value).replace(/^0+/, "").slice(0, 4);
    else if (name === "rub") points.value = points.value.slice(0, -1);
    else return;
    event.preventDefault();
    show();
  });
  addEventListener("pageshow", () => show());
})();
