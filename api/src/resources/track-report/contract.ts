/** The spreadsheet report of a track. Importable by the browser. */
import { z } from "zod";
import { file, route } from "../../platform/http/route.ts";
import { idText, numberText } from "../../platform/http/schemas.ts";
import { XLSX_TYPE } from "../../platform/http/spreadsheet-cell.ts";

export const TRACK_REPORT_ROUTES = {
  "GET /reports/track/": route({
    tag: "Tracks",
    access: "signed_in",
    operationId: "downloadTrackReport",
    computes: true,
    summary: "The report of a track as XLSX; 204 without results",
    description:
      "For everybody who may view the track. Sheets: summary, maneuvers with their losses and why there is none, straights, " +
      "wind. Times are those of the track's own zone; tags are the caller's own, and so is the target polar of the class: with " +
      "one in use the maneuvers have % of target.",
    query: z.object({
      track_id: idText("Choose a track."),
      tws_kn: numberText(z.number().positive().max(100)).optional().meta({
        description: "Wind speed for % of target where none was measured, kn",
      }),
    }),
    answers: { 200: file(XLSX_TYPE), 204: null },
    errors: [404, 409],
  }),
} as const;
