import { isDeepStrictEqual } from "node:util";
import { type Correction, EngineError } from "@leebow/core/node";
import { findTrack, openTrack, type TrackRow, trackCan } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import { detailError, fieldError, forbidden, notFound } from "../../platform/http/errors.ts";
import { isExpected, versionOf } from "../../platform/http/list-version.ts";
import type { Call, CallById, Handlers } from "../../platform/http/mount.ts";
import { appliedParametersOf, requestAnalysis } from "./analyze-track.ts";
import { calibrateEarlier, earlierLogs } from "./boats-calibration.ts";
import type { TRACK_ROUTES } from "./contract.ts";
import type { TrackCorrections } from "./corrections-schema.ts";
import { readReport } from "./results.ts";

type CorrectionRoute =
  | "GET /tracks/{id}/corrections/"
  | "PUT /tracks/{id}/corrections/"
  | "DELETE /tracks/{id}/corrections/"
  | "GET /tracks/{id}/earlier-logs/"
  | "PUT /tracks/{id}/earlier-logs/";

/** Corrections of a track by hand: read, replaced, removed. */
export const CORRECTION_HANDLERS: Pick<Handlers<typeof TRACK_ROUTES>, CorrectionRoute> = {
  "GET /tracks/{id}/corrections/": async (call) => ({
    status: 200,
    body: await presentCorrections(call, await openTrack(call)),
  }),

  "PUT /tracks/{id}/corrections/": async (call) => {
    const track = await correctableTrack(call);
    const { corrections } = call.body;
    validateCorrections(call.context, corrections);
    return { status: 200, body: await replaceCorrections(call, track, corrections) };
  },

  "DELETE /tracks/{id}/corrections/": async (call) => ({
    status: 200,
    body: await replaceCorrections(call, await correctableTrack(call), []),
  }),

  "GET /tracks/{id}/earlier-logs/": async (call) => ({
    status: 200,
    body: await earlierLogs(call.context.db, await correctableTrack(call)),
  }),

  "PUT /tracks/{id}/earlier-logs/": async (call) => {
    const track = await correctableTrack(call);
    const calibrations = call.body.logs.flatMap(({ calibration }) => calibration ?? []);
    validateCorrections(
      call.context,
      calibrations.map((calibration) => ({ action: "calibrate", calibration })),
    );
    return { status: 200, body: await calibrateEarlier(call.context, track, call.body) };
  },
};

async function correctableTrack(call: CallById) {
  const track = await openTrack(call);
  if (!trackCan(call.viewer, track).correct) throw forbidden();
  return track;
}

/** The engine parses them before they are stored, so that its message reaches the client. */
export function validateCorrections(context: AppContext, corrections: Correction[]): void {
  try {
    context.core.open("", { corrections });
  } catch (error) {
    if (error instanceof EngineError) throw fieldError({ corrections: [error.message] });
    throw error;
  }
}

const CHANGED =
  "Somebody else has changed the corrections of this track in the meantime. Theirs are kept and yours are not saved. " +
  "Read the corrections again and repeat your change.";

type Caller = Pick<Call<unknown>, "context" | "c">;

/** Compares the version of If-Match under the lock of the row, so that of two editors at once the second is refused. */
async function replaceCorrections(
  call: Caller,
  { id }: Pick<TrackRow, "id">,
  corrections: Correction[],
): Promise<TrackCorrections> {
  const { db } = call.context;
  await db.transaction().execute(async (trx) => {
    const locked = trx.selectFrom("tracks").select("corrections").where("id", "=", id).forUpdate();
    const stored = await locked.executeTakeFirst();
    if (!stored) throw notFound();
    if (!isExpected(call.c.req.header("if-match"), versionOf(stored.corrections)))
      throw detailError("changed", CHANGED);
    if (isDeepStrictEqual(corrections, stored.corrections)) return;
    await requestAnalysis(call.context, trx, id, { corrections: JSON.stringify(corrections) });
  });
  const track = await findTrack(db, id);
  if (!track) throw notFound();
  return presentCorrections(call, track);
}

/** The outcomes are those of the last analysis; null while the next is made, and where it has failed. */
async function presentCorrections({ context, c }: Caller, track: TrackRow): Promise<TrackCorrections> {
  const { corrections } = track;
  const version = versionOf(corrections);
  c.header("ETag", `"${version}"`);
  const isApplied = isDeepStrictEqual(appliedParametersOf(track).corrections, corrections);
  const isDone = track.processing_status === 3 && track.result_key !== null && isApplied;
  return { corrections, outcomes: isDone ? (await readReport(context, track)).corrections : null, version };
}
