"use strict";
// The place in the plan is a number of moves; between whole numbers pieces are on
// their path. Everything that is seen follows from it.
const byId = (id) => document.getElementById(id);
const [grounds, pieces] = [byId("grounds"), byId("pieces")];
const total = animation.moves.length;
// Each piece moves for this share of a move's time, then rests.
const MOVING = 0.72;
let place = 0;
let isPlaying = false;
let lastTime = null;

// What each move changes: for every place its drawing before and after. First come the
// places of pieces, then as many of grounds.
const board = new Array(2 * animation.cells).fill(null);
for (const [cell, drawing] of animation.start) board[cell] = drawing;
const changes = [];
{
  const cells = board.slice();
  for (const [, , travels, changed] of animation.moves) {
    const before = new Map();
    const note = (cell) => before.has(cell) || before.set(cell, cells[cell]);
    const lifted = travels.map(([from, to]) => (note(from), note(to), cells[from]));
    for (const [from] of travels) cells[from] = null;
    for (const [, to, becomes] of travels) cells[to] = becomes;
    const fading = changed.filter(([cell, now]) => (note(cell), cells[cell] !== now));
    for (const [cell, now] of changed) cells[cell] = now;
    const list = [...before].map(([cell, was]) => [cell, was, cells[cell]]);
    changes.push({ list, lifted, fading });
  }
}

const middle = (column, row) => [
  animation.margin + (column + 0.5) * animation.cell,
  animation.margin + (row + 0.5) * animation.cell,
];
const at = (place) => {
  const cell = place % animation.cells;
  return [cell % animation.columns, Math.floor(cell / animation.columns)];
};
const layer = (place) => (place < animation.cells ? pieces : grounds);

function element(drawing, [x, y]) {
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#s" + drawing);
  use.setAttribute("x", x);
  use.setAttribute("y", y);
  return use;
}

// What is at rest, one element for each place that has one.
const rest = new Array(2 * animation.cells).fill(null);
function put(cell, drawing) {
  if (rest[cell]) rest[cell].remove();
  rest[cell] = drawing === null ? null : layer(cell).appendChild(element(drawing, middle(...at(cell))));
}
board.forEach((drawing, cell) => drawing === null || put(cell, drawing));
let made = 0;
let flying = [];

function settle(target) {
  for (const { use } of flying) use.remove();
  if (flying.length) {
    for (const [cell, was] of changes[made].list) put(cell, was);
    flying = [];
  }
  while (made < target) {
    for (const [cell, , now] of changes[made].list) put(cell, now);
    made += 1;
  }
  while (made > target) {
    made -= 1;
    for (const [cell, was] of changes[made].list) put(cell, was);
  }
}

function lift() {
  const { lifted, fading } = changes[made];
  // What is new fades in over what was there; where nothing is new, the old fades out.
  for (const [cell, now] of fading) {
    if (now !== null) {
      const use = layer(cell).appendChild(element(now, middle(...at(cell))));
      flying.push({ use, isComing: true });
    } else if (rest[cell]) flying.push({ use: rest[cell], isComing: false });
  }
  animation.moves[made][2].forEach(([from, to], index) => {
    put(from, null);
    const use = pieces.appendChild(element(lifted[index], [0, 0]));
    flying.push({ use, from: at(from), to: at(to) });
  });
}

function show() {
  const whole = Math.min(Math.floor(place), total);
  const share = Math.min((place - whole) / MOVING, 1);
  if (made !== whole || (share === 0 && flying.length)) settle(whole);
  if (share > 0 && whole < total) {
    if (!flying.length) lift();
    const eased = share * share * (3 - 2 * share);
    const isHop = animation.moves[whole][1] === "hop";
    for (const { use, from, to, isComing } of flying) {
      if (!from) {
        use.setAttribute("opacity", isComing ? eased : 1 - eased);
        continue;
      }
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const rise = isHop ? Math.min(0.3 + 0.06 * Math.hypot(dx, dy), 0.6) * 4 * eased * (1 - eased) : 0;
      const [x, y] = middle(from[0] + dx * eased, from[1] + dy * eased - rise);
      use.setAttribute("x", x);
      use.setAttribute("y", y);
    }
  }
  const current = Math.ceil(place);
  const name = current > 0 ? ": " + animation.moves[current - 1][0] : "";
  byId("count").textContent = `move ${current} of ${total}${name}`;
  byId("place").value = place;
  byId("first").disabled = byId("back").disabled = place <= 0;
  byId("end").disabled = byId("next").disabled = place >= total;
}

const shapes = {
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  back: "M18 4v16L6 12z",
  play: "M6 3l14 9-14 9z",
  stop: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M6 4v16l12-8z",
  end: "M16 4h3v16h-3zM4 4v16l11-8z",
  theme: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 5v14a7 7 0 0 1 0-14z",
};
function draw(id, shape) {
  byId(id).innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${shapes[shape]}"/></svg>`;
}
for (const id of ["first", "back", "play", "next", "end", "theme"]) draw(id, id);

const speed = () => 2 ** Number(byId("speed").value);
function tick(time) {
  if (!isPlaying) return;
  if (lastTime !== null) place = Math.min(place + ((time - lastTime) / 1000) * speed(), total);
  lastTime = time;
  show();
  if (place >= total) stop();
  else requestAnimationFrame(tick);
}
function play() {
  if (place >= total) place = 0;
  isPlaying = total > 0;
  lastTime = null;
  draw("play", "stop");
  requestAnimationFrame(tick);
}
function stop() {
  isPlaying = false;
  draw("play", "play");
}
// A step is played as it would be, up to the next whole number.
function step(by) {
  stop();
  const target = by > 0 ? Math.min(Math.floor(place) + 1, total) : Math.max(Math.ceil(place) - 1, 0);
  const from = place;
  const pace = Math.max(speed(), 2) / 1000;
  let begun = null;
  const moving = Symbol();
  stepping = moving;
  const frame = (time) => {
    if (stepping !== moving || isPlaying) return;
    begun ??= time;
    const gone = (time - begun) * pace;
    place = by > 0 ? Math.min(from + gone, target) : Math.max(from - gone, target);
    show();
    if (place !== target) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
let stepping = null;
function jump(to) {
  stop();
  stepping = null;
  place = to;
  show();
}
function turn() {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}
const toggle = () => (isPlaying ? stop() : ((stepping = null), play()));

byId("place").max = total;
byId("place").addEventListener("input", (event) => jump(Number(event.target.value)));
byId("place").addEventListener("change", (event) => jump(Math.round(Number(event.target.value))));
byId("speed").value = Math.log2(animation.speed);
byId("first").onclick = () => jump(0);
byId("back").onclick = () => step(-1);
byId("play").onclick = toggle;
byId("next").onclick = () => step(1);
byId("end").onclick = () => jump(total);
byId("theme").onclick = turn;
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    " ": toggle,
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => jump(0),
    End: () => jump(total),
    t: turn,
  };
  // The slider for the speed keeps its arrows.
  if (event.target.id === "speed" && event.key !== " " && event.key !== "t") return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
show();
