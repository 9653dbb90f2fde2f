import { type FleetAnswer, type FleetBoat, halfWidth90 } from "@leebow/core";
import { printable } from "../io/errors.ts";
import { bold, count, number, wrap } from "./layout.ts";

/** Per fleet a heading, its wind, and the boats that took no part in the estimate. */
export function fleetLines(fleets: readonly FleetAnswer[], coloured: boolean): string[] {
  if (fleets.length === 0)
    return wrap("No two of these boats sailed together: each wind is estimated from its own track.");
  return fleets.flatMap((fleet, i) => [
    ...(i > 0 ? [""] : []),
    bold(`Fleet ${i + 1}: ${count(fleet.boats.length, "boat")}`, coloured),
    ...[windOf(fleet), ...fleet.boats.filter(({ reason }) => reason !== null && fleet.wind !== null).map(without)]
      .flatMap((line) => wrap(line))
      .map((line) => `  ${line}`),
  ]);
}

function windOf({ wind, reason }: FleetAnswer): string {
  if (wind === null) return `Wind unknown. ${reason ?? ""}`.trim();
  const direction = String(Math.round(wind.mean_twd_deg) % 360).padStart(3, "0");
  const clock = (iso: string) => iso.slice(11, 16);
  const text = `Wind from ${direction}° ± ${number(halfWidth90(wind.mean_sd_deg), 0)}°, by ${count(wind.boats, "track")}`;
  return `${text}, ${clock(wind.start_time)} to ${clock(wind.end_time)} UTC`;
}

function without({ name, reason }: FleetBoat): string {
  return `${printable(name)} took no part: ${reason}`;
}
