// Pages to print: shows the button for it, which needs script; a link with #print asks for it at once.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
// The details of a figure receive the focus; after closing them, the figure does.
addEventListener("pageshow", () => {
  const cell = document.getElementById(location.hash.slice(1));
  if (location.hash === "#print") print();
  (document.querySelector(".slip-cell h2") || cell?.querySelector("a"))?.focus({ preventScroll: true });
});
