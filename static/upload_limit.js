// Refuses a file beyond the server's limit before it is sent.
(() => {
  "use strict";
  const form = document.querySelector("form[data-most]");
  form.addEventListener("change", (event) => {
    const large = (event.target.files?.[0]?.size ?? 0) > Number(form.dataset.most);
    form.querySelector(".fault").hidden = !large;
    form.querySelector("button").disabled = large;
  });
})();
