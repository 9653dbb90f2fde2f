import type { FileAnalysis, SailingMode, Straight, TackSide, Units } from "@leebow/core";
import { inUnit } from "./in-unit.ts";
import { dim, number, Rows } from "./layout.ts";
import { span } from "./time.ts";

const MODES: SailingMode[] = ["upwind", "reach", "downwind"];
const SIDES: TackSide[] = ["starboard", "port"];

/** Mean speed, angle and VMG of the straights by point of sail and tack, weighted by duration. */
export function straightLines(report: FileAnalysis, units: Units, coloured: boolean): string[] {
  const speed = inUnit("kn", units);
  const [sog, vmg] = [`Speed ${speed.unit}`, `VMG ${speed.unit}`];
  const rows = new Rows([14, 9, -9, -9, -sog.length, -8, -Math.max(7, vmg.length)]);
  rows.add(["Straights", "Tack", "Number", "Time", sog, "Angle °", vmg]);
  let any = false;
  for (const mode of MODES) {
    for (const side of SIDES) {
      const straights = report.straights.filter((s) => s.mode === mode && s.side === side);
      if (straights.length === 0) continue;
      any = true;
      const mean = (value: (s: Straight) => number | null) => weighted(straights, value);
      rows.add([
        mode,
        side,
        String(straights.length),
        span(straights.reduce((sum, s) => sum + seconds(s), 0)),
        speed.text(
          mean((s) => s.sog_kn),
          1,
        ),
        number(
          mean((s) => s.twa_deg),
          0,
        ),
        speed.text(
          mean((s) => s.vmg_kn),
          1,
        ),
      ]);
    }
  }
  if (!any) return [];
  const [head = "", ...body] = rows.lines();
  return ["", dim(head, coloured), ...body];
}

function seconds({ start_time, end_time }: Straight): number {
  return (Date.parse(end_time) - Date.parse(start_time)) / 1000;
}

/** Mean over the straights with a known value, weighted by their duration in seconds; null without any. */
function weighted(straights: Straight[], value: (s: Straight) => number | null): number | null {
  let [sum, weight] = [0, 0];
  for (const straight of straights) {
    const known = value(straight);
    if (known === null) continue;
    sum += known * seconds(straight);
    weight += seconds(straight);
  }
  return weight > 0 ? sum / weight : null;
}
