// Japanese lines break between phrases, as Chrome does by `word-break: auto-phrase`; other engines break inside words.
(() => {
  "use strict";
  if (CSS.supports("word-break", "auto-phrase") || !window.Intl?.Segmenter) return;
  const words = new Intl.Segmenter("ja", { granularity: "word" });
  const ENDS = /[ぁ-ん、。：）」]$/; // a particle, an ending or a sign
  const BEGINS = /^[^ぁ-ん、。：・？！）」\s札]/; // 捨て札 and つけ札 are words
  const BARE = "script, style, textarea, option, svg, [translate=no]";

  function phrases(said) {
    const found = [""];
    for (const { segment } of words.segment(said)) {
      if (ENDS.test(found.at(-1)) && BEGINS.test(segment)) found.push("");
      found[found.length - 1] += segment;
    }
    return found;
  }

  function part(text) {
    const [first, ...rest] = phrases(text.data);
    if (!rest.length || text.parentElement.closest(BARE)) return;
    text.after(...rest.flatMap((phrase) => [document.createElement("wbr"), phrase]));
    text.data = first;
  }

  function partAll(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(part);
  }

  document.documentElement.classList.add("phrased");
  partAll(document.body);
  document.addEventListener("htmx:after:swap", () => partAll(document.body));
})();
