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
  type Units,
} from "@leebow/core";
import { printable } from "../io/errors.ts";
import type { Exporter, Setting } from "./exporter.ts";
import { inUnit } from "./in-unit.ts";
import { bold, dim, median, Rows, words } from "./layout.ts";
import { fleetLines } from "./table-fleets.ts";
import { damageLines, headLines } from "./table-head.ts";
import { recordLines } from "./table-records.ts";
import { straightLines } from "./table-straights.ts";
import { targetLines } from "./table-target.ts";
import { clockOf } from "./time.ts";

const HEADS = ["Maneuver", "Time", "Tack", "Angle", "Entry", "Min", "Exit", "Loss 80", "Loss", "Note"];
/** Column widths; a line has at most 100 characters. Negative widths align to the right. */
const LOSS_WIDTH = 11;
const WIDTHS = [14, 8, 5, -5, -5, -5, -5, -LOSS_WIDTH, -6, 16];

/** Numeric columns of the table and of its lines of medians, with their standard units and decimals. */
const NUMBERS: readonly (readonly [string, number, (maneuver: Maneuver) => number | null])[] = [
  ["°", 0, (m) => m.angle_deg],
  ["kn", 1, (m) => m.entry_speed_kn],
  ["kn", 1, (m) => m.min_speed_kn],
  ["kn", 1, (m) => m.exit_speed_kn],
  ["m", 1, (m) => m.loss_80_m],
  ["m", 1, (m) => m.loss_og_m],
];

/** Text tables: per file a heading, the maneuvers, the straights and the damage; at the end what ± means. */
export function tableExporter({ coloured, fleets, units, parts }: Setting): Exporter {
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
        ...indent(headLines(report, units, parts)),
        ...indent(recordLines(report, units)),
        ...indent(maneuverLines(report, units, coloured)),
        ...indent(targetLines(report, coloured)),
        ...indent(straightLines(report, units, coloured)),
        ...indent(damageLines(report)),
        ...(pointsFile ? [`  Every fix: ${printable(pointsFile)}`] : []),
      ];
      hasPlusMinus ||= lines.some((line) => line.includes("±"));
      return `${files > 1 ? "\n" : ""}${lines.join("\n")}\n`;
    },
    end: () =>
      [
        ...(files > 1 ? ["", ...medianLines(every, files, units, coloured)] : []),
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

function maneuverLines(report: FileAnalysis, units: Units, coloured: boolean): string[] {
  if (report.maneuvers.length === 0) return [];
  const clock = clockOf(report.time_zone);
  const rows = new Rows(WIDTHS);
  rows.add(HEADS);
  rows.add(["", clock.zone, "", ...NUMBERS.map(([standard]) => inUnit(standard, units).unit), ""]);
  for (const maneuver of report.maneuvers) rows.add(cells(maneuver, clock.time(maneuver.time), units));
  const [head = "", unitLine = "", ...body] = rows.lines();
  return ["", dim(head, coloured), dim(unitLine, coloured), ...body, ...medians(report.maneuvers, units, coloured)];
}

function cells(m: Maneuver, time: string, units: Units): string[] {
  const [angle, entry, min, exit, loss80, lossOg] = numbersOf([m], units);
  const least_m = leastLoss(m);
  const lost = least_m === null ? loss80! + plusMinus(m, units) : atLeast(least_m, units);
  const name = isCounted(m) ? m.name : `(${m.name})`;
  return [name, time, sides(m), angle!, entry!, min!, exit!, lost, lossOg!, note(m)];
}

/** The numeric columns of one maneuver, or the medians of several. */
const numbersOf = (group: Maneuver[], units: Units): string[] =>
  NUMBERS.map(([standard, decimals, value]) => inUnit(standard, units).text(median(group.map(value)), decimals));

/** As wide as " ± 1.2", so that losses without an interval line up. */
const NO_INTERVAL = " ".repeat(6);

/** ">19.5" in line with the losses that have an interval, as far as the column is wide enough. */
function atLeast(loss_m: number, units: Units): string {
  const text = `>${inUnit("m", units).text(loss_m, 1)}`;
  return text + NO_INTERVAL.slice(0, Math.max(0, LOSS_WIDTH - text.length));
}

/** Half the width of the loss's 90 % interval, padded so that the column lines up; empty when unknown. */
function plusMinus(m: Maneuver, units: Units): string {
  const half_width_m = lossHalfWidth90(m);
  return half_width_m === null ? "" : ` ±${inUnit("m", units).text(half_width_m, 1).padStart(4)}`;
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
  const texts = [...new Set(ids.filter((id) => id !== null))].map(words);
  const isOnReach = loss_basis === "speed" && (kind === "tack" || kind === "gybe");
  return [...texts, ...(isOnReach ? [LOSS_BASIS_TEXT.speed] : [])].join(", ");
}

/** Kinds with a line of medians, and their plurals. */
const AVERAGED: readonly (readonly [SegmentKind, string])[] = [
  ["tack", "tacks"],
  ["gybe", "gybes"],
  ["turn", "turns"],
];

/** A line of medians for each kind and basis of losses with at least two maneuvers that take part in averages. */
function medians(maneuvers: Maneuver[], units: Units, coloured: boolean): string[] {
  const rows = new Rows(WIDTHS);
  for (const [kind, title] of AVERAGED) {
    const averaged = averagedOf(maneuvers, kind);
    for (const basis of ["vmg", "speed"] as const) {
      const group = averaged.filter(({ loss_basis }) => loss_basis === basis);
      if (group.length >= 2) rows.add(medianCells(group, title, kind === "turn" ? null : basis, units));
    }
  }
  return rows.lines().map((line) => bold(line, coloured));
}

function medianCells(group: Maneuver[], title: string, basis: LossBasis | null, units: Units): string[] {
  const [angle, entry, min, exit, loss80, lossOg] = numbersOf(group, units);
  const room = group.some((m) => lossHalfWidth90(m) !== null) && loss80 !== "" ? NO_INTERVAL : "";
  const note = basis === null ? "" : LOSS_BASIS_TEXT[basis];
  return [`${group.length} ${title}`, "median", "", angle!, entry!, min!, exit!, loss80! + room, lossOg!, note];
}

function medianLines(every: Maneuver[], files: number, units: Units, coloured: boolean): string[] {
  return [bold(`All ${files} files`, coloured), ...indent(medians(every, units, coloured))];
}

function indent(lines: string[]): string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}
