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
  const drawings = new Map();
  for (const image of document.querySelectorAll("[data-image]")) {
    unpacked(image.dataset.image).then((svg) => {
      drawings.set(image, svg);
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
    if (text.replace("†", "") === "–") return null;
    const number = Number.parseFloat(text.replace(/−/g, "-").replace(/[\[\u202f%]/g, "").replace(/^<\.001$/, ".0009"));
    return Number.isNaN(number) ? text : number;
  };
  // The last line of a head has a heading for each column; those above it are of several.
  const headings = (table) => table.tHead.rows[table.tHead.rows.length - 1].cells;
  const sort = async (table, column, header) => {
    await complete(table);
    const turned = header.getAttribute("aria-sort") === "ascending";
    for (const other of headings(table)) other.removeAttribute("aria-sort");
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
    Array.from(headings(table)).forEach((header, column) => {
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
  const choose = (label, name, places = switches) => {
    for (const place of places) {
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
    choose(place.dataset.switch, names[0], [place]);
  });

  // What stands behind a number: the part about it is opened and reached.
  const parts = new Map(Array.from(document.querySelectorAll("details[data-about]"), (part) => [part.dataset.about, part]));
  const show = (part) => {
    for (let outer = part; outer; outer = outer.parentElement.closest("details")) outer.open = true;
    part.querySelector("summary").focus();
    part.scrollIntoView({ block: "start" });
  };

  // Figures say what is at a mark: to the pointer, and to the arrow keys once a figure has the focus.
  const NEAR = 7; // pixels beside a mark that count as on it
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  const ring = document.createElement("div");
  ring.className = "ring";
  ring.hidden = true;
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  document.querySelector("main").append(tip, ring, said);
  let again = () => {};
  const forget = () => {
    tip.hidden = ring.hidden = true;
    again = () => {};
  };
  const spotsOf = (svg) => {
    const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    return Array.from(drawing.querySelectorAll("g[id$='-spots'] > rect"), (rect) => {
      const [x, y, w, h] = ["x", "y", "width", "height"].map((key) => Number(rect.getAttribute(key)));
      return { x: x / width, y: y / height, w: w / width, h: h / height, text: rect.textContent, part: parts.get(rect.dataset.about) };
    });
  };
  for (const card of document.querySelectorAll("[data-spots]")) {
    const image = card.querySelector("img");
    let spots = null;
    let current = null;
    const ready = () => {
      if (spots) return true;
      const address = image.getAttribute("src");
      const svg = address && (drawings.get(image) || decodeURIComponent(address.slice(address.indexOf(",") + 1)));
      if (svg) spots = spotsOf(svg);
      return Boolean(svg);
    };
    const place = (spot, box = image.getBoundingClientRect()) => {
      return { left: box.left + spot.x * box.width, top: box.top + spot.y * box.height, width: spot.w * box.width, height: spot.h * box.height };
    };
    const middle = (spot) => [spot.x + spot.w / 2, spot.y + spot.h / 2];
    const point = (spot) => {
      current = spot;
      again = () => point(spot);
      const { left, top, width, height } = place(spot);
      Object.assign(ring.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
      tip.textContent = spot.text + (spot.part ? " — click or Enter: outputs behind it" : "");
      tip.hidden = ring.hidden = false;
      const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
      const above = top - tip.offsetHeight - 8;
      tip.style.left = `${Math.max(8, Math.min(left + width / 2 - tip.offsetWidth / 2, room))}px`;
      tip.style.top = `${above > 4 ? above : top + height + 8}px`;
    };
    const at = (event) => {
      if (!ready()) return null;
      const box = image.getBoundingClientRect();
      const distance = (spot) => {
        const { left, top, width, height } = place(spot, box);
        const away = Math.max(left - event.clientX, event.clientX - left - width, top - event.clientY, event.clientY - top - height);
        const off = Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY);
        return away > NEAR ? Infinity : Math.max(away, 0) * 1000 + off;
      };
      let best = null;
      let least = Infinity;
      for (const spot of spots) {
        const off = distance(spot);
        if (off < least) [best, least] = [spot, off];
      }
      return best;
    };
    card.addEventListener("pointermove", (event) => {
      const spot = at(event);
      card.style.cursor = spot && spot.part ? "pointer" : "";
      if (spot) point(spot); else forget();
    });
    card.addEventListener("pointerleave", forget);
    card.addEventListener("click", (event) => {
      const spot = at(event);
      if (!spot) return;
      const seen = spot === current && !ring.hidden;
      point(spot);
      if (spot.part && (seen || event.pointerType !== "touch")) show(spot.part); // the first tap shows the value
    });
    const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    const next = (key) => {
      if (key === "Home" || !current) return spots[0];
      if (key === "End") return spots[spots.length - 1];
      const shape = image.clientWidth / image.clientHeight;
      const [x, y] = middle(current);
      let best = current;
      let least = Infinity;
      for (const spot of spots) {
        const away = [(middle(spot)[0] - x) * shape, middle(spot)[1] - y];
        const along = away[0] * steps[key][0] + away[1] * steps[key][1];
        const across = Math.abs(away[0] * steps[key][1]) + Math.abs(away[1] * steps[key][0]);
        if (along > 1e-6 && along + 2 * across < least) [best, least] = [spot, along + 2 * across];
      }
      return best;
    };
    card.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Escape") { forget(); return; }
      if (event.key === "Enter") {
        if (current && current.part && !ring.hidden) { event.preventDefault(); show(current.part); }
        return;
      }
      if (!(event.key in steps || event.key === "Home" || event.key === "End") || !ready() || !spots.length) return;
      event.preventDefault();
      const spot = next(event.key);
      card.scrollLeft += place(spot).left - card.getBoundingClientRect().left - card.clientWidth / 2;
      const { top, height } = place(spot);
      if (top < 60 || top + height > innerHeight - 60) scrollBy({ top: top - innerHeight / 2, behavior: "instant" });
      point(spot);
      said.textContent = spot.text;
    });
    card.addEventListener("blur", forget);
    card.setAttribute("role", "application");
    const hint = document.createElement("span");
    hint.className = "hint";
    hint.textContent = " Point at a mark to read its value; with the keyboard, arrow keys go from mark to mark.";
    card.nextElementSibling.append(hint);
  }
  addEventListener("scroll", () => again(), { passive: true, capture: true });
  addEventListener("resize", forget);

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

  // On paper is what is open on the screen, and every caution and setting.
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details[data-paper]:not([open])")) {
      part.open = true;
      part.dataset.printed = "";
    }
  });
  addEventListener("afterprint", () => {
    for (const part of document.querySelectorAll("details[data-printed]")) part.open = false;
  });
})();
