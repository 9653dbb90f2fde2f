import type { RaceTargetAnswer, Target } from "@leebow/api/contract";
import { type RaceDay, racesOfTarget, type StraightRows, straightRows } from "@leebow/core";
import type { AnalyzeEntry } from "./analyze-store";

type Analysed = NonNullable<AnalyzeEntry["data"]>;

/** The straights of analyses, each found once. */
const straights = new WeakMap<object, StraightRows>();

function straightsOf({ report, columns }: Analysed): StraightRows {
  const known = straights.get(columns) ?? straightRows(report, columns);
  straights.set(columns, known);
  return known;
}

/** The legs of the races in these files against the targets in use, as the server answers. */
export function filesOfTarget(
  { races }: RaceDay,
  files: readonly AnalyzeEntry[],
  in_use: readonly Target[],
  tws_kn: number | null,
): RaceTargetAnswer {
  const boats = files.flatMap(({ id, data }) => {
    if (!data) return [];
    const target = in_use.find(({ boat_class }) => boat_class === data.report.boat_class) ?? null;
    return { track: String(id), parts: [straightsOf(data as Analysed)], target };
  });
  const used = in_use.filter((one) => boats.some(({ target }) => target === one));
  if (used.length === 0) return { targets: [], races: [] };
  const targets = used.map(({ id, boat_class, name, over_ground }) => ({ id, boat_class, name, over_ground }));
  return { targets, races: racesOfTarget(races, boats, { tws_kn }) };
}
