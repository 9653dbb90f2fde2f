import {
  averagedOf,
  type FileAnalysis,
  isCounted,
  LOSS_BASIS_TEXT,
  type LossBasis,
  leastLoss,
  lossHalfWidth90,
  type Maneuver,
  PLUS_MINUS_MEANING,
  type SegmentKind,
} from "@leebow/core";
import { printable } from "../errors.ts";
import type { Exporter, Setting } from "./exporter.ts";
import { bold, dim, median, number, Rows, words } from "./layout.ts";
import { fleetLines } from "./table-fleets.ts";
import { damageLines, headLines } from "./table-head.ts";
import { recordLines } from "./table-records.ts";
import { straightLines } from "./table-straights.ts";
import { clockOf } from "./time.ts";

const HEADS = ["Maneuver", "Time", "Tack", "Angle", "Entry kn", "Min kn", "Exit kn", "Loss 80 m", "Loss m", "Note"];
/** Column widths; a line has at most 100 characters. Negative widths align to the right. */
const LOSS_WIDTH = 11;
const WIDTHS = [14, 8, 5, -5, -5, -5, -5, -LOSS_WIDTH, -6, 16];

/** Numeric columns of the table and of its lines of medians. */
const NUMBERS: ((maneuver: Maneuver) => number | null)[] = [
  (m) => m.angle_deg,
  (m) => m.entry_speed_kn,
  (m) => m.min_speed_kn,
  (m) => m.exit_speed_kn,
  (m) => m.loss_80_m,
  (m) => m.loss_og_m,
];
const DIGITS = [0, 1, 1, 1, 1, 1];

/** Text tables: per file a heading, the maneuvers, the straights and the damage; at the end what ± means. */
export function tableExporter({ coloured, fleets }: Setting): Exporter {
  const every: Maneuver[] = [];
  let files = 0;
  let hasPlusMinus = fleets?.some(({ wind }) => wind !== null) ?? false;
  return {
    begin: () => (fleets === undefined ? "" : `${fleetLines(fleets, coloured).join("\n")}\n\n`),
    file(report, pointsFile) {
      files += 1;
      every.push(...report.maneuvers);
      const lines = [
        bold(printable(report.name), coloured),
        ...indent(headLines(report)),
        ...indent(recordLines(report)),
        ...indent(maneuverLines(report, coloured)),
        ...indent(straightLines(report, coloured)),
        ...indent(damageLines(report)),
        ...(pointsFile ? [`  Every fix: ${printable(pointsFile)}`] : []),
      ];
      hasPlusMinus ||= lines.some((line) => line.includes("±"));
      return `${files > 1 ? "\n" : ""}${lines.join("\n")}\n`;
    },
    end: () =>
      [
        ...(files > 1 ? ["", ...medianLines(every, files, coloured)] : []),
        ...explanations(every, hasPlusMinus).map((line) => dim(line, coloured)),
      ]
        .map((line) => `${line}\n`)
        .join(""),
  };
}

/** What the signs in the tables mean, after an empty line; empty without signs. */
function explanations(every: readonly Maneuver[], hasPlusMinus: boolean): string[] {
  const lines = [
    ...(hasPlusMinus ? [PLUS_MINUS_MEANING] : []),
    ...(every.every(isCounted) ? [] : ["Maneuvers in brackets are listed but not counted."]),
    ...(every.some((m) => leastLoss(m) !== null)
      ? ["> is the loss up to the moment at which the recovery was interrupted."]
      : []),
  ];
  return lines.length > 0 ? ["", ...lines] : [];
}

function maneuverLines(report: FileAnalysis, coloured: boolean): string[] {
  if (report.maneuvers.length === 0) return [];
  const clock = clockOf(report.time_zone);
  const rows = new Rows(WIDTHS);
  rows.add(HEADS.map((head) => head.replace(/ (kn|m)$/, "")));
  rows.add(["", clock.zone, "", "°", "kn", "kn", "kn", "m", "m", ""]);
  for (const maneuver of report.maneuvers) rows.add(cells(maneuver, clock.time(maneuver.time)));
  const [head = "", units = "", ...body] = rows.lines();
  return ["", dim(head, coloured), dim(units, coloured), ...body, ...medians(report.maneuvers, coloured)];
}

