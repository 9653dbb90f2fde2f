import type { FileAnalysis } from "@leebow/core";
import type { PathLook } from "../map/palette";
import { intervalsOf } from "../playback/metric";
import { sailedValues } from "../playback/rows";
import type { ReplayModel } from "./replay-model";

/** Colour indices of the mode "tags". */
export const TAG_PORT = 0;
export const TAG_STARBOARD = 1;
export const TAG_MANEUVER = 2;

/** Colours of the path in a data mode. */
export function pathLook(model: ReplayModel, mode: string): PathLook | null {
  if (mode === "none") return null;
  if (mode === "tags") {
    return {
      rows: tagRows(model.data.report, model.data.columns.n),
      colours: ({ port, starboard, ink }) => [port, starboard, ink, ink],
    };
  }
  const metric = model.metric(mode);
  if (!metric) return null;
  const scale = model.scale(metric);
  return {
    rows: intervalsOf(scale, metric, sailedValues(model.data.report, model.values(mode))),
    colours: (palette) => (scale.compass ? palette.compass : palette.scale),
  };
}

/** Straights by tack, maneuvers over them, -1 where nothing was found. */
export function tagRows({ straights, maneuvers }: FileAnalysis, n: number): Int8Array {
  const rows = new Int8Array(n).fill(-1);
  for (const { start, end, side } of straights) {
    if (side) rows.fill(side === "port" ? TAG_PORT : TAG_STARBOARD, start, end);
  }
  for (const { start, end } of maneuvers) rows.fill(TAG_MANEUVER, start, end);
  return rows;
}
