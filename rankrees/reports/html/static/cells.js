// A grid's numbers are one stop of the Tab key; arrow keys move between them.
(() => {
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const visible = (button) => button.offsetParent !== null;

  function enter(table, button) {
    for (const other of table.querySelectorAll('.cell[tabindex="0"]')) other.tabIndex = -1;
    button.tabIndex = 0;
  }

  function first(table) {
    const current = table.querySelector('.cell[tabindex="0"]');
    if (current !== null && visible(current)) return;
    const button = [...table.querySelectorAll(".cell")].find(visible);
    if (button) enter(table, button);
  }

  function move(event) {
    const button = event.target.closest(".cell");
    if (button === null) return;
    const table = button.closest("table");
    const lines = [...table.tBodies[0].rows]
      .map((row) => [...row.querySelectorAll(".cell")].filter(visible))
      .filter((line) => line.length > 0);
    const y = lines.findIndex((line) => line.includes(button));
    const x = lines[y].indexOf(button);
    let to = null;
    if (event.key in steps) {
      const [down, right] = steps[event.key];
      const line = lines[y + down];
      to = line && line[down ? Math.min(x, line.length - 1) : x + right];
    } else if (event.key === "Home") {
      to = lines[event.ctrlKey ? 0 : y][0];
    } else if (event.key === "End") {
      to = lines[event.ctrlKey ? lines.length - 1 : y].at(-1);
    } else {
      return;
    }
    event.preventDefault();
    if (to) {
      enter(table, to);
      to.focus();
    }
  }

  addEventListener("DOMContentLoaded", () => {
    for (const table of document.querySelectorAll("table.grid")) {
      const whole = table.querySelector(".cell");
      if (whole) enter(table, whole);
      table.addEventListener("keydown", move);
      table.addEventListener("rows", () => first(table));
      table.addEventListener("focusin", (event) => {
        const button = event.target.closest(".cell");
        if (button) enter(table, button);
      });
    }
  });
})();