function cells(m: Maneuver, time: string): string[] {
  const [angle, entry, min, exit, loss80, lossOg] = NUMBERS.map((value, i) => number(value(m), DIGITS[i]!));
  const least_m = leastLoss(m);
  const lost = least_m === null ? loss80! + plusMinus(m) : atLeast(least_m);
  const name = isCounted(m) ? m.name : `(${m.name})`;
  return [name, time, sides(m), angle!, entry!, min!, exit!, lost, lossOg!, note(m)];
}

/** As wide as " ± 1.2", so that losses without an interval line up. */
const NO_INTERVAL = " ".repeat(6);

/** ">19.5" in line with the losses that have an interval, as far as the column is wide enough. */
function atLeast(loss_m: number): string {
  const text = `>${number(loss_m, 1)}`;
  return text + NO_INTERVAL.slice(0, Math.max(0, LOSS_WIDTH - text.length));
}

/** Half the width of the loss's 90 % interval, padded so that the column lines up; empty when unknown. */
function plusMinus(m: Maneuver): string {
  const half_width_m = lossHalfWidth90(m);
  return half_width_m === null ? "" : ` ±${half_width_m.toFixed(1).padStart(4)}`;
}

function sides({ from_side, to_side }: Maneuver): string {
  const letter = (side: string | null) => (side === null ? "?" : side === "port" ? "P" : "S");
  if (from_side === null && to_side === null) return "";
  return from_side === to_side ? letter(from_side) : `${letter(from_side)} > ${letter(to_side)}`;
}

/** Why it is not counted, not averaged or has no loss, what its loss is a loss of, and its flags: the ids as words. */
function note({ kind, not_counted_reason, left_out_reason, no_loss_reason, loss_basis, flags }: Maneuver): string {
  const isImplied = left_out_reason === "not_counted" || left_out_reason === "no_loss";
  // The reason for the missing loss says more than this flag.
  const others = flags.filter((flag) => no_loss_reason === null || flag !== "not_recovered");
  const ids = [not_counted_reason, isImplied ? null : left_out_reason, no_loss_reason, ...others];
  const said = [...new Set(ids.filter((id) => id !== null))].map(words);
  const isOnReach = loss_basis === "speed" && (kind === "tack" || kind === "gybe");
  return [...said, ...(isOnReach ? [LOSS_BASIS_TEXT.speed] : [])].join(", ");
}

/** Kinds with a line of medians, and their plurals. */
const AVERAGED: readonly (readonly [SegmentKind, string])[] = [
  ["tack", "tacks"],
  ["gybe", "gybes"],
  ["turn", "turns"],
];

/** A line of medians for each kind and basis of losses with at least two maneuvers that take part in averages. */
function medians(maneuvers: Maneuver[], coloured: boolean): string[] {
  const rows = new Rows(WIDTHS);
  for (const [kind, title] of AVERAGED) {
    const averaged = averagedOf(maneuvers, kind);
    for (const basis of ["vmg", "speed"] as const) {
      const group = averaged.filter(({ loss_basis }) => loss_basis === basis);
      if (group.length >= 2) rows.add(medianCells(group, title, kind === "turn" ? null : basis));
    }
  }
  return rows.lines().map((line) => bold(line, coloured));
}

function medianCells(group: Maneuver[], title: string, basis: LossBasis | null): string[] {
  const [angle, entry, min, exit, loss80, lossOg] = NUMBERS.map((value, i) =>
    number(median(group.map(value)), DIGITS[i]!),
  );
  const room = group.some((m) => plusMinus(m) !== "") && loss80 !== "" ? NO_INTERVAL : "";
  const note = basis === null ? "" : LOSS_BASIS_TEXT[basis];
  return [`${group.length} ${title}`, "median", "", angle!, entry!, min!, exit!, loss80! + room, lossOg!, note];
}

function medianLines(every: Maneuver[], files: number, coloured: boolean): string[] {
  return [bold(`All ${files} files`, coloured), ...indent(medians(every, coloured))];
}

function indent(lines: string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}
