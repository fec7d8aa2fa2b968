"use strict";
const steps = Array.from(document.querySelectorAll(".step"));
const links = Array.from(document.querySelectorAll(".contents a"));
const back = document.getElementById("back"), on = document.getElementById("on");
let now = 0;

// One step at a time; without this script, and on paper, all of them are shown.
function show(step, told) {
  now = Math.max(0, Math.min(steps.length - 1, step));
  steps.forEach((each, i) => each.classList.toggle("now", i === now));
  links.forEach((each, i) => i === now ? each.setAttribute("aria-current", "step") : each.removeAttribute("aria-current"));
  document.getElementById("place").textContent = (now + 1) + " / " + steps.length;
  back.disabled = now === 0;
  on.disabled = now === steps.length - 1;
  leaveCell();
  if (told && location.hash !== "#step-" + (now + 1)) location.hash = "step-" + (now + 1);
  window.scrollTo(0, 0);
}
function stepOfAddress() {
  const found = /^#step-(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) - 1 : 0;
}
function move(by) {
  if (now + by >= 0 && now + by < steps.length) show(now + by, true);
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const held = event.target instanceof Element && event.target.closest("summary, button, a, .plate:focus");
  const along = event.key === "ArrowRight" || event.key === "ArrowLeft";
  const wide = event.target instanceof Element ? event.target.closest(".plate, .table, .formula") : null;
  if (along && wide !== null && wide.scrollWidth > wide.clientWidth) return;  // it is moved to its other end
  let act = null;
  if (event.key === "ArrowRight" || event.key === "PageDown") act = () => move(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") act = () => move(-1);
  else if (event.key === "Home") act = () => show(0, true);
  else if (event.key === "End") act = () => show(steps.length - 1, true);
  else if (event.key === " " && !held) {
    const below = window.innerHeight + window.scrollY < document.documentElement.scrollHeight - 4;
    if (event.shiftKey) act = () => move(-1);
    else if (!below) act = () => move(1);
  }
  if (act === null) return;
  event.preventDefault();
  act();
});
back.addEventListener("click", () => move(-1));
on.addEventListener("click", () => move(1));
links.forEach(each => each.addEventListener("click", () => { document.querySelector(".contents").open = false; }));
window.addEventListener("hashchange", () => show(stepOfAddress(), false));

// The cell under the mouse: its number, and the names of its row and column.
const cells = JSON.parse(document.getElementById("cells").textContent);
for (const figure of Object.values(cells)) for (const map of figure.maps) map.values = map.values.split(" ");
const tip = document.getElementById("cell"), mark = document.getElementById("mark");
function leaveCell() {
  tip.hidden = mark.hidden = true;
}
function within(x, y, r) {
  return x >= r[0] && y >= r[1] && x < r[0] + r[2] && y < r[1] + r[3];
}
function cellAt(figure, x, y) {
  for (let i = figure.maps.length - 1; i >= 0; --i) {
    const map = figure.maps[i], r = map.rect;
    if (!within(x, y, r) || !within(x, y, map.seen)) continue;
    const row = Math.floor((y - r[1]) / r[3] * map.rows), col = Math.floor((x - r[0]) / r[2] * map.cols);
    const value = map.values[row * map.cols + col];
    if (value !== undefined && value !== "") return {map: map, row: row, col: col, value: value};
  }
  return null;
}
function line(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  tip.append(made);
}
function point(event, svg) {
  const figure = cells[svg.id], box = svg.getBoundingClientRect(), scale = box.width / figure.width;
  const found = cellAt(figure, (event.clientX - box.left) / scale, (event.clientY - box.top) / scale);
  if (found === null) return leaveCell();
  const map = found.map, r = map.rect, width = r[2] / map.cols * scale, height = r[3] / map.rows * scale;
  tip.replaceChildren();
  line("b", found.value);
  const names = [map.row_names[found.row], map.col_names[found.col]].filter(name => name !== undefined && name !== "");
  if (names.length > 0) line("div", names.join(" → "));
  line("div", map.name);
  const left = box.left + r[0] * scale + found.col * width, top = box.top + r[1] * scale + found.row * height;
  Object.assign(mark.style, {left: left + "px", top: top + "px", width: width + "px", height: height + "px"});
  tip.hidden = mark.hidden = false;
  const x = Math.min(left + width + 8, window.innerWidth - tip.offsetWidth - 4);
  const below = top + height + 8, y = below + tip.offsetHeight < window.innerHeight ? below : top - tip.offsetHeight - 8;
  Object.assign(tip.style, {left: Math.max(4, x) + "px", top: Math.max(4, y) + "px"});
}
document.querySelectorAll(".sheet svg").forEach(svg => {
  svg.addEventListener("pointermove", event => point(event, svg));
  svg.addEventListener("pointerdown", event => point(event, svg));
  svg.addEventListener("pointerleave", leaveCell);
});
window.addEventListener("scroll", leaveCell, true);

document.documentElement.classList.add("stepping");
show(stepOfAddress(), false);
