import { openTrack } from "../../access/track.ts";
import { inTurn } from "../../platform/http/computing-calls.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { workbookOf } from "../../platform/http/spreadsheet.ts";
import { XLSX_TYPE } from "../../platform/http/spreadsheet-cell.ts";
import { downloadName } from "../tracks/download-name.ts";
import { userTagsOfTrack } from "../tracks/user-tags.ts";
import type { TRACK_REPORT_ROUTES } from "./contract.ts";
import { reportOfTarget } from "./report-of-target.ts";
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
