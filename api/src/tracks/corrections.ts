import { isDeepStrictEqual } from "node:util";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type Correction, EngineError } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import type { Env } from "../auth/viewer.ts";
import type { TrackCorrections } from "../contract.ts";
import { fieldError, forbidden } from "../http/errors.ts";
import { canChangeAnalysis } from "./policy.ts";
import { findTrack, reviseTrack, type TrackRow } from "./queries.ts";
import * as routeDefinitions from "./route-definitions.ts";
import { readReport, visibleTrack } from "./visible.ts";

/** What people know better than the engine about one track: told, replaced, taken back. */
export function correctionRoutes(app: OpenAPIHono<Env>, context: AppContext): void {
  app.openapi(routeDefinitions.corrections, async (c) =>
    c.json(await present(context, await visibleTrack(context, c)), 200),
  );

  app.openapi(routeDefinitions.correct, async (c) => {
    const track = await visibleTrack(context, c);
    if (!canChangeAnalysis(c.get("viewer"), track)) throw forbidden();
    const asked = c.req.valid("json").corrections as Correction[];
    validateCorrections(context, asked);
    await correct(context, track, asked);
    return c.json(await present(context, (await findTrack(context.db, track.id))!), 200);
  });

  app.openapi(routeDefinitions.clearCorrections, async (c) => {
    const track = await visibleTrack(context, c);
    if (!canChangeAnalysis(c.get("viewer"), track)) throw forbidden();
    await correct(context, track, []);
    return c.json(await present(context, (await findTrack(context.db, track.id))!), 200);
  });
}

/** The engine reads them before they are kept, so that its sentence reaches whoever made the mistake. */
function validateCorrections(context: AppContext, corrections: Correction[]): void {
  try {
    context.core.open("", { corrections });
  } catch (error) {
    if (error instanceof EngineError) throw fieldError({ corrections: [error.message] });
    throw error;
  }
}

async function correct({ db, jobs }: AppContext, track: TrackRow, corrections: Correction[]): Promise<void> {
  if (isDeepStrictEqual(corrections, track.corrections)) return;
  await db.transaction().execute(async (trx) => {
    const revision = await reviseTrack(trx, track.id, { corrections: JSON.stringify(corrections) });
    await jobs.enqueueAnalysis(trx, { track_id: track.id, revision });
  });
}

/** `outcomes` is one element a correction, from the last analysis; null while an analysis is running. */
async function present(context: AppContext, track: TrackRow): Promise<TrackCorrections> {
  const { corrections } = track;
  const isDone = track.processing_status === 3 && track.result_key !== null && corrections.length > 0;
  return { corrections, outcomes: isDone ? (await readReport(context, track)).corrections : null };
}
