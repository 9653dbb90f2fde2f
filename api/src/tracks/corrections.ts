import { isDeepStrictEqual } from "node:util";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { type Correction, EngineError } from "@leebow/core/node";
import type { Env } from "../auth/viewer.ts";
import type { TrackCorrections } from "../contract.ts";
import type { House } from "../house.ts";
import { fieldError, forbidden } from "../http/errors.ts";
import * as declared from "./declared.ts";
import { mayChangeAnalysis } from "./policy.ts";
import { findTrack, reviseTrack, type TrackRow } from "./queries.ts";
import { readReport, visibleTrack } from "./visible.ts";

/** What people know better than the engine about one track: told, replaced, taken back. */
export function correctionRoutes(app: OpenAPIHono<Env>, house: House): void {
  app.openapi(declared.corrections, async (c) => c.json(await present(house, await visibleTrack(house, c)), 200));

  app.openapi(declared.correct, async (c) => {
    const track = await visibleTrack(house, c);
    if (!mayChangeAnalysis(c.get("viewer"), track)) throw forbidden();
    const asked = c.req.valid("json").corrections as Correction[];
    checkSense(house, asked);
    await correct(house, track, asked);
    return c.json(await present(house, (await findTrack(house.db, track.id))!), 200);
  });

  app.openapi(declared.uncorrect, async (c) => {
    const track = await visibleTrack(house, c);
    if (!mayChangeAnalysis(c.get("viewer"), track)) throw forbidden();
    await correct(house, track, []);
    return c.json(await present(house, (await findTrack(house.db, track.id))!), 200);
  });
}

/** The engine reads them before they are kept, so that its sentence reaches whoever made the mistake. */
function checkSense(house: House, corrections: Correction[]): void {
  try {
    house.core.open("", { corrections });
  } catch (error) {
    if (error instanceof EngineError) throw fieldError({ corrections: [error.message] });
    throw error;
  }
}

async function correct({ db, jobs }: House, track: TrackRow, corrections: Correction[]): Promise<void> {
  if (isDeepStrictEqual(corrections, track.corrections)) return;
  await db.transaction().execute(async (trx) => {
    const revision = await reviseTrack(trx, track.id, { corrections: JSON.stringify(corrections) });
    await jobs.enqueueAnalysis(trx, { track_id: track.id, revision });
  });
}

/** The fates are those of the analysis; while it is made anew nobody knows them. */
async function present(house: House, track: TrackRow): Promise<TrackCorrections> {
  const { corrections } = track;
  const isDone = track.processing_status === 3 && track.result_key !== null && corrections.length > 0;
  return { corrections, fates: isDone ? (await readReport(house, track)).corrections : null };
}
