// A link may carry a secret after its #, which browsers do not send: it is moved into the form's field and sent from there.
(() => {
  "use strict";
  const form = document.querySelector("form[data-fragment]");

  function take() {
    const secret = location.hash.slice(1);
    if (!form || !secret) return;
    history.replaceState(null, "", location.pathname); // neither in the history nor in a link shared from here
    form.elements.namedItem(form.dataset.fragment).value = secret;
    form.requestSubmit();
  }
  addEventListener("hashchange", take); // the same page opened by another link
  take();
})();
