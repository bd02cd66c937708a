// Normalizes typed numbers and cards: full-width letters and all dashes, as the server does.
const folded = (text) => text.replace(/[\u3000\uff01-\uffee\ufe50-\ufe6b]+/g, (wide) => wide.normalize("NFKC"))
  .replace(/[‐‑‒–—―−⸺⸻─━ー]/g, "-").replace(/、/g, ",").replace(/。/g, ".");
