import type { ComparedReport, FileAnalysis, ReportTarget } from "@leebow/core";
import { printable } from "../io/errors.ts";
import { dim, number, Rows, wrap } from "./layout.ts";
import { clockOf } from "./time.ts";

/** The turns against a polar file, a row each; nothing without one. */
export function targetLines(report: FileAnalysis | ComparedReport, coloured: boolean): string[] {
  if (!("target" in report)) return [];
  const { target, maneuvers, time_zone } = report;
  if (target.missing !== null) return ["", ...wrap(printable(missingText(target)))];
  const clock = clockOf(time_zone);
  const rows = new Rows([14, 8, -7, -7, -7, -10]);
  rows.add(["Maneuver", "Time", "Entry %", "Exit %", "Least %", "90 % at s"]);
  for (const { name, time, of_target } of maneuvers) {
    if (!of_target || Object.values(of_target).every((value) => value === null)) continue;
    const { entry_percent, exit_percent, lowest_percent, recovered_90_s } = of_target;
    const percents = [entry_percent, exit_percent, lowest_percent].map((percent) => number(percent, 0));
    rows.add([name, clock.time(time), ...percents, number(recovered_90_s, 0)]);
  }
  const [head = "", ...body] = rows.lines();
  if (body.length === 0)
    return ["", ...wrap(printable(`No turn was in the winds and at the angles of ${target.name}.`))];
  return ["", ...wrap(printable(titleOf(target))), dim(head, coloured), ...body];
}

function missingText({ name, missing }: ReportTarget): string {
  if (missing === "wind") return `% of ${name}: the wind is not known.`;
  return `% of ${name} needs a wind speed, which was not measured: give a wind log with --wind, or a speed with --tws.`;
}

function titleOf({ name, through_water, tws_kn }: ReportTarget): string {
  const wind = tws_kn === null ? "in the wind of the moment" : `in ${number(tws_kn, 0)} kn of wind, given by hand`;
  const motion = through_water ? "through the water" : "over the ground: no current is known";
  return `% of ${name} before, after and in the turn, and when 90 % are sailed again, ${wind}, ${motion}`;
}
