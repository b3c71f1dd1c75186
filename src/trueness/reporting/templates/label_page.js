"use strict";
(() => {
  const task = JSON.parse(document.getElementById("task").textContent);
  const at = (id) => document.getElementById(id);
  const mostKeys = Number(document.body.dataset.mostKeys);
  const known = Object.keys(task.orders);
  const named = known.length > 1 || known[0] !== "";
  let person = "";
  let given = [];

  const keptAs = `trueness-labels-${document.body.dataset.key}`;
  const place = () => `${keptAs}-${person}`;
  const order = () => task.orders[named ? person : ""];

  // a browser may keep nothing: then what was labelled is gone with the page, and people are told
  const keep = () => {
    try {
      localStorage.setItem(place(), JSON.stringify(given));
      localStorage.setItem(keptAs, person);
      at("kept").textContent = "Kept in this browser.";
    } catch {
      at("kept").textContent = "This browser keeps nothing: download before you close the page.";
    }
  };
  const kept = () => {
    try {
      const found = JSON.parse(localStorage.getItem(place()) ?? "[]");
      const fits = Array.isArray(found) && found.length <= order().length && found.every((label) => task.labels.includes(label));
      return fits ? found : [];
    } catch {
      return [];
    }
  };

  const lastPerson = () => {
    try {
      return localStorage.getItem(keptAs) ?? "";
    } catch {
      return "";
    }
  };

  const show = () => {
    const done = given.length;
    const count = order().length;
    const over = done === count;
    at("work").hidden = over;
    at("end").hidden = !over;
    at("undo").disabled = done === 0;
    at("bar").max = count;
    at("bar").value = done;
    at("progress").textContent = `Output ${Math.min(done + 1, count)} of ${count}`;
    if (over) {
      at("end").querySelector("h1").focus();
      return;
    }
    const output = task.outputs[order()[done]];
    at("source").hidden = output.source === "";
    at("source").querySelector(".text").textContent = output.source;
    at("output").textContent = output.output;
    at("source").querySelector(".text").scrollTop = 0;
    window.scrollTo(0, 0);
    at("progress").focus({ preventScroll: true });
  };

  const label = (k) => {
    if (k >= task.labels.length || given.length >= order().length) {
      return;
    }
    given.push(task.labels[k]);
    keep();
    show();
  };
  const undo = () => {
    if (given.length) {
      given.pop();
      keep();
      show();
    }
  };

  const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const download = () => {
    // an output without a label has an empty cell: a row that is left out could not be told from one that was deleted
    const rows = order().map((number, k) => {
      const output = task.outputs[number];
      return [...output.place, ...output.kept, given[k] ?? ""];
    });
    const lines = [[...task.columns, `${task.human}@${person}`], ...rows];
    const text = lines.map((line) => line.map(cell).join(",")).join("\n");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/csv" }));
    link.download = `labels-${person.replace(/[^\p{L}\p{N}_-]/gu, "_")}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };

  const begin = (name) => {
    person = name;
    given = kept();
    at("who").hidden = true;
    at("tools").hidden = false;
    show();
  };

  task.labels.forEach((text, k) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(text);
    if (k < mostKeys) {
      const key = document.createElement("kbd");
      key.textContent = String(k + 1);
      button.append(key);
    }
    button.addEventListener("click", () => label(k));
    at("labels").append(button);
  });
  at("rubric").hidden = task.rubric === "";
  at("rubric").querySelector(".text").textContent = task.rubric;
  at("undo").addEventListener("click", undo);
  at("download").addEventListener("click", download);

  const field = document.createElement(named ? "select" : "input");
  field.id = "name";
  field.required = true;
  if (named) {
    for (const name of known) {
      field.append(new Option(name, name));
    }
  } else {
    field.maxLength = 40;
    field.pattern = "[^@,]+";
    field.title = "a name without @ and comma";
    field.autocomplete = "off";
  }
  const last = lastPerson();
  if (!named || known.includes(last)) {
    field.value = last;
  }
  at("names").append(field);
  at("who").hidden = false;
  at("who").addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) {
      begin(field.value.trim());
    }
  });
  field.focus();
  if (!named) {
    field.select();
  }

  document.addEventListener("keydown", (event) => {
    if (at("who").hidden === false || event.ctrlKey || event.metaKey || event.altKey || event.repeat) {
      return;
    }
    if (event.key === "u" || event.key === "Backspace") {
      event.preventDefault();
      undo();
    } else if (/^[1-9]$/.test(event.key)) {
      label(Number(event.key) - 1);
    }
  });
})();
