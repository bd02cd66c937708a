// Keeps the fields, what a script draws of them, and what is sent the same.
(() => {
  "use strict";
  // WebKit empties fields with autocomplete=off when a page returns from its cache, so it is switched on meanwhile.
  let lent = [];
  addEventListener("pagehide", ({ persisted }) => {
    lent = persisted ? [...document.querySelectorAll("[autocomplete=off]")] : [];
    for (const one of lent) one.setAttribute("autocomplete", "on");
  });
  addEventListener("pageshow", () => {
    for (const one of lent.splice(0)) one.setAttribute("autocomplete", "off");
  });

  // A script that draws a form's fields elsewhere fires "drawn" on the form. If a field is different on submit, without
  // user input, the form fires "differs": it is drawn again, and not sent.
  const drawn = new WeakMap();
  const fields = (form) => [...form.elements].filter((one) => one.matches("input, select, textarea"));
  const held = (form) => JSON.stringify(fields(form).map(({ name, value, checked }) => [name, value, checked]));
  const note = (form) => form && drawn.has(form) && drawn.set(form, held(form));
  addEventListener("drawn", ({ target }) => drawn.set(target, held(target)));
  for (const put of ["input", "change"]) addEventListener(put, ({ target }) => note(target.form));
  addEventListener("submit", (event) => {
    if (!drawn.has(event.target) || drawn.get(event.target) === held(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.target.dispatchEvent(new Event("differs", { bubbles: true }));
  }, true);

  // Polyfill: submit as Enter does.
  HTMLFormElement.prototype.requestSubmit ??= function () {
    const enter = document.createElement("button");
    enter.hidden = true;
    this.append(enter);
    enter.click();
    enter.remove();
  };
})();
