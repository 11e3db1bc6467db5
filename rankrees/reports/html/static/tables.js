// Sorting and filtering of tables.
(() => {
  const text = (row, column) => row.cells[column].textContent.trim();
  const number = (shown) => {
    const found = shown.replace("\u2212", "-").match(/^[+-]?\d+(\.\d+)?/);
    return found ? Number(found[0]) : null;
  };
  const absent = (shown) => shown === "" || shown === "\u2013";

  function sort(table, header) {
    const body = table.tBodies[0];
    const column = Number(header.dataset.col);
    const numeric = header.classList.contains("number");
    const order = numeric ? ["descending", "ascending", null] : ["ascending", "descending", null];
    const next = order[(order.indexOf(header.getAttribute("aria-sort")) + 1) % 3];
    for (const other of table.tHead.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
    const rows = [...body.rows];
    if (next === null) {
      rows.sort((a, b) => a.dataset.place - b.dataset.place);
    } else {
      header.setAttribute("aria-sort", next);
      const sign = next === "ascending" ? 1 : -1;
      rows.sort((a, b) => {
        const [x, y] = [text(a, column), text(b, column)];
        if (absent(x) || absent(y)) return absent(x) - absent(y);
        const [m, n] = [number(x), number(y)];
        const compared = numeric && m !== null && n !== null ? m - n : x.localeCompare(y, "en", { numeric: true });
        return sign * compared || a.dataset.place - b.dataset.place;
      });
    }
    body.append(...rows);
  }

  function tools(box) {
    const table = box.querySelector("table");
    const filter = box.querySelector(".filter");
    const only = box.querySelector(".only");
    const count = box.querySelector(".count");
    const apply = () => {
      const wanted = filter ? filter.value.trim().toLowerCase() : "";
      const rows = [...table.tBodies[0].rows];
      for (const row of rows) {
        const named = text(row, 0).toLowerCase().includes(wanted);
        row.hidden = !named || (only !== null && only.checked && !row.classList.contains("differs"));
      }
      const shown = rows.filter((row) => !row.hidden).length;
      count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} rows`;
      table.dispatchEvent(new Event("rows"));
    };
    filter?.addEventListener("input", apply);
    only?.addEventListener("change", apply);
    for (const radio of box.querySelectorAll(".views input")) {
      radio.addEventListener("change", () => {
        table.classList.remove("only-published", "only-described");
        if (radio.value) table.classList.add(`only-${radio.value}`);
        table.dispatchEvent(new Event("rows"));
      });
    }
    if (filter?.value) apply(); // a browser may fill it in again after a reload
  }

  addEventListener("DOMContentLoaded", () => {
    for (const table of document.querySelectorAll("table.sortable")) {
      [...table.tBodies[0].rows].forEach((row, place) => { row.dataset.place = place; });
      for (const header of table.tHead.querySelectorAll("[data-col]")) {
        header.querySelector("button").addEventListener("click", () => sort(table, header));
      }
    }
    document.querySelectorAll("[data-tools]").forEach(tools);
  });
})();
