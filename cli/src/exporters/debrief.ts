import {
  DEBRIEF_PART_TEXT,
  type Debrief,
  type DebriefBudget,
  type DebriefFinding,
  type FileAnalysis,
  halfWidth90,
  type SessionOfTarget,
  sessionOfTargetWords,
} from "@leebow/core";
import { type Failure, printable } from "../io/errors.ts";
import type { TargetHead } from "../io/target-file.ts";
import type { TableOrJson } from "./layout.ts";
import { number, Rows, wrap } from "./layout.ts";

/** The debrief of a session, and the recordings that could not be read for it. */
export interface DebriefResult {
  engine: string;
  session: Pick<FileAnalysis, "name" | "boat_class" | "start_time" | "end_time" | "time_zone">;
  debrief: Debrief;
  /** The session against a polar file; absent without one. */
  target?: SessionOfTarget & TargetHead;
  failed: readonly Failure[];
}

export function debriefText(format: TableOrJson, result: DebriefResult): string {
  return format === "json" ? `${JSON.stringify(result, null, 1)}\n` : debriefTable(result);
}

/** What was found and where the distance went, in lines of at most 100 characters. */
function debriefTable({ debrief, target }: DebriefResult): string {
  const { head, notes, findings, went_well, potentials, no_finding, little, budgets, not_shown } = debrief;
  const lines = [
    ...wrap(head.text),
    ...(target ? wrap(printable(targetWords(target))) : []),
    ...notes.flatMap((note) => wrap(note)),
    ...titled("What cost most", findings.flatMap(findingLines)),
    ...(no_finding ? ["", ...wrap(no_finding)] : []),
    ...(not_shown > 0 && findings.length + went_well.length > 0
      ? wrap(`Compared and not shown, because within chance or told by another: ${not_shown}.`)
      : []),
    ...titled("What went well", went_well.flatMap(findingLines)),
    ...titled(
      "If you always sailed as in your best third",
      potentials.flatMap(({ text }) => wrap(text)),
    ),
    ...budgets.flatMap((budget) => ["", ...budgetLines(budget)]),
    ...missingLines(debrief),
    ...(little.text ? titled(little.text, littleLines(debrief)) : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** With what is missing where there are no figures. */
const targetWords = (target: SessionOfTarget): string =>
  sessionOfTargetWords(target) +
  (target.missing === "wind_speed" ? " Give a wind log with --wind, or a speed with --tws." : "");

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ["", title, ...lines.map((line) => `  ${line}`)] : [];

const findingLines = ({ text, detail, compared_with }: DebriefFinding): string[] =>
  [text, detail, `Compared with: ${compared_with}`].flatMap((line) => (line ? wrap(line, 94) : []));

function budgetLines({ text, bands }: DebriefBudget): string[] {
  const rows = new Rows([8, 18, -9, -7]);
  rows.add(["", "", "lost, m", "± m"]);
  for (const { band, parts, lost_m, lost_sd_m } of bands) {
    const name = band === "up" ? "Upwind" : "Downwind";
    parts.forEach((part, i) => {
      rows.add([
        i === 0 ? name : "",
        DEBRIEF_PART_TEXT[part.code],
        number(part.lost_m, 0),
        number(halfWidth90(part.sd_m), 0),
      ]);
    });
    rows.add(["", "in all", number(lost_m, 0), number(halfWidth90(lost_sd_m), 0)]);
  }
  return [...wrap(text), ...rows.lines().map((line) => `  ${line}`)];
}

/** Why there is no comparison. */
function missingLines({ references }: Debrief): string[] {
  const reasons = references.flatMap(({ label, reason }) => (reason ? wrap(`${label}: ${reason}`) : []));
  return reasons.length > 0 ? ["", ...reasons] : [];
}

const littleLines = ({ little }: Debrief): string[] =>
  little.rows.map(({ label, have, need }) => `${label}: ${number(have, 0)} of ${number(need, 0)}`);
