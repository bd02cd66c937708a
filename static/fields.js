// What is shown is what is held, and what is held is what is sent.
(() => {
  "use strict";
  // WebKit empties what must not be completed when a page comes back from its cache; on the way there that is not said.
  let lent = [];
  addEventListener("pagehide", ({ persisted }) => {
    lent = persisted ? [...document.querySelectorAll("[autocomplete=off]")] : [];
    for (const one of lent) one.setAttribute("autocomplete", "on");
  });
  addEventListener("pageshow", () => {
    for (const one of lent.splice(0)) one.setAttribute("autocomplete", "off");
  });

  // A script that draws beside a form what its fields hold says "drawn" to it. Should a field hold something else when it
  // is sent, which nobody has put in, it "differs": it is drawn again, and not sent.
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

  // Where a form cannot be sent by a script, it is sent as by Enter.
  HTMLFormElement.prototype.requestSubmit ??= function () {
    const enter = document.createElement("button");
    enter.hidden = true;
    this.append(enter);
    enter.click();
    enter.remove();
  };
})();
