import { type Verdict, wordFor } from "@leebow/core";
import { printable } from "../io/errors.ts";
import { wrap } from "./layout.ts";

/** The comparison of two readers of one file, as lines of text. */
export function verdictLines(name: string, verdict: Verdict): string[] {
  const { agreements, passed_over, differences } = verdict;
  const lines = [...agreements, ...passed_over];
  for (const { said, right, clause } of differences)
    lines.push(said, `  ${right}`, ...(clause ? [`  ${clause}.`] : []));
  return [`${printable(name)}: ${heading(verdict)}`, ...lines.flatMap(indented)];
}

function heading({ format, judge, agrees, points, judge_points, no_track }: Verdict): string {
  const kind = format.toUpperCase();
  if (judge === null) return no_track ?? `${kind}, ${pointsText(points)}. There is no second reader for ${kind} here.`;
  const found =
    no_track ?? `${kind}, ${pointsText(points)}${judge_points === null ? "" : `, ${count(judge_points)} by ${judge}`}.`;
  if (agrees === null) return `${found} There is nothing to compare.`;
  return `${found} They ${agrees ? "agree" : "differ"}.`;
}

const pointsText = (points: number): string => `${count(points)} ${wordFor(points, "point")}`;

function count(n: number): string {
  return n.toLocaleString("en-GB");
}

/** Wrapped lines with an indent of two; an existing indent is preserved. */
function indented(line: string): string[] {
  const deeper = line.startsWith("  ") ? "    " : "  ";
  return wrap(line.trim()).map((part) => deeper + part);
}
