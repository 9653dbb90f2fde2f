/** Calls about other people, and on leaving with one's data. Importable by the browser. */
import { file, route } from "../http/route.ts";
import { LIMITS } from "../limits.ts";
import { DeleteAccount, ExportAddress, ExportQuery, UserInfo, UserInfoQuery } from "./schema.ts";

const SIGNED_IN = { tag: "Users", access: "signed_in" } as const;

export const ACCOUNT_ROUTES = {
  "POST /users/info/": route({
    ...SIGNED_IN,
    operationId: "readUserInfo",
    summary: "Name and picture of a person: oneself, a teammate, or somebody with a track the viewer may view",
    body: UserInfoQuery,
    answers: { 200: UserInfo },
    errors: [404],
  }),
  "DELETE /users/me/": route({
    ...SIGNED_IN,
    operationId: "deleteAccount",
    summary: "Delete the own account with all its data, for good",
    description:
      "Tracks, journals, tags, analyses, races and files of the account are deleted. A team that loses its last coach " +
      "gets the member of longest standing as coach; a team without other members is deleted.",
    rateLimit: { per: "user", max: LIMITS.credential_changes_per_hour, window_s: 3600 },
    body: DeleteAccount,
    answers: { 204: null },
  }),
  "POST /users/export/": route({
    ...SIGNED_IN,
    operationId: "requestExport",
    summary: "Address of a zip file with all of the own data",
    rateLimit: { per: "user", max: LIMITS.exports_per_hour, window_s: 3600 },
    answers: { 200: ExportAddress },
  }),
  "GET /users/export/": route({
    tag: "Users",
    access: "signed_address",
    operationId: "downloadExport",
    summary: "The zip file of a signed address, made while it is sent",
    rateLimit: { per: "address", max: LIMITS.export_downloads_per_hour, window_s: 3600 },
    query: ExportQuery,
    answers: { 200: file("application/zip") },
    errors: [404],
  }),
} as const;
