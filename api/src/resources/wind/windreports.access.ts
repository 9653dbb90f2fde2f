import { type AccessRow, type AccessRows, onlyTo, VIEWERS_OF_PRIVATE, withSession } from "../../../test/access.ts";
import type { Maker, Thing } from "../../../test/world.ts";
import type { WIND_REPORT_ROUTES } from "./contract.ts";

const TIMES = { start_time: "2026-07-01T12:00:00Z", end_time: "2026-07-01T13:00:00Z" };

const report =
  (of: "wind_file" | "attached_wind_file"): Maker =>
  async (world) => {
    const row = { wind_file_id: Number(await world.the(of)), name: "First beat", error: "Not computed.", ...TIMES };
    const { db } = world.at.context;
    return (await db.insertInto("wind_reports").values(row).returning("id").executeTakeFirstOrThrow()).id;
  };

export const WIND_REPORT_THINGS = {
  wind_report: report("wind_file"),
  attached_wind_report: report("attached_wind_file"),
} satisfies Record<string, Maker>;

const about = (thing: Thing, statuses: AccessRow["statuses"]): AccessRow => ({
  about: thing,
  request: async (world) => ({ params: { id: await world.the(thing) } }),
  statuses,
});
const create = (thing: Thing, statuses: AccessRow["statuses"]): AccessRow => ({
  about: thing,
  request: async (world) => ({ json: { wind_file: await world.the(thing), name: "Start", ...TIMES } }),
  statuses,
});
const owners = (status: number) => ({ owner: status, administrator: status });

export const WIND_REPORT_ACCESS: AccessRows<typeof WIND_REPORT_ROUTES> = {
  "POST /windreports/": [
    create("wind_file", withSession(404, owners(201))),
    create("attached_wind_file", onlyTo(VIEWERS_OF_PRIVATE, 403, owners(201))),
  ],
  "GET /windreports/{id}/": [
    about("wind_report", withSession(404, owners(200))),
    about("attached_wind_report", onlyTo(VIEWERS_OF_PRIVATE, 200)),
  ],
  "DELETE /windreports/{id}/": [
    about("wind_report", withSession(404, owners(204))),
    about("attached_wind_report", onlyTo(VIEWERS_OF_PRIVATE, 403, owners(204))),
  ],
};
