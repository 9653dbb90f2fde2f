import { type ComparedReport, columnsOfArrow, comparedReport, targetColumns } from "@leebow/core/node";
import type { TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { targetInUse } from "../targets/queries.ts";
import { readIdentifiedReport } from "../tracks/identified-report.ts";
import { RESULT_FILES } from "../tracks/result-files.ts";
import type { IdentifiedReport } from "../tracks/schema.ts";

/** The report of a track with results, its maneuvers against the viewer's target of its class. */
export async function reportOfTarget(
  context: AppContext,
  viewer: Viewer,
  track: TrackRow,
  tws_kn: number | null,
): Promise<IdentifiedReport | ComparedReport<IdentifiedReport>> {
  const report = await readIdentifiedReport(context, track);
  const target = await targetInUse(context.db, viewer.id, report.boat_class);
  if (!target) return report;
  const columns = columnsOfArrow(await context.storage.read(`${track.result_key}/${RESULT_FILES.columns}`));
  const { name, winds, over_ground } = target;
  const question = { winds, over_ground, tws_kn };
  return comparedReport(report, { ...question, name }, targetColumns(report, columns, question));
}
