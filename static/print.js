// The scoresheet: there is no print button without script.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
// What lies behind a figure is where the reader goes on; whoever has closed that is back at the figure.
addEventListener("pageshow", () => {
  const cell = document.getElementById(location.hash.slice(1));
  (document.querySelector(".slip-cell h2") || cell?.querySelector("a"))?.focus({ preventScroll: true });
});
