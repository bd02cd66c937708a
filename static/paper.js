// The totals under a table of points from paper follow what is typed, to be compared with those on the paper.
(() => {
  "use strict";
  const table = document.querySelector(".paper-table");
  const sums = [...table.querySelectorAll("tfoot output")];

  function add() {
    sums.forEach((sum, seat) => {
      const typed = [...table.querySelectorAll(`input[name$="s${seat}"]`)].map((field) => field.value.trim());
      sum.value = typed.filter((text) => /^\d{1,4}$/.test(text)).reduce((total, text) => total + Number(text), 0);
    });
  }

  table.tFoot.hidden = false;
  table.addEventListener("input", add);
  add();
})();
