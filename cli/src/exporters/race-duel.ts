import type { Duel, RaceReport } from "@leebow/core";
import { bold, dim, number, Rows, wrap } from "./layout.ts";
import { boatName, withSd } from "./race-course.ts";

/** Two boats on a leg of a race of the day. */
export interface RaceDuel extends Duel {
  /** Number of the race, from 1. */
  race: number;
}

const PARTS = ["speed", "height", "shift", "turns", "rest", "total"] as const;

/** What the first boat gained on the second one, a row per leg that both sailed. */
export function duelLines(duels: readonly RaceDuel[], races: readonly RaceReport[], coloured: boolean): string[] {
  const [first] = duels;
  if (!first) return ["", ...wrap("The two boats sailed no leg together: the start or the end of each is missing.")];
  const rows = new Rows([-5, 10, -9, -9, -9, -9, -9, -13]);
  rows.add(["Race", "Leg", "Speed", "Height", "Shift", "Turns", "Rest", "Total"]);
  for (const { race, leg, sum } of duels) {
    const kind = races[race - 1]?.legs[leg]?.kind ?? "";
    const parts = PARTS.map((part) =>
      part === "total" ? withSd(signed(sum.total_m), sum.total_sd_m, 0) : signed(sum[`${part}_m`]),
    );
    rows.add([String(race), `${leg + 1} ${kind}`, ...parts]);
  }
  const [head = "", ...body] = rows.lines();
  const title = `Metres that ${boatName(first.a, 30)} gained on ${boatName(first.b, 30)}`;
  return ["", bold(title, coloured), `  ${dim(head, coloured)}`, ...body.map((line) => `  ${line}`)];
}

function signed(metres: number): string {
  const text = number(metres, 0);
  return Number(text) > 0 ? `+${text}` : text;
}
