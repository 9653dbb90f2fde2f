/** Calls on wind reports. Importable by the browser. */
import { route } from "../http/route.ts";
import { CreateWindReport, WindReport, WindReportParams } from "./schema.ts";

const WIND = { tag: "Wind", access: "signed_in" } as const;
const PARAMS = { params: WindReportParams } as const;

const CREATE = "Both times lie within the wind file. The answer has no metrics yet; read the report until it has.";

export const WIND_REPORT_ROUTES = {
  "POST /windreports/": route({
    ...WIND,
    operationId: "createWindReport",
    summary: "Report on a part of a wind file",
    description: CREATE,
    body: CreateWindReport,
    answers: { 201: WindReport },
    errors: [403, 404, 409],
  }),
  "GET /windreports/{id}/": route({
    ...WIND,
    ...PARAMS,
    operationId: "readWindReport",
    summary: "One wind report, with its curves",
    answers: { 200: WindReport },
  }),
  "DELETE /windreports/{id}/": route({
    ...WIND,
    ...PARAMS,
    operationId: "deleteWindReport",
    summary: "Delete a wind report",
    answers: { 204: null },
    errors: [403],
  }),
} as const;
