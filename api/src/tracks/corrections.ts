import { isDeepStrictEqual } from "node:util";
import { type Correction, EngineError } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import type { Viewer } from "../auth/viewer.ts";
import { fieldError, forbidden } from "../http/errors.ts";
import type { Handlers } from "../http/mount.ts";
import { ANALYZE_TRACK } from "../jobs/analyze-track.ts";
import type { TRACK_ROUTES } from "./contract.ts";
import type { TrackCorrections } from "./corrections-schema.ts";
import { trackCan } from "./policy.ts";
import { findTrack, reviseTrack, type TrackRow } from "./queries.ts";
import { readReport, visibleTrack } from "./visible-track.ts";

type CorrectionRoute =
  | "GET /tracks/{id}/corrections/"
  | "PUT /tracks/{id}/corrections/"
  | "DELETE /tracks/{id}/corrections/";

/** Corrections of a track by hand: read, replaced, removed. */
export const CORRECTION_HANDLERS: Pick<Handlers<typeof TRACK_ROUTES>, CorrectionRoute> = {
  "GET /tracks/{id}/corrections/": async (call) => ({
    status: 200,
    body: await presentCorrections(call.context, await visibleTrack(call)),
  }),

  "PUT /tracks/{id}/corrections/": async (call) => {
    const track = await correctableTrack(call);
    const { corrections } = call.body;
    validateCorrections(call.context, corrections);
    return { status: 200, body: await replaceCorrections(call.context, track, corrections) };
  },

  "DELETE /tracks/{id}/corrections/": async (call) => ({
    status: 200,
    body: await replaceCorrections(call.context, await correctableTrack(call), []),
  }),
};

async function correctableTrack(call: { context: AppContext; viewer: Viewer; params: { id: number } }) {
  const track = await visibleTrack(call);
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

async function replaceCorrections(
  context: AppContext,
  track: TrackRow,
  corrections: Correction[],
): Promise<TrackCorrections> {
  if (!isDeepStrictEqual(corrections, track.corrections)) {
    await context.db.transaction().execute(async (trx) => {
      const revision = await reviseTrack(trx, track.id, { corrections: JSON.stringify(corrections) });
      await context.jobs.enqueue(trx, ANALYZE_TRACK, { track_id: track.id, revision });
    });
  }
  return presentCorrections(context, (await findTrack(context.db, track.id))!);
}

/** The outcomes are those of the last analysis; null while the next is made. */
async function presentCorrections(context: AppContext, track: TrackRow): Promise<TrackCorrections> {
  const { corrections } = track;
  const isDone = track.processing_status === 3 && track.result_key !== null && corrections.length > 0;
  return { corrections, outcomes: isDone ? (await readReport(context, track)).corrections : null };
}
