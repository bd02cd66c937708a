// With enough room the chapters are unfolded beside their contents, which mark the chapter being read.
(() => {
  "use strict";
  const links = [...document.querySelectorAll(".contents a")];
  const parts = links.map((link) => document.getElementById(link.hash.slice(1)));
  const chapters = [...document.querySelectorAll(".chapter")];
  const wide = matchMedia("(min-width: 60rem)");
  const unfold = () => wide.matches && chapters.forEach((chapter) => (chapter.open = true));
  const start = (part) => (part.closest(".chapter") ?? part).getBoundingClientRect().top;

  function show() {
    const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    const here = parts.findLastIndex((part) => start(part) < innerHeight / (end ? 1 : 3));
    links.forEach((link, at) => link.setAttribute("aria-current", at === Math.max(here, 0)));
  }
  let asked = 0;
  const soon = () => (asked ||= requestAnimationFrame(() => ((asked = 0), show())));

  unfold();
  show();
  wide.addEventListener("change", unfold);
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
})();
