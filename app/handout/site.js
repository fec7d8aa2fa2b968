"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const field = document.getElementById("words"), found = document.getElementById("found");
const hits = document.getElementById("hits"), contents = document.querySelector("main");
const most = 50, around = 90;  // hits that are listed; letters that are shown before what was found

// Small letters without accents, quotation marks and dashes as a keyboard has them. Each is as long as what it stands
// for, so that a place in one text is the same place in the other.
const plainLetters = new Map([["’", "'"], ["‘", "'"], ["“", "\""], ["”", "\""], ["–", "-"], ["—", "-"], ["−", "-"], ["\u00a0", " "]]);
function plainLetter(letter) {
  if (!plainLetters.has(letter)) {
    const small = letter.normalize("NFD")[0].toLowerCase();
    plainLetters.set(letter, small.length === letter.length ? small : letter);
  }
  return plainLetters.get(letter);
}
function plain(text) {
  return text.replace(/[^\x00-\x7f]/g, plainLetter).toLowerCase();
}
// Each of them is to be found: the words of the field, and what is in quotation marks as one.
function termsOf(words) {
  return Array.from(plain(words).matchAll(/"([^"]+)"?|([^\s"]+)/g), each => each[1] ?? each[2]);
}

// What a step is found by, with what a find counts there.
const steps = data.lessons.flatMap(lesson => lesson.steps.map(([title, text, hidden], i) => ({
  lesson: lesson.title, title: title, text: text, number: i + 1, address: lesson.page + "#step-" + (i + 1),
  seen: [title, text, lesson.title].map(plain).join("\n"),
  parts: [[plain(title), 8], [plain(text), 2], [plain(hidden), 1], [plain(lesson.title), 1]],
})));

function isLetter(letter) {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
}
// 0: not there; more where it begins a word, or is one.
function scoreIn(text, term) {
  let best = 0;
  for (let at = text.indexOf(term); at >= 0 && best < 4; at = text.indexOf(term, at + 1))
    best = Math.max(best, isLetter(text[at - 1]) ? 1 : isLetter(text[at + term.length]) ? 2 : 4);
  return best;
}
function scoreOf(step, terms) {
  let all = 0;
  for (const term of terms) {
    const one = step.parts.reduce((sum, [text, weight]) => sum + weight * scoreIn(text, term), 0);
    if (one === 0) return 0;
    all += one;
  }
  return all;
}

// The terms within the text are marked. It is text: nothing of it is read as a tag.
function marked(parent, text, terms) {
  const low = plain(text), places = [];
  for (const term of terms)
    for (let at = low.indexOf(term); at >= 0; at = low.indexOf(term, at + term.length)) places.push([at, at + term.length]);
  places.sort((a, b) => a[0] - b[0]);
  let done = 0;
  for (const [from, to] of places) {
    if (from < done) continue;
    parent.append(text.slice(done, from));
    part(parent, "mark").textContent = text.slice(from, to);
    done = to;
  }
  parent.append(text.slice(done));
}
// The words around the first term; the beginning where it has none.
function pieceOf(text, terms) {
  const low = plain(text), places = terms.map(term => low.indexOf(term)).filter(at => at >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  let from = Math.max(0, at - around), to = Math.min(text.length, at + 2 * around);
  if (from > 0) from = text.lastIndexOf(" ", from) + 1;
  if (to < text.length) to = Math.max(text.lastIndexOf(" ", to), from);
  return (from > 0 ? "… " : "") + text.slice(from, to) + (to < text.length ? " …" : "");
}
function filled(words, ...values) {
  return values.reduce((text, value) => text.replace("{}", () => value), words);
}
function part(parent, tag, name) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  parent.append(made);
  return made;
}
function list(step, terms) {
  const link = part(part(hits, "li"), "a");
  link.href = step.address;
  marked(part(link, "b"), step.title, terms);
  part(link, "span", "where").textContent = filled(data.words.where, step.lesson, step.number);
  marked(part(link, "span"), pieceOf(step.text, terms), terms);
  if (!terms.every(term => step.seen.includes(term))) part(link, "span", "where").textContent = data.words.hidden;
}

function search() {
  const terms = termsOf(field.value);
  contents.hidden = terms.length > 0;
  hits.replaceChildren();
  found.textContent = "";
  if (terms.length === 0) return;
  const scored = steps.map(step => [scoreOf(step, terms), step]).filter(each => each[0] > 0);
  scored.sort((a, b) => b[0] - a[0]);
  for (const [, step] of scored.slice(0, most)) list(step, terms);
  const words = data.words;
  found.textContent = scored.length === 0 ? words.none : scored.length === 1 ? words.one
    : scored.length <= most ? filled(words.several, scored.length) : filled(words.many, most, scored.length);
}

// What was searched for stands in the address, so that the browser's way back leads to the same list.
function takeAddress() {
  const given = /^#search=(.*)$/.exec(location.hash);
  let words = "";
  try {
    words = given === null ? "" : decodeURIComponent(given[1]);
  } catch {
    words = "";  // no address of ours
  }
  if (words !== field.value.trim()) field.value = words;
  search();
  if (given !== null && words === "") field.focus();
}
field.addEventListener("input", () => {
  const words = field.value.trim();
  history.replaceState(null, "", words === "" ? location.pathname : "#search=" + encodeURIComponent(words));
  search();
});
window.addEventListener("hashchange", takeAddress);
window.addEventListener("pageshow", takeAddress);

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const links = Array.from(hits.querySelectorAll("a")), at = links.indexOf(document.activeElement);
  const typing = document.activeElement === field;
  let to = null;
  if (event.key === "/" && !typing) to = field;
  else if (event.key === "ArrowDown" && (at >= 0 || typing)) to = links[at + 1];
  else if (event.key === "ArrowUp" && at >= 0) to = at === 0 ? field : links[at - 1];
  else if (event.key === "Enter" && typing && links.length > 0) links[0].click();
  else if (event.key === "Escape" && (at >= 0 || typing)) {
    field.value = "";
    field.dispatchEvent(new Event("input"));
    to = field;
  } else return;
  event.preventDefault();
  if (to) to.focus();
});

// On paper the steps of all lessons are listed.
let opened = [];
window.addEventListener("beforeprint", () => {
  opened = Array.from(document.querySelectorAll("details:not([open])"));
  opened.forEach(each => { each.open = true; });
});
window.addEventListener("afterprint", () => opened.forEach(each => { each.open = false; }));

document.querySelector(".search").hidden = false;
takeAddress();
