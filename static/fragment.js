// A link may carry a secret behind its #, which no browser sends: it is put into the form's field and sent from there.
(() => {
  "use strict";
  const form = document.querySelector("form[data-fragment]");

  function take() {
    const secret = location.hash.slice(1);
    if (!form || !secret) return;
    history.replaceState(null, "", location.pathname); // neither in the history nor in what is shared from here
    form.elements.namedItem(form.dataset.fragment).value = secret;
    form.requestSubmit();
  }
  addEventListener("hashchange", take); // the same page opened once more, by another link
  take();
})();
