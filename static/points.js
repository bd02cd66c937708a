// Bonus or fine: what is chosen becomes a sum, and the button says what it saves. Without this script the form just works.
(() => {
  "use strict";
  const form = document.querySelector(".points-form");
  const save = form.querySelector(".thumb .btn");
  if (!save) return; // taken back: nothing to fill in
  const [name, sum, total] = form.querySelectorAll(".makes > *");
  const words = save.dataset;
  const value = (field) => form.elements.namedItem(field).value;
  const figured = (number) => String(number).replace("-", "−");
  const choose = (field, wanted) => {
    for (const one of form.querySelectorAll(`[name=${field}]`)) one.checked = one.value === wanted;
  };

  // Move a typed sign to the choice, once the keyboard has finished composing.
  function digits(composing) {
    const [, sign, typed] = folded(value("amount") || value("points")).trim().match(/^([-+]?)\s*(.*)$/);
    if (sign && !composing) {
      choose("sign", sign);
      form.elements.namedItem("points").value = typed;
    }
    return /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  }

  function show(event) {
    const points = digits(event?.isComposing);
    const who = (form.querySelector("[name=seat]:checked") || form).dataset;
    const minus = value("sign") === "-";
    const signed = `${minus ? "−" : "+"}${points}`;
    const why = form.querySelector("[name=reason]:checked");
    const missing = !who.name ? words.who
      : !value("sign") ? words.which
      : !(why && (why.value || value("other").trim())) ? words.why
      : points || value("points") ? "" : words.much; // a text that is no number is refused in words
    const whole = who.name && value("sign") && points;
    name.textContent = who.name || "";
    sum.textContent = whole ? `${figured(who.total)} ${minus ? "−" : "+"} ${points} =` : "";
    total.textContent = who.name ? figured(Number(who.total) + (whole ? (minus ? -points : points) : 0)) : "";
    save.disabled = Boolean(missing);
    save.textContent = missing || words.save.replace("{name}", who.name).replace("{points}", points ? signed : "");
  }

  // A reason is one for a bonus or for a fine, and may have its usual points.
  function chosen({ name: field, value: now, dataset }) {
    const other = form.querySelector("[name=reason][data-sign]:checked");
    if (field === "reason" && dataset.sign) choose("sign", dataset.sign);
    if (dataset.amount && !form.querySelector("[name=amount]:checked")) choose("amount", dataset.amount);
    if (field === "sign" && other && other.dataset.sign !== now) other.checked = false;
    if (!now) form.elements.namedItem(field === "reason" ? "other" : "points").focus();
  }

  // A figure typed on a keyboard goes into its field.
  document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (!/^\d$/.test(key) || target.closest("input:not([type=radio]), textarea") || ctrlKey || metaKey || altKey) return;
    choose("amount", "");
    const field = form.elements.namedItem("points");
    field.focus();
    field.select(); // the digit replaces an earlier figure
  });
  for (const put of ["input", "compositionend", "differs"]) form.addEventListener(put, show);
  form.addEventListener("change", ({ target }) => {
    if (target.type === "radio") chosen(target);
    show();
  });
  addEventListener("pageshow", () => show());
})();
