"use strict";
(() => {
  const manifest = () => JSON.parse(document.getElementById("manifest").textContent);

  // Sorting: a click on a heading; a second one turns the order round. Undefined values stay last.
  const value = (text) => {
    if (text === "–") return null;
    const number = Number.parseFloat(text.replace(/−/g, "-").replace(/[\[\u202f%]/g, "").replace(/^<\.001$/, ".0009"));
    return Number.isNaN(number) ? text : number;
  };
  const sort = (table, column, header) => {
    const turned = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", turned ? "descending" : "ascending");
    const numeric = header.classList.contains("n");
    const rows = Array.from(table.tBodies[0].rows, (row) => {
      const text = row.cells[column].textContent;
      return [numeric ? value(text) : text, row];
    });
    const sign = turned ? -1 : 1;
    rows.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      if (typeof a === "number" && typeof b === "number") return sign * (a - b);
      return sign * String(a).localeCompare(String(b), "en", { numeric: true });
    });
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };
  for (const table of document.querySelectorAll("table.data")) {
    Array.from(table.tHead.rows[0].cells).forEach((header, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener("click", () => sort(table, column, header));
    });
    if (table.tBodies[0].rows.length > 20) {
      const filter = document.createElement("input");
      filter.className = "filter";
      filter.type = "search";
      filter.placeholder = "Only rows that contain …";
      filter.setAttribute("aria-label", "Show only rows that contain this text");
      filter.addEventListener("input", () => {
        const wanted = filter.value.toLowerCase();
        for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
      });
      table.closest(".scroll").before(filter);
    }
  }

  // Copying
  const copied = (button) => {
    const label = button.textContent;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 1500);
  };
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
      } catch {
        const holder = source.closest("details");
        if (holder) holder.open = true;
        getSelection().selectAllChildren(source);
        document.execCommand("copy");
      }
      copied(button);
    });
  }

  // Downloads made from the embedded manifest
  const save = (name, content) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(content, null, 1)}\n`], { type: "application/json" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  for (const button of document.querySelectorAll("[data-json]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const { results, signature } = manifest();
      const { columns, rows } = results[button.dataset.json];
      const named = (row) => ({ ...Object.fromEntries(columns.map((column, k) => [column, row[k]])), signature });
      save(`${button.dataset.json}.json`, rows.map(named));
    });
  }
  for (const button of document.querySelectorAll("[data-manifest]")) {
    button.hidden = false;
    button.addEventListener("click", () => save("manifest.json", manifest()));
  }

  // On paper everything is open.
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details:not([open])")) {
      part.open = true;
      part.dataset.printed = "";
    }
  });
  addEventListener("afterprint", () => {
    for (const part of document.querySelectorAll("details[data-printed]")) part.open = false;
  });
})();
