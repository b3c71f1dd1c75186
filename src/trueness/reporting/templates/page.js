"use strict";
(() => {
  // What is large is compressed.
  const unpacked = (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const manifest = async () => {
    const holder = document.getElementById("manifest");
    return JSON.parse(holder.type === "application/gzip" ? await unpacked(holder.textContent) : holder.textContent);
  };
  for (const image of document.querySelectorAll("[data-image]")) {
    unpacked(image.dataset.image).then((svg) => {
      image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      image.removeAttribute("data-image");
    });
  }

  // The rest of a long table comes with the button below it, or with whatever needs all rows.
  const complete = async (table) => {
    const more = table.closest(".scroll").nextElementSibling;
    if (!more || !more.matches(".more")) return;
    const rows = more.querySelector("[data-rows]").dataset.rows;
    more.remove();
    table.tBodies[0].insertAdjacentHTML("beforeend", await unpacked(rows));
  };
  for (const button of document.querySelectorAll("[data-rows]")) {
    button.hidden = false;
    button.addEventListener("click", () => complete(button.closest(".more").previousElementSibling.querySelector("table")));
  }

  // Sorting: a click on a heading; a second one turns the order round. Undefined values stay last.
  const value = (text) => {
    if (text === "–") return null;
    const number = Number.parseFloat(text.replace(/−/g, "-").replace(/[\[\u202f%]/g, "").replace(/^<\.001$/, ".0009"));
    return Number.isNaN(number) ? text : number;
  };
  const sort = async (table, column, header) => {
    await complete(table);
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
      filter.addEventListener("input", async () => {
        await complete(table);
        const wanted = filter.value.toLowerCase();
        for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
      });
      table.closest(".scroll").before(filter);
    }
  }

  // One of several ways to show the same; all choices of one label go together.
  const switches = document.querySelectorAll(".switch");
  const choose = (label, name) => {
    for (const place of switches) {
      if (place.dataset.switch !== label) continue;
      const parts = Array.from(place.children).filter((part) => part.matches("[data-choice]"));
      if (!parts.some((part) => part.dataset.choice === name)) continue;
      for (const part of parts) {
        part.hidden = part.dataset.choice !== name;
        if (part.matches("details")) part.open = !part.hidden;
      }
      for (const button of place.querySelectorAll(":scope > .choices input")) button.checked = button.value === name;
    }
  };
  switches.forEach((place, k) => {
    const names = Array.from(place.children, (part) => part.dataset.choice);
    const group = document.createElement("fieldset");
    group.className = "choices";
    const legend = document.createElement("legend");
    legend.className = "unseen";
    legend.textContent = place.dataset.switch;
    group.append(legend);
    for (const name of names) {
      const holder = document.createElement("label");
      const button = document.createElement("input");
      button.type = "radio";
      button.name = `choice-${k}`;
      button.value = name;
      button.addEventListener("change", () => choose(place.dataset.switch, name));
      holder.append(button, name);
      group.append(holder);
    }
    place.prepend(group);
    place.classList.add("switched");
    choose(place.dataset.switch, names[0]);
  });

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
  const save = (name, type, content) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  const saveJson = (name, content) => save(name, "application/json", `${JSON.stringify(content, null, 1)}\n`);
  // as the package writes CSV: what a spreadsheet would take for a formula gets an apostrophe
  const starts = ["=", "+", "-", "@", "\t", "\r", "\n"];
  const passed = /^['\s\x1c-\x1f\x85\p{Cc}\p{Cf}]$/u;
  const field = (value) => {
    if (value === null) return "";
    if (typeof value !== "string") return String(value);
    const start = (Array.from(value).find((letter) => !passed.test(letter)) || "").normalize("NFKC");
    const formula = starts.includes(start) || starts.includes(value.replace(/^'+/, "")[0]);
    const text = formula ? `'${value}` : value;
    return /[",\x00-\x1f\x85\u2028\u2029]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  for (const button of document.querySelectorAll("[data-csv]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const { columns, rows } = (await manifest()).results[button.dataset.csv];
      const lines = [columns, ...rows].map((line) => `${line.map(field).join(",")}\n`);
      save(`${button.dataset.csv}.csv`, "text/csv;charset=utf-8", lines.join(""));
    });
  }
  for (const button of document.querySelectorAll("[data-json]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const { results, signature } = await manifest();
      const { columns, rows } = results[button.dataset.json];
      const named = (row) => ({ ...Object.fromEntries(columns.map((column, k) => [column, row[k]])), signature });
      saveJson(`${button.dataset.json}.json`, rows.map(named));
    });
  }
  for (const button of document.querySelectorAll("[data-manifest]")) {
    button.hidden = false;
    button.addEventListener("click", async () => saveJson("manifest.json", await manifest()));
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
