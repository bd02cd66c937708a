// Japanese lines break between phrases, as Chrome does by `word-break: auto-phrase`; other engines break inside words.
(() => {
  "use strict";
  const chrome = CSS.supports("word-break", "auto-phrase");
  const words = !chrome && window.Intl?.Segmenter && new Intl.Segmenter("ja", { granularity: "word" });
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

  // A number stays with the word before it, as in 第5, ジョーカー2枚 and a date, words that engines part stay whole, and
  // a long name parts at its dot, in every engine.
  const KEPT = /([\p{sc=Han}ァ-ヶー](?=\d)|捨て(?=札)|ひと(?=つ))/gu;
  const bound = (said) => said.replace(KEPT, "$1\u2060").replace(/・(?=[ァ-ヶ])/g, "・\u200b");

  function part(text) {
    if (text.parentElement.closest(BARE)) return;
    const said = bound(text.data);
    if (said !== text.data) text.data = said;
    if (!words) return;
    const [first, ...rest] = phrases(text.data);
    if (!rest.length) return;
    text.after(...rest.flatMap((phrase) => [document.createElement("wbr"), phrase]));
    text.data = first;
  }

  function partAll(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(part);
  }

  if (words) document.documentElement.classList.add("phrased");
  partAll(document.body);
  document.addEventListener("htmx:after:swap", () => partAll(document.body));
})();
