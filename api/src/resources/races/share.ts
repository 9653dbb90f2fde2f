import { randomBytes } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import { findVisibleRace, isInLink, managesRace, requireSharing, visibleRace } from "../../access/race.ts";
import type { Db } from "../../platform/db/open.ts";
import { detailError, fieldError, forbidden, notFound } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { LIMITS } from "../../platform/limits.ts";
import { boatsOf } from "./boats.ts";
import { agreeAsMaker } from "./consent-queries.ts";
import type { RACE_ROUTES } from "./contract.ts";
import { lockRace, updateRace } from "./queries.ts";
import type { RaceShare } from "./schema.ts";

/** 144 bits of the system's generator: 24 characters. */
const SHARE_ID_BYTES = 18;

const DAY_MS = 24 * 3600 * 1000;

const ONE_BOAT = "A race needs two boats. Ask the owners of the others whether the link may show theirs.";

type ShareRoute = "POST /races/{id}/share/" | "DELETE /races/{id}/share/";

/** The share link of a race: made, given an end, revoked. */
export const SHARE_HANDLERS: Pick<Handlers<typeof RACE_ROUTES>, ShareRoute> = {
  "POST /races/{id}/share/": async (call) => {
    const { context, viewer, body } = call;
    const visible = await visibleRace(call);
    const { race } = visible;
    requireSharing(viewer, visible);
    if (body.expires !== undefined && !managesRace(viewer, race)) {
      throw forbidden("The end of the link is set by the race's coach.");
    }
    const expires = typeof body.expires === "string" ? new Date(body.expires) : body.expires;
    if (expires && expires <= new Date()) throw fieldError({ expires: ["Choose an end in the future."] });
    const share = await context.db.transaction().execute(async (trx) => {
      // It may be revoked at this moment.
      await lockRace(trx, race.id);
      if (race.share_id === null) await agreeAsMaker(trx, race.id, viewer.id);
      const found = await findVisibleRace({ db: trx }, viewer, undefined, race.id);
      if (!found) throw notFound("This race");
      requireSharing(viewer, found);
      const in_link = found.tracks.filter(isInLink);
      if (race.share_id === null && boatsOf(in_link).length < LIMITS.race_min_tracks)
        throw detailError("too_few_boats", ONE_BOAT);
      return shareRace(trx, { race_id: race.id, created_by: viewer.id, expires });
    });
    return { status: 200, body: share };
  },

  "DELETE /races/{id}/share/": async (call) => {
    const { race } = await visibleRace(call);
    if (!managesRace(call.viewer, race)) throw forbidden();
    const { id } = race;
    await call.context.db.transaction().execute(async (trx) => {
      await updateRace(trx, id, { share_revoked: true });
      await trx.deleteFrom("race_shares").where("race_id", "=", id).execute();
    });
    return { status: 204 };
  },
};

interface ShareRequest {
  race_id: number;
  created_by: number;
  /** Null: never. Undefined leaves the end of an existing link as it is, and gives a new one the default. */
  expires: Date | null | undefined;
}

/** The link of the race; a new one when there is none, or it has expired. */
async function shareRace(trx: Db, { race_id, created_by, expires }: ShareRequest): Promise<RaceShare> {
  await trx.deleteFrom("race_shares").where("race_id", "=", race_id).where(sql<SqlBool>`expires_at <= now()`).execute();
  const share_id = randomBytes(SHARE_ID_BYTES).toString("base64url");
  const expires_at = expires === undefined ? new Date(Date.now() + LIMITS.share_link_days * DAY_MS) : expires;
  const row = await trx
    .insertInto("race_shares")
    .values({ share_id, race_id, created_by, expires_at })
    .onConflict((conflict) =>
      // An update, if only of the race's own id, returns the row that is there.
      conflict.column("race_id").doUpdateSet({ race_id, ...(expires !== undefined && { expires_at: expires }) }),
    )
    .returning(["share_id", "expires_at"])
    .executeTakeFirstOrThrow();
  const url = `/races/${race_id}?share_id=${row.share_id}`;
  return { share_id: row.share_id, url, expires: row.expires_at?.toISOString() ?? null };
}
