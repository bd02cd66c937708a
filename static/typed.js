// Figures and cards as people type them, in plain letters: full-width ones, and every dash, read as the server reads them.
const folded = (text) => text.replace(/[\u3000\uff01-\uffee\ufe50-\ufe6b]+/g, (wide) => wide.normalize("NFKC"))
  .replace(/[‐‑‒–—―−⸺⸻─━ー]/g, "-").replace(/、/g, ",").replace(/。/g, ".");
