/** Circles between folders (ARCHITECTURE.md, invariant 2). */
import { dirname } from "node:path";

/**
 * The shortest circle through each folder that imports itself by way of others, a sentence each, every circle once.
 * `imports`: pairs of a file and a file that it imports, as paths below one root. A folder does not contain its subfolders.
 */
export function folderCircles(imports) {
  /** Of a folder, the folders it imports, each with the pair that does. */
  const edges = new Map();
  for (const pair of imports) {
    const [from, to] = pair.map((file) => dirname(file));
    if (from === to) continue;
    const targets = edges.get(from) ?? edges.set(from, new Map()).get(from);
    if (!targets.has(to)) targets.set(to, pair);
  }
  const circles = new Map();
  for (const folder of [...edges.keys()].sort()) {
    const steps = shortestCircle(edges, folder);
    const key = steps
      ?.map(([file]) => dirname(file))
      .sort()
      .join();
    if (steps && !circles.has(key)) circles.set(key, steps);
  }
  return [...circles.values()].map(
    (steps) => `circle of folders: ${steps.map(([file, imported]) => `${file} imports ${imported}`).join(", ")}`,
  );
}

/** The imports along the shortest way from a folder back to itself; null without one. */
function shortestCircle(edges, folder) {
  const ways = [[folder, []]];
  const seen = new Set();
  for (const [at, steps] of ways) {
    for (const [next, pair] of edges.get(at) ?? []) {
      if (next === folder) return [...steps, pair];
      if (!seen.has(next)) ways.push([next, [...steps, pair]]);
      seen.add(next);
    }
  }
  return null;
}
