import {
  canCreateRace,
  findVisibleRace,
  lockVisibleTracks,
  managesRace,
  raceCan,
  replaceTracks,
  trackIdsOfRace,
  tracksOfRaces,
  visiblePart,
  visibleRace,
} from "../../access/race.ts";
import { canList } from "../../access/track.ts";
import { lockQuotas } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { fieldError, forbidden, limitReached } from "../../platform/http/errors.ts";
import type { Handlers } from "../../platform/http/mount.ts";
import { pageOf, readTimeCursor } from "../../platform/http/page.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import type { RACE_ROUTES } from "./contract.ts";
import { presentRace } from "./present.ts";
import {
  countRaces,
  insertRace,
  leaveRace,
  listRaces,
  nextRaceName,
  placeRace,
  removeRace,
  tracksOfDeparted,
  updateRace,
} from "./queries.ts";
import { RACE_WIND } from "./race-wind.ts";
import { READ_HANDLERS } from "./read-handlers.ts";
import { renewRaces } from "./renew.ts";
import { REPORT_HANDLERS } from "./report-handlers.ts";
import type { Race } from "./schema.ts";
import { SHARE_HANDLERS } from "./share.ts";

const NOT_IN_IT = "A race is left by those whose tracks are in it. Its coach chooses its tracks, or deletes it.";

/** Races: several tracks with one wind. */
export const RACE_HANDLERS: Handlers<typeof RACE_ROUTES> = {
  "GET /races/": async ({
    context: { db, storage },
    viewer,
    query: { owner: mode = "team", cursor: text, search },
  }) => {
    if (!canList(viewer, mode)) throw forbidden("All races are for administrators.");
    const cursor = readTimeCursor(text);
    const { shown, ...page } = pageOf(await listRaces(db, viewer, { mode, search }, cursor), cursor);
    const ids = shown.map(({ id }) => id);
    const tracks = await tracksOfRaces(db, ids, viewer);
    const partOf = (race: (typeof shown)[number]) =>
      visiblePart(
        race,
        tracks.filter(({ race_id }) => race_id === race.id),
      );
    const results = shown.map((race) => presentRace(partOf(race), viewer, storage));
    return { status: 200, body: { results, ...page, next_name: await nextRaceName(db) } };
  },

  "POST /races/": async ({ context, viewer, body }) => {
    if (!canCreateRace(viewer)) throw forbidden("New races are for coaches and administrators.");
    const id = await context.db.transaction().execute(async (trx) => {
      await lockQuotas(trx, viewer.id);
      if ((await countRaces(trx, viewer.id)) >= LIMITS.races_per_user) {
        throw limitReached(`You have ${LIMITS.races_per_user} races`);
      }
      await requireTracks(trx, viewer, body.tracks);
      const race_id = await insertRace(trx, viewer.id, body.name);
      await replaceTracks(trx, race_id, body.tracks);
      await placeRace(trx, race_id);
      await context.jobs.enqueue(trx, RACE_WIND, { race_id, revision: 1 });
      return race_id;
    });
    return { status: 201, body: await raceOf(context, viewer, id) };
  },

  "PATCH /races/{id}/tracks/": async (call) => {
    const { context, viewer, body } = call;
    const { race } = await visibleRace(call);
    if (!managesRace(viewer, race)) throw forbidden();
    if (body.race !== undefined && body.race !== race.id) throw fieldError({ race: ["This is another race."] });
    await context.db.transaction().execute(async (trx) => {
      await requireTracks(trx, viewer, body.tracks);
      await refuseDeparted(trx, race.id, body.tracks);
      const present = new Set(await trackIdsOfRace(trx, race.id));
      if (present.size === body.tracks.length && body.tracks.every((id) => present.has(id))) return;
      await replaceTracks(trx, race.id, body.tracks);
      await placeRace(trx, race.id);
      await renewRaces(context, trx, [race.id]);
    });
    return { status: 200, body: await raceOf(context, viewer, race.id) };
  },

  "PATCH /races/{id}/": async (call) => {
    const { race } = await visibleRace(call);
    if (!managesRace(call.viewer, race)) throw forbidden();
    await updateRace(call.context.db, race.id, { name: call.body.name });
    return { status: 200, body: await raceOf(call.context, call.viewer, race.id) };
  },

  "DELETE /races/{id}/participation/": async (call) => {
    const found = await visibleRace(call);
    if (!raceCan(call.viewer, found).leave) throw forbidden(NOT_IN_IT);
    await leaveRace(call.context, found.race.id, call.viewer.id);
    return { status: 204 };
  },

  "DELETE /races/{id}/": async (call) => {
    const { race } = await visibleRace(call);
    if (!managesRace(call.viewer, race)) throw forbidden();
    await removeRace(call.context, race.id);
    return { status: 204 };
  },

  ...READ_HANDLERS,
  ...REPORT_HANDLERS,
  ...SHARE_HANDLERS,
};

/** Throws when the viewer may not view one of the tracks. They are not deleted before the transaction ends. */
async function requireTracks(trx: Db, viewer: Viewer, ids: readonly number[]): Promise<void> {
  const visible = await lockVisibleTracks(trx, viewer, ids);
  const absent = ids.filter((id) => !visible.has(id));
  if (absent.length === 0) return;
  const which = absent.length === 1 ? `Track ${absent[0]} does` : `Tracks ${absent.join(", ")} do`;
  throw fieldError({ tracks: [`${which} not exist, or ${absent.length === 1 ? "is" : "are"} not shared with you.`] });
}

/** Throws when the owner of one of the tracks has left the race. */
async function refuseDeparted(trx: Db, race_id: number, ids: readonly number[]): Promise<void> {
  const left = await tracksOfDeparted(trx, race_id, ids);
  if (left.length === 0) return;
  const which = left.length === 1 ? `Track ${left[0]}` : `Tracks ${left.join(", ")}`;
  throw fieldError({ tracks: [`${which} cannot be in this race: the sailor has left it.`] });
}

async function raceOf(context: AppContext, viewer: Viewer, id: number): Promise<Race> {
  const found = await findVisibleRace(context, viewer, undefined, id);
  return presentRace(found!, viewer, context.storage);
}
