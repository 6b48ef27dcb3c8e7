// Files by drop, paste or button. A zone hands them to its <input type=file>; a textarea takes the text of one.
import { onContent } from "./content.js";

/**
 * @param {number} count
 * @returns {string}
 */
function writeSize(count) {
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB"];
  let size = count / 1000;
  while (size >= 999.95 && units.length > 1) {
    size /= 1000;
    units.shift();
  }
  return `${size.toFixed(1).replace(/\.0$/, "")} ${units[0]}`;
}

/**
 * The largest file that a zone or textarea takes.
 * @param {HTMLElement} zone
 */
const mostBytes = (zone) => Number(zone.dataset.mostBytes ?? Infinity);

/**
 * Text as files have it: UTF-8, or UTF-16 that says so; a byte order mark is no text.
 * @param {ArrayBuffer} bytes
 * @returns {string}
 */
export function decodeText(bytes) {
  const start = new Uint8Array(bytes.slice(0, 2));
  const isWide = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  const encoding = isWide ? (start[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes).replaceAll("\r\n", "\n");
}

/**
 * @param {HTMLElement} zone
 * @param {(files: File[]) => void} take
 */
function acceptDrops(zone, take) {
  /** @param {DragEvent} event */
  const carriesFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  zone.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", (event) => {
    if (!(event.relatedTarget instanceof Node && zone.contains(event.relatedTarget))) zone.classList.remove("over");
  });
  zone.addEventListener("drop", (event) => {
    zone.classList.remove("over");
    if (!carriesFiles(event)) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  });
  zone.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!files.length || event.clipboardData?.types.includes("text/plain")) return; // spreadsheets paste pictures too
    event.preventDefault();
    take(files);
  });
}

/** @param {HTMLTextAreaElement} area */
function fillByFiles(area) {
  const status = area.parentElement?.querySelector("[data-drop-status]");
  /** @param {string} words */
  const say = (words) => { if (status) status.textContent = words; };
  acceptDrops(area, async ([file, ...others]) => {
    if (!file) return;
    if (file.size > mostBytes(area)) {
      say(`${file.name} has ${writeSize(file.size)}, more than ${writeSize(mostBytes(area))}. It was not read. Use the page Systems for large files.`);
      return;
    }
    let text;
    try {
      text = decodeText(await file.arrayBuffer());
    } catch {
      text = "\0";
    }
    if (text.includes("\0")) {
      say(`${file.name} is not plain text in UTF-8. It was not read. Save it as UTF-8, or use the page Spreadsheet.`);
      return;
    }
    area.value = text.replace(/\n$/, "");
    area.dispatchEvent(new Event("input", { bubbles: true }));
    say(`${file.name}, ${writeSize(file.size)}${others.length ? `; of ${others.length + 1} files the first` : ""}`);
  });
  area.addEventListener("input", (event) => { if (event.isTrusted) say(""); });
}

/** @param {HTMLElement} zone */
function collectFiles(zone) {
  const input = zone.querySelector("input[type=file]");
  const list = zone.querySelector("[data-files]");
  const status = zone.querySelector("[data-drop-status]");
  const button = zone.querySelector("[data-choose]");
  if (!(input instanceof HTMLInputElement) || !(list instanceof HTMLElement) || !(button instanceof HTMLElement) || !status) return;
  /** @type {File[]} */
  let chosen = [];
  zone.classList.add("scripted");

  /** @param {File} file */
  const row = (file) => {
    const item = document.createElement("li");
    const name = document.createElement("bdi");
    name.className = "name";
    name.textContent = file.name;
    const size = document.createElement("span");
    const isLarge = file.size > mostBytes(zone);
    item.classList.toggle("wrong", isLarge);
    size.className = "size";
    size.textContent = isLarge ? `${writeSize(file.size)}, too large` : writeSize(file.size);
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "Remove";
    remove.setAttribute("aria-label", `Remove ${file.name}`);
    remove.addEventListener("click", () => {
      hold(chosen.filter((one) => one !== file));
      button.focus();
    });
    item.append(name, size, remove);
    return item;
  };

  /** @param {File[]} files */
  const hold = (files) => {
    chosen = files;
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
    list.replaceChildren(...files.map(row));
    list.hidden = !files.length;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const what = files.length > 1 ? `The files have ${writeSize(size)} together` : `The file has ${writeSize(size)}`;
    const problem = size > mostBytes(zone) ? `${what}, more than ${writeSize(mostBytes(zone))}. Nothing is sent. Remove or split some.` : "";
    status.textContent = problem;
    input.setCustomValidity(problem);
    if (files.length && !problem) zone.dispatchEvent(new Event("change", { bubbles: true }));
  };

  /** @param {File[]} files */
  const add = (files) => {
    const isSame = (/** @type {File} */ one, /** @type {File} */ other) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
    if (input.multiple) hold([...chosen, ...files.filter((file) => !chosen.some((one) => isSame(one, file)))]);
    else if (files[0]) hold([files[0]]);
  };

  button.addEventListener("click", () => input.click());
  input.tabIndex = -1; // its button is in the order of tabs
  input.addEventListener("change", (event) => {
    event.stopPropagation();
    add([...(input.files ?? [])]);
  });
  acceptDrops(zone, add);
}

onContent((root) => {
  for (const zone of root.querySelectorAll("[data-drop]")) {
    if (zone instanceof HTMLTextAreaElement) fillByFiles(zone);
    else if (zone instanceof HTMLElement) collectFiles(zone);
  }
});

// a file that misses its zone must not take the place of the page
for (const name of ["dragover", "drop"]) {
  document.addEventListener(name, (event) => {
    if (event instanceof DragEvent && event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
}
