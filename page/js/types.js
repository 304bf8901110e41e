// The shapes of what engine and page exchange, for the type check.

/**
 * @typedef {{ puzzle: string, text: string, moves?: string[] }} Place
 * @typedef {{ name: string, summary: string }} Named
 * @typedef {Named & { is_informed: boolean }} Algorithm
 * @typedef {Named & { value: string }} Setting
 * @typedef {{ name: string, fewest: number }} Level
 * @typedef {{ name: string, choices: string[], least: number, most: number }} Field
 * @typedef {{ pattern: string, fields: Field[] }} LevelForm
 * @typedef {{ name: string, summary: string, example: string, formats: Named[],
 *   plan_formats: Named[], heuristics: Named[], algorithms: Algorithm[], solvers: Named[],
 *   goals: Named[], settings: Setting[], levels: Level[], level_form: LevelForm | null,
 *   reads_results: boolean, has_results: boolean }} Puzzle
 * @typedef {{ version: string, engine: string, threads: number, memory: number,
 *   max_seconds: number, default_seconds: number, plots: Named[], puzzles: Puzzle[] }} About
 *
 * @typedef {[from: number, to: number, becomes: number | null]} Travel
 * @typedef {[cell: number, ground: number | null, piece: number | null]} Change
 * @typedef {"slide" | "hop" | "merge"} Manner
 * @typedef {{ name: string, manner: Manner, travels: Travel[], changes: Change[] }} Step
 * @typedef {{ width: number, height: number, cell: number, grounds: (number | null)[],
 *   pieces: (number | null)[] }} Scene
 * @typedef {{ puzzle: string, description: string, solved: boolean,
 *   remaining?: { count: number, what: string }, state?: string, board?: Scene,
 *   reversible: boolean, goal?: { board: Scene, legal: (Step & { text: string })[] },
 *   legal: Step[], more: number, drawings: string[] }} View
 * @typedef {{ position: Place, fewest?: number, seed?: number, view: View }} Opened
 * @typedef {{ description: string, board: Scene, steps: Step[], solved: boolean,
 *   drawings: string[] }} Walk
 * @typedef {{ title: string, summary: string, axes: [string, string], labels: string[],
 *   lengths: (number | "unsolvable" | null)[], levels: (string | null)[] }} LevelGrid
 * @typedef {{ ending: string, media_type: string, text?: string, base64?: string }} Exported
 *
 * @typedef {{ status: "optimal" | "solved" | "unsolvable" | "unknown", stop: string,
 *   plan: string[] | null, cost: number | null, bound: number | null, algorithm: string,
 *   heuristic: string | null, plans: [number, boolean] | null, partial: string[] | null,
 *   headline: string, proved: string | null, stopped: string | null,
 *   solvable_goal: string | null, expanded: number, generated: number, stored: number,
 *   bytes: number, seconds: number }} Answer
 * @typedef {{ kind: string, summary: string, svg: string }} Plot
 * @typedef {{ node: number, parent: number | null, moves: number | null, h: number | null,
 *   priority: number | null, state: string | null }} TreeNode
 * @typedef {(name: string, event: any) => void} OnEvent
 * @typedef {{ done: Promise<Answer>, stop: () => void }} Search
 * @typedef {{ call: (name: string, body?: object) => Promise<any>,
 *   solve: (body: object, onEvent: OnEvent) => Search }} Engine
 *
 * @typedef {{ name: string, cells: string[], scene: Scene }} DraftBoard
 * @typedef {{ content: string, name: string, ground: number | null, piece: number | null }} Brush
 * @typedef {{ entry: "paint" | "swap" | "type", brushes: Brush[], empty: string | null,
 *   fill: string | null, stamps: { name: string, width: number, height: number, cells: string[] }[] }} Editor
 * @typedef {{ text: string, boards: DraftBoard[], editor: Editor | null, drawings: string[],
 *   position?: Place, description?: string, error?: EngineFault }} Edited
 * @typedef {{ message: string, line?: number, column?: number, length?: number }} EngineFault
 */

export {};
