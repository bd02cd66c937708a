// Full-screen button, shown only if the browser supports it.
(() => {
  "use strict";
  const button = document.querySelector("[data-full]");
  if (!button || !document.fullscreenEnabled) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      // up to the browser; the page works the same without
    }
  });
  document.addEventListener("fullscreenchange", () => button.setAttribute("aria-pressed", Boolean(document.fullscreenElement)));
})();
