import { type ComparedReport, columnsOfArrow, comparedReport, targetColumns } from "@leebow/core/node";
import { openTrack, type TrackRow } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { workbookOf } from "../../platform/http/spreadsheet.ts";
import { XLSX_TYPE } from "../../platform/http/spreadsheet-cell.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { targetInUse } from "../targets/queries.ts";
import { readIdentifiedReport } from "../tracks/facts.ts";
import { downloadName } from "../tracks/file-handlers.ts";
import { userTagsOfTrack } from "../tracks/queries.ts";
import { RESULT_FILES } from "../tracks/results.ts";
import type { IdentifiedReport } from "../tracks/schema.ts";
import type { TRACK_REPORT_ROUTES } from "./contract.ts";
import { reportSheets } from "./sheets.ts";

/** The spreadsheet report of a track. */
export const TRACK_REPORT_HANDLERS: Handlers<typeof TRACK_REPORT_ROUTES> = {
  "GET /reports/track/": async ({ context, viewer, query }) => {
    const track = await openTrack({ context, viewer, params: { id: query.track_id } });
    if (!track.result_key) return { status: 204 };
    const tags = await userTagsOfTrack(context.db, viewer.id, track.id);
    const content = await inTurn(context, async () => {
      const report = await reportOfTarget(context, viewer, track, query.tws_kn ?? null);
      return workbookOf(reportSheets(track, report, tags, viewer.units));
    });
    return {
      status: 200,
      download: { content, content_type: XLSX_TYPE, name: downloadName(track, "-track-report.xlsx") },
    };
  },
};

/** The report of a track with results, its maneuvers against the viewer's target of its class. */
async function reportOfTarget(
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
