import type { WindFileRow } from "../../access/wind.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import { LIMITS } from "../../platform/limits.ts";
import { WIND_RESULT_FILES } from "./files.ts";
import type { WindCurve } from "./schema.ts";
import { decodeSeries, type WindSeries } from "./series.ts";

const RADIANS = Math.PI / 180;

/** The wind of a whole file over time, at most {@link LIMITS.wind_curve_points}; empty until the file is read. */
export async function curveOf(context: AppContext, { result_key }: WindFileRow): Promise<WindCurve["points"]> {
  if (!result_key) return [];
  return inTurn(context, async () =>
    thinned(decodeSeries(await context.storage.read(`${result_key}/${WIND_RESULT_FILES.series}`))),
  );
}

/** Means of equal parts of the time; parts without a measurement are absent, so that gaps remain gaps. */
function thinned({ time_ms, twd_deg, tws_kn }: WindSeries): WindCurve["points"] {
  const [first, last] = [time_ms[0] ?? 0, time_ms.at(-1) ?? 0];
  const part_ms = Math.max(1, (last - first) / (LIMITS.wind_curve_points - 1));
  const parts = new Map<number, number[]>();
  for (const [row, time] of time_ms.entries()) {
    const part = Math.floor((time - first) / part_ms);
    const rows = parts.get(part) ?? [];
    rows.push(row);
    parts.set(part, rows);
  }
  return [...parts.values()].map((rows) => {
    const mean = (of: (row: number) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
    const east = mean((row) => Math.sin(twd_deg[row]! * RADIANS));
    const north = mean((row) => Math.cos(twd_deg[row]! * RADIANS));
    const tws = mean((row) => tws_kn[row]!);
    return {
      time: new Date(Math.round(mean((row) => time_ms[row]!))).toISOString(),
      tws: Number.isFinite(tws) ? tws : null,
      twd: (Math.atan2(east, north) / RADIANS + 360) % 360,
    };
  });
}
