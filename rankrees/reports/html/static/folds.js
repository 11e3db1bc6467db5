// The folds behind a number. Everything is written with textContent: names stay text.
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function draw(tag, attributes, label) {
    const element = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (label !== undefined) element.textContent = label;
    return element;
  }

  function read(data, place) {
    const unit = 10 ** data.decimals;
    return data.series[place].split(",").map((text) => (text === "" ? null : Number(text) / unit));
  }

  // One row of points for all runs, and a line at the mean.
  function strip(values, mean, low, high) {
    const width = 600;
    const at = (value) => (high > low ? ((value - low) / (high - low)) * (width - 20) + 10 : width / 2);
    const svg = draw("svg", { class: "strip", viewBox: `0 0 ${width} 48`, "aria-hidden": "true" });
    svg.append(draw("line", { x1: 0, x2: width, y1: 40, y2: 40 }));
    const seen = new Map();
    for (const value of values) {
      const x = at(value);
      const level = seen.get(Math.round(x / 6)) ?? 0;
      seen.set(Math.round(x / 6), level + 1);
      svg.append(draw("circle", { cx: x.toFixed(1), cy: Math.max(6, 34 - level * 3.2).toFixed(1), r: 3.5 }));
    }
    if (mean !== null) svg.append(draw("line", { class: "mean", x1: at(mean), x2: at(mean), y1: 2, y2: 44 }));
    return svg;
  }

  function table(values, group, runs) {
    const head = make("tr", {}, make("th", { scope: "col" }, "run"));
    for (let fold = 1; fold <= group.folds; fold += 1) head.append(make("th", { scope: "col", class: "number" }, `fold ${fold}`));
    const body = make("tbody");
    runs.forEach((run, i) => {
      const row = make("tr", {}, make("th", { scope: "row" }, String(run)));
      for (const value of values.slice(i * group.folds, (i + 1) * group.folds)) {
        row.append(make("td", { class: "number" }, value === null ? "\u2013" : value.toFixed(2)));
      }
      body.append(row);
    });
    const whole = make("table", {}, make("thead", {}, head), body);
    return make("div", { class: "scroll", role: "region", "aria-label": "Folds", tabindex: "0" }, whole);
  }

  function fill(data, number) {
    const [place, dataset, method, printed, series, means] = data.cells[number];
    const group = data.groups[place];
    document.getElementById("folds-title").textContent = `${method} on ${dataset}`;
    const parts = [make("p", { class: "note" }, group.title)];
    const all = series.filter((i) => i !== null).flatMap((i) => read(data, i)).filter((v) => v !== null);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const shown = new Map();
    group.protocols.forEach((protocol, i) => {
      if (series[i] === null) return;
      parts.push(make("h3", {}, `${protocol.name} (${protocol.metric})`));
      const values = read(data, series[i]);
      const there = values.filter((value) => value !== null);
      const facts = [`mean ${means[i] ?? "\u2013"}`];
      if (printed !== null && protocol.printed) facts.push(`printed ${printed}`);
      facts.push(`${there.length} folds from ${Math.min(...there).toFixed(2)} to ${Math.max(...there).toFixed(2)}`);
      if (there.length < values.length) facts.push(`${values.length - there.length} without a value`);
      parts.push(make("p", {}, facts.join(" \u00b7 ")));
      if (shown.has(series[i])) {
        parts.push(make("p", { class: "note" }, `The same in every fold as ${shown.get(series[i])}.`));
        return;
      }
      shown.set(series[i], protocol.name.replace(/^as /, ""));
      parts.push(strip(there, means[i] === null ? null : Number(means[i]), low, high), table(values, group, protocol.runs));
    });
    document.getElementById("folds-body").replaceChildren(...parts);
  }

  addEventListener("DOMContentLoaded", () => {
    const data = JSON.parse(document.getElementById("fold-data").textContent);
    const dialog = document.getElementById("folds");
    const open = (number) => {
      fill(data, number);
      dialog.showModal();
      dialog.scrollTop = 0;
    };
    const address = (hash) => history.replaceState(null, "", hash || location.pathname + location.search);
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-cell]");
      if (button !== null) {
        open(Number(button.dataset.cell));
        address(`#cell-${button.dataset.cell}`);
      } else if (event.target === dialog) {
        dialog.close(); // the darkened rest of the page
      }
    });
    dialog.addEventListener("close", () => address(""));
    // a link such as report.html#cell-12 opens the folds of that number
    const linked = location.hash.match(/^#cell-(\d+)$/);
    if (linked && data.cells[linked[1]]) open(Number(linked[1]));
  });
})();
