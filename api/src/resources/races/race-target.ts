import { type BoatToCompare, columnsOfArrow, type FileAnalysis, racesOfTarget, straightRows } from "@leebow/core/node";
import { LRUCache } from "lru-cache";
import type { RaceTrackRow } from "../../access/race.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { listTargets, type TargetRow } from "../targets/queries.ts";
import { RESULT_FILES } from "../tracks/results.ts";
import { boatsOf } from "./boats.ts";
import { type ReportOf, readRaceReport, reportKey, windOptions } from "./report.ts";
import type { RaceTargetAnswer } from "./report-schema.ts";
import { readWind } from "./results.ts";

/** Answers kept in memory, some kB each. *guess*: the legs of a race are looked at one after the other. */
const MAX_ANSWERS = 200;
const NOTHING: RaceTargetAnswer = { targets: [], races: [] };

/** Answers by the key of their report, the targets and the wind strength by hand. */
const kept = new WeakMap<AppContext, LRUCache<string, RaceTargetAnswer>>();

/** The legs of a report's races against the targets that the viewer has in use for the classes of the boats. */
export async function readRaceTarget(
  context: AppContext,
  of: ReportOf,
  viewer: Viewer | null,
  tws_kn: number | null,
): Promise<RaceTargetAnswer> {
  const own = viewer ? await listTargets(context.db, viewer.id) : [];
  const in_use = own.filter((target) => target.in_use);
  if (in_use.length === 0) return NOTHING;
  const cache = kept.get(context) ?? new LRUCache({ max: MAX_ANSWERS });
  kept.set(context, cache);
  const key = JSON.stringify([reportKey(context, of), in_use.map(({ id, name }) => [id, name]), tws_kn]);
  const known = cache.get(key);
  if (known) return known;
  const answer = await inTurn(context, () => compare(context, of, in_use, tws_kn));
  cache.set(key, answer);
  return answer;
}

async function compare(
  context: AppContext,
  of: ReportOf,
  in_use: readonly TargetRow[],
  tws_kn: number | null,
): Promise<RaceTargetAnswer> {
  const boats: BoatToCompare[] = [];
  const used = new Set<TargetRow>();
  for (const tracks of boatsOf(of.tracks)) {
    const { parts, boat_class } = await straightsOf(context, tracks);
    const target = in_use.find((one) => one.boat_class === boat_class) ?? null;
    if (target) used.add(target);
    boats.push({ track: String(tracks[0]!.id), parts, target });
  }
  // Without a target for any boat nothing is compared.
  if (used.size === 0) return NOTHING;
  const [{ races }, wind] = await Promise.all([readRaceReport(context, of), readWind(context, of.race)]);
  const targets = [...used].map(({ id, boat_class, name, over_ground }) => ({ id, boat_class, name, over_ground }));
  return { targets, races: racesOfTarget(races, boats, { wind: windOptions(wind), tws_kn }) };
}

/** The straights of a boat's tracks that have results, and the class of the first. */
async function straightsOf({ storage }: AppContext, tracks: readonly RaceTrackRow[]) {
  const parts: BoatToCompare["parts"][number][] = [];
  let boat_class: string | null = null;
  for (const { result_key } of tracks) {
    if (!result_key) continue;
    const report: FileAnalysis = JSON.parse((await storage.read(`${result_key}/${RESULT_FILES.report}`)).toString());
    boat_class ??= report.boat_class;
    parts.push(straightRows(report, columnsOfArrow(await storage.read(`${result_key}/${RESULT_FILES.columns}`))));
  }
  return { parts, boat_class };
}
