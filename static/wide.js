// Full screen where the browser has it; without script the button stays hidden.
(() => {
  "use strict";
  const button = document.querySelector("[data-full]");
  if (!button || !document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      // the browser decides; the page is the same without
    }
  });
  document.addEventListener("fullscreenchange", () => button.setAttribute("aria-pressed", Boolean(document.fullscreenElement)));
})();
