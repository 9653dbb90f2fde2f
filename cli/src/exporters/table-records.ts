import { type FileAnalysis, type Foiling, halfWidth90, type Records, type SpeedRecord, type Units } from "@leebow/core";
import { inUnit, METRES_PER_MILE } from "./in-unit.ts";
import { count, number, wrap } from "./layout.ts";
import { span } from "./time.ts";

/** The speed records that exist and, for foils, the share of time in flight. */
export function recordLines({ records, foiling, wind }: FileAnalysis, units: Units): string[] {
  const isInWater = Boolean(wind?.current);
  const lines = [speeds(records, units), madeGood(records, isInWater, units), flown(foiling, units)].filter(
    (line) => line !== "",
  );
  return lines.flatMap((line) => wrap(line));
}

function speeds(records: Records, units: Units): string {
  const distance = inUnit("nm", units);
  const named = [
    ["2 s", records.best_2_s],
    ["10 s", records.best_10_s],
    ["5 x 10 s", records.best_5x10_s],
    ["100 m", records.best_100_m],
    ["250 m", records.best_250_m],
    ["500 m", records.best_500_m],
    ["alpha 500", records.alpha_500],
    ["1 nm", records.best_1852_m],
    ["half hour", records.best_half_hour],
    ["hour", records.best_hour],
  ] as const;
  const best = bestOf(named, units);
  if (best === "") return "";
  const day =
    records.best_day === null
      ? ""
      : `; ${distance.text(records.best_day.distance_m / METRES_PER_MILE, 1)} ${distance.unit} at 5 kn and more`;
  return `Best ${best}${day}`;
}

function madeGood({ vmg_up_2_min, vmg_down_2_min }: Records, isInWater: boolean, units: Units): string {
  const named = [
    ["up", vmg_up_2_min],
    ["down", vmg_down_2_min],
  ] as const;
  const best = bestOf(named, units);
  return best === "" ? "" : `Best VMG over 2 min ${isInWater ? "through the water " : ""}${best}`;
}

/** Names and speeds of the records that exist, with the unit; empty without one. */
function bestOf(
  named: readonly (readonly [string, Pick<SpeedRecord, "speed_kn" | "error_kn"> | null])[],
  units: Units,
): string {
  const { text, unit } = inUnit("kn", units);
  const parts = named.flatMap(([name, record]) =>
    record === null ? [] : [`${name} ${text(record.speed_kn, 2)} ± ${text(halfWidth90(record.error_kn), 2)}`],
  );
  return parts.length === 0 ? "" : `${parts.join(", ")} ${unit}`;
}

function flown(foiling: Foiling | null, units: Units): string {
  const { text, unit } = inUnit("kn", units);
  if (foiling === null || foiling.share_pct === null) return "";
  const above = `above ${text(foiling.take_off_kn, 0)} ${unit}, until ${text(foiling.touch_down_kn, 0)} ${unit}`;
  if (foiling.longest_s === null) return `No flights (${above})`;
  const flights = count(foiling.flights.length, "flight");
  return `Flew ${number(foiling.share_pct, 0)} % of ${span(foiling.sailing_s)} under way (${above}): ${flights}, the longest ${span(foiling.longest_s)}`;
}
