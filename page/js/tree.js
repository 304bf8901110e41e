// The tree of a small search, with the board of the node under the pointer.

/** @import { Answer, Engine, Place, TreeNode } from "./types.js" */
import { Board, adopt } from "./board.js";
import { h, s } from "./dom.js";

const ROW = 22;
const MAX_WIDTH = 900;

export class Tree {
  /**
   * @param {Engine} engine
   * @param {string} suffix tells the elements of two trees apart
   */
  constructor(engine, suffix) {
    this.engine = engine;
    this.suffix = suffix;
    this.asked = 0;
  }

  /**
   * @param {HTMLElement} host
   * @param {TreeNode[]} nodes
   * @param {Answer} answer
   * @param {Place} position
   */
  show(host, nodes, answer, position) {
    const known = new Map(nodes.map((node) => [node.node, node]));
    /** @type {Map<number | null, TreeNode[]>} */
    const children = new Map();
    for (const node of nodes) {
      const parent = node.parent !== null && known.has(node.parent) ? node.parent : null;
      children.set(parent, [...(children.get(parent) ?? []), node]);
    }
    // Leaves one beside another, each parent over the middle of its children. No
    // recursion: a search can be as deep as it is long.
    /** @type {Map<number, [number, number]>} */
    const places = new Map();
    let leaves = 0;
    const roots = children.get(null) ?? [];
    /** @type {{ node: TreeNode, depth: number, isOpen: boolean }[]} */
    const stack = roots.map((node) => ({ node, depth: 0, isOpen: false })).reverse();
    while (stack.length) {
      const top = stack[stack.length - 1];
      const below = children.get(top.node.node) ?? [];
      if (!top.isOpen && below.length) {
        top.isOpen = true;
        stack.push(...below.map((node) => ({ node, depth: top.depth + 1, isOpen: false })).reverse());
        continue;
      }
      stack.pop();
      const xs = below.map(({ node }) => /** @type {[number, number]} */ (places.get(node))[0]);
      const x = xs.length ? (xs[0] + xs[xs.length - 1]) / 2 : leaves++;
      places.set(top.node.node, [x, top.depth]);
    }
    const depth = Math.max(...[...places.values()].map(([, y]) => y)) + 1;
    const step = Math.min(16, MAX_WIDTH / Math.max(leaves, 1));
    const at = (/** @type {number} */ node) => {
      const [x, y] = places.get(node) ?? [0, 0];
      return [(x + 0.5) * step, (y + 0.5) * ROW];
    };
    const end = nodes.find(({ moves, h }) => h === 0 && moves === answer.cost);
    const path = new Set();
    for (let node = end; node; node = node.parent === null ? undefined : known.get(node.parent)) path.add(node.node);
    const edges = nodes.filter(({ parent }) => parent !== null && places.has(parent)).map(({ node, parent }) => {
      const [[x0, y0], [x1, y1]] = [at(/** @type {number} */ (parent)), at(node)];
      const isOn = path.has(node);
      return s("path", { class: isOn ? "edge on" : "edge", d: `M${x0} ${y0}C${x0} ${(y0 + y1) / 2} ${x1} ${(y0 + y1) / 2} ${x1} ${y1}` });
    });
    const r = Math.max(1.5, Math.min(4.5, step / 2.2));
    const dots = nodes.map(({ node }) => {
      const [cx, cy] = at(node);
      return s("circle", { class: path.has(node) ? "node on" : "node", cx, cy, r, "data-node": node });
    });
    const width = Math.max(leaves * step, 40);
    // A small tree is not blown up.
    const svg = s("svg", { viewBox: `0 0 ${width} ${depth * ROW}`, width: 1.5 * width, role: "img", "aria-label": `Search tree of ${nodes.length} nodes` }, ...edges, ...dots);
    const preview = h("div", { class: "board preview", id: `preview${this.suffix}` });
    const about = h("p", { class: "hint", id: `node${this.suffix}` }, "Point at a node to see its board, or step through the nodes with the arrow keys.");
    const board = new Board(preview);
    preview.hidden = true;
    let shown = -1;
    const look = async (/** @type {TreeNode | undefined} */ node) => {
      if (!node?.state) return;
      svg.querySelector(".looked")?.classList.remove("looked");
      shown = nodes.indexOf(node);
      dots[shown].classList.add("looked");
      about.textContent = `Node ${node.node}: ${node.moves} moves made, at least ${node.h ?? "–"} to go`;
      const asked = ++this.asked;
      const opened = await this.engine.call("open", { puzzle: position.puzzle, text: node.state });
      if (asked !== this.asked) return;
      preview.hidden = false;
      board.show(opened.view.board, adopt(opened.view.drawings));
    };
    const point = (/** @type {Event} */ { target }) => {
      const number = /** @type {Element} */ (target).getAttribute?.("data-node");
      if (number) look(known.get(Number(number)));
    };
    svg.addEventListener("pointerover", point);
    svg.addEventListener("click", point);
    const press = (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      look(nodes[Math.min(Math.max(shown + by, 0), nodes.length - 1)]);
    };
    host.append(h("section", { class: "tree", id: `tree${this.suffix}` }, h("h2", {}, "Search tree"), about, preview, h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Search tree", onkeydown: press }, svg)));
  }
}
