import { findVisibleRace, managesRace, requireSharing, type VisibleRace, visibleRace } from "../../access/race.ts";
import { UNCONFIRMED } from "../../access/user.ts";
import { findUser } from "../../platform/auth/users.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { detailError, notFound } from "../../platform/http/errors.ts";
import type { CallById, Handlers } from "../../platform/http/mount.ts";
import { consumeRateLimit } from "../../platform/http/rate-limit.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { mailedName } from "../../platform/mail/mail.ts";
import { enqueueMail } from "../../platform/mail/send-mail.ts";
import { askOwner, consentsOf, decide, takeBack } from "../races/consent-queries.ts";
import type { CONSENT_ROUTES } from "./contract.ts";
import { presentBoats, presentConsents } from "./present.ts";
import type { RaceConsent, SharedBoats } from "./schema.ts";

const ASKED_BEFORE = "This race has asked the owner once, and asks no more.";

/** Who is in the share link of a race. */
export const CONSENT_HANDLERS: Handlers<typeof CONSENT_ROUTES> = {
  "GET /races/{id}/share/boats/": async (call) => ({
    status: 200,
    body: presentBoats(await sharedRace(call), call.viewer, call.context.storage),
  }),

  "POST /races/{id}/share/boats/": async (call) => {
    const { context, viewer, body } = call;
    const { race, tracks } = await sharedRace(call);
    if (!tracks.some((track) => track.user_id === body.user_id && track.is_visible)) throw notFound("This boat");
    if (body.user_id === viewer.id) throw detailError("own_account", "This is your own track: allow it yourself.");
    if (!viewer.email_verified) throw detailError("address_unconfirmed", UNCONFIRMED);
    await context.db.transaction().execute(async (trx) => {
      const asked = await askOwner(trx, race.id, body.user_id, viewer.id);
      if (asked === "nothing_to_ask") throw detailError("in_link", "This boat is in the link already.");
      if (asked === "refused") throw detailError("left_out_of_link", "The owner has left this boat out of the link.");
      if (asked === "asked_before") throw detailError("left_out_of_link", ASKED_BEFORE);
      if (asked === "asked") await mailQuestion(context, trx, viewer, race, body.user_id);
    });
    return { status: 200, body: await boatsAgain(call) };
  },

  "DELETE /races/{id}/share/boats/{user_id}/": async (call) => {
    const { race } = await sharedRace(call);
    const asker = managesRace(call.viewer, race) ? undefined : call.viewer.id;
    await takeBack(call.context.db, race.id, call.params.user_id, asker);
    return { status: 200, body: await boatsAgain(call) };
  },

  "GET /race-consents/": async ({ context, viewer }) => ({
    status: 200,
    body: { results: await ownConsents(context, viewer) },
  }),

  "PUT /race-consents/{race_id}/": async ({ context, viewer, params: { race_id }, body }) => {
    const before = await ownConsents(context, viewer, race_id);
    const isDecided = await context.db.transaction().execute((trx) => decide(trx, race_id, viewer.id, body.allow));
    if (!isDecided) throw notFound("This race");
    // A question that was never asked is not open again: it is gone.
    const consent = (await ownConsents(context, viewer, race_id))[0] ?? before[0];
    if (!consent) throw notFound("This question");
    return { status: 200, body: consent };
  },
};

/** The race of the path for those who may share it. Throws 404 and 403. */
async function sharedRace(call: CallById): Promise<VisibleRace> {
  const found = await visibleRace(call);
  requireSharing(call.viewer, found);
  return found;
}

async function boatsAgain(call: CallById): Promise<SharedBoats> {
  return presentBoats(await sharedRace(call), call.viewer, call.context.storage);
}

async function ownConsents(context: AppContext, viewer: Viewer, race_id?: number): Promise<RaceConsent[]> {
  const rows = await consentsOf(context.db, viewer.id, race_id);
  const races = new Map<number, VisibleRace>();
  for (const id of new Set(rows.map((row) => row.race_id))) {
    const found = await findVisibleRace(context, viewer, undefined, id);
    if (found) races.set(id, found);
  }
  return presentConsents(rows, races, viewer, context.storage);
}

/** The question by mail, where the owner wants mails: at most one a day, of all askers and all races. */
async function mailQuestion(context: AppContext, trx: Db, viewer: Viewer, race: { name: string }, user_id: number) {
  const owner = await findUser(trx, user_id);
  if (!owner?.email_notifications) return;
  const limit = { per: "user", max: LIMITS.consent_mails_per_day, window_s: 24 * 3600 } as const;
  if ((await consumeRateLimit(trx, `consent question to user ${user_id}`, limit)) > 0) return;
  const name = `${mailedName(viewer.first_name)} ${mailedName(viewer.last_name)}`;
  const text = [
    `${name} wants to share the race "${mailedName(race.name)}" on Leebow by a link, with your track in it.`,
    "",
    "Your track is private: it is in the link only if you allow it. You can take it back at any time.",
    "Allow it or leave your boat out here:",
    "",
    `${context.config.public_url}/home`,
  ].join("\n");
  await enqueueMail(context, trx, { to: owner.email, subject: "May a race be shared with your track?", text });
}
