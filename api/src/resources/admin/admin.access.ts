import { randomUUID } from "node:crypto";
import { type AccessRow, type AccessRows, withSession } from "../../../test/access.ts";
import type { ADMIN_ROUTES } from "./contract.ts";

/** Role 1 alone; a coach of whatever kind is refused as everybody else. */
const administrator = (status: number): AccessRow["statuses"] => withSession(403, { administrator: status });

export const ADMIN_ACCESS: AccessRows<typeof ADMIN_ROUTES> = {
  "GET /admin/users/": { statuses: administrator(200) },
  "PATCH /admin/users/{id}/": {
    request: ({ owner }) => ({ params: { id: owner.session.user.id }, json: { reason: "for a test" } }),
    statuses: administrator(200),
  },
  "POST /admin/users/{id}/reset/": {
    request: ({ owner }) => ({ params: { id: owner.session.user.id } }),
    statuses: administrator(204),
  },
  "GET /admin/health/": { statuses: administrator(200) },
  "GET /admin/storage/": { statuses: administrator(200) },
  "GET /admin/jobs/": { statuses: administrator(200) },
  "POST /admin/jobs/{id}/retry/": {
    request: () => ({ params: { id: randomUUID() } }),
    statuses: administrator(404),
  },
  "POST /admin/jobs/{id}/cancel/": {
    request: () => ({ params: { id: randomUUID() } }),
    statuses: administrator(404),
  },
  "POST /admin/jobs/retry/": { statuses: administrator(200) },
  "GET /admin/audit/": { statuses: administrator(200) },
  "GET /admin/audit/csv/": { statuses: administrator(200) },
  "POST /admin/tracks/{id}/open/": {
    request: async (world) => ({
      params: { id: await world.the("private_track") },
      json: { reason: "for a question about the wind" },
    }),
    statuses: administrator(204),
  },
  "POST /admin/races/{id}/open/": {
    request: async (world) => ({
      params: { id: Number(await world.the("mixed_race")) },
      json: { reason: "for a test" },
    }),
    statuses: administrator(204),
  },
};
