import type { LegOfTarget, RaceOfTarget, RaceReport } from "@leebow/core";
import type { TargetHead } from "../io/target-file.ts";
import { dim, number, Rows, wrap } from "./layout.ts";
import { boatName } from "./race-course.ts";

/** The races of a day against a polar file, in their order. */
export interface RaceTargetResult extends TargetHead {
  races: RaceOfTarget[];
}

/** Legs beside each other; a line has at most 100 characters. */
const LEGS_PER_TABLE = 6;

/** A row per boat with its straights on each leg, % of target. */
export function targetLegLines(target: RaceTargetResult, index: number, race: RaceReport, coloured: boolean): string[] {
  const compared = target.races[index]!;
  if (race.legs.length === 0) return [];
  if (compared.tws_kn === null)
    return [
      "",
      ...wrap(
        `% of ${target.name} needs a wind speed, which no boat measured: give a wind log with --wind, or a speed with --tws.`,
      ),
    ];
  const lines: string[] = [];
  for (let from = 0; from < race.legs.length; from += LEGS_PER_TABLE) {
    const shown = race.legs.slice(from, from + LEGS_PER_TABLE);
    const rows = new Rows([18, ...shown.map(() => -9)]);
    rows.add(["Boat", ...shown.map(({ kind }, at) => `${from + at + 1} ${kind}`)]);
    for (const { track, legs } of compared.boats)
      rows.add([boatName(track, 18), ...shown.map((_, at) => cellOf(legs[from + at] ?? null))]);
    const [head = "", ...body] = rows.lines();
    lines.push(dim(head, coloured), ...body);
  }
  return ["", ...wrap(titleOf(target.name, compared)), ...lines];
}

const cellOf = (leg: LegOfTarget | null): string => {
  if (leg === null) return "–";
  const half_width = leg.half_width_percent === null ? "     " : ` ± ${number(leg.half_width_percent, 0).padStart(2)}`;
  return `${number(leg.percent, 0)}${half_width}`;
};

function titleOf(name: string, { tws_kn, measured_by, boats }: RaceOfTarget): string {
  const by = measured_by === 0 ? "given by hand" : "measured";
  const water = boats.filter(({ through_water }) => through_water).length;
  const motion =
    water === 0
      ? "over the ground: no current is known"
      : water === boats.length
        ? "through the water"
        : `through the water for ${water} of ${boats.length} boats, over the ground for the others`;
  return `Straights, % of ${name} in ${number(tws_kn, 0)} kn of wind (${by}), ${motion}`;
}
