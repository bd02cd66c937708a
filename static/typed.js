// Normalizes typed numbers and cards: full-width letters and all dashes, as the server does.
const folded = (text) => text.replace(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe0e\ufe0f\ufeff]+/g, "")
  .replace(/[\u3000\uff01-\uffee\ufe50-\ufe6b]+/g, (wide) => wide.normalize("NFKC"))
  .replace(/[‐‑‒–—―−⁃˗⸺⸻─━ー➖]/g, "-").replace(/➕/g, "+").replace(/、/g, ",").replace(/。/g, ".");
// A figure with one more digit, of four at most; and a figure with its sign turned.
const grown = (figure, digit) => (figure + digit).replace(/^(-?)0+(?=\d)/, "$1").slice(0, figure[0] === "-" ? 5 : 4);
const turned = (figure) => (figure[0] === "-" ? figure.slice(1) : `-${figure}`);
