import { type Correction, SEGMENT_KINDS } from "@leebow/core/node";
import { openTrack, type TrackRow, trackCan } from "../../access/track.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Db } from "../../platform/db/open.ts";
import { detailError, fieldError, forbidden, notFound } from "../../platform/http/errors.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { LIMITS } from "../../platform/limits.ts";
import { requestAnalysis } from "../tracks/analyze-track.ts";
import { validateCorrections } from "../tracks/corrections.ts";
import { matchSegments, storedSegments } from "../tracks/facts.ts";
import { expectAgain, insertExpectedSegment, lockCorrections } from "./queries.ts";
import type { CreateSegment } from "./schema.ts";
import { KIND_OF_LETTER } from "./tag-catalogue.ts";

const PENDING = "Track is pending now, try again in a few seconds";

/**
 * Adds a segment by hand: as the engine's correction "add", so that its metrics are measured as those of any other and
 * the correction can be taken back. The row of the segment is made now and the analysis continues it (facts/
 * match-segments.ts), so that its id can be used at once. A segment of this kind that is there already is answered
 * instead.
 */
export async function addSegment(
  context: AppContext,
  viewer: Viewer,
  { track: track_id, tag, start_time, end_time }: CreateSegment,
): Promise<{ id: number; is_new: boolean }> {
  const track = await openTrack({ context, viewer, params: { id: track_id } });
  if (!trackCan(viewer, track).correct) throw forbidden();
  if (!track.result_key) throw detailError("not_analysed", PENDING);
  const kind = KIND_OF_LETTER.get(tag)!;
  const utc = (time: string) => new Date(time).toISOString();
  const correction: Correction = { action: "add", kind, start_time: utc(start_time), end_time: utc(end_time) };
  checkTimes(context, track, correction);
  return context.db.transaction().execute((trx) => addCorrection(context, trx, track_id, correction));
}

function checkTimes(context: AppContext, track: TrackRow, correction: Correction): void {
  const [start_ms, end_ms] = [Date.parse(correction.start_time!), Date.parse(correction.end_time!)];
  if (end_ms <= start_ms) throw fieldError({ end_time: ["The end lies after the start."] });
  const isInside = start_ms < track.end_time!.getTime() && end_ms > track.start_time!.getTime();
  if (!isInside) throw fieldError({ start_time: ["These times lie outside the recording."] });
  validateCorrections(context, [correction]);
}

async function addCorrection(context: AppContext, trx: Db, track_id: number, correction: Correction) {
  const locked = await lockCorrections(trx, track_id);
  if (!locked) throw notFound("This track");
  const kind = correction.kind!;
  const [start_time, end_time] = [correction.start_time!, correction.end_time!];
  const stored = (await storedSegments(trx, track_id)).filter((segment) => segment.kind === kind);
  const wanted = { kind, start_ms: Date.parse(start_time), end_ms: Date.parse(end_time) };
  const [matched = null] = matchSegments([wanted], stored);
  const present = stored.find(({ id, is_retired }) => id === matched && !is_retired);
  if (present) return { id: present.id, is_new: false };
  if (locked.corrections.length >= LIMITS.corrections) {
    throw detailError("limit_reached", `A track can have ${LIMITS.corrections} corrections.`);
  }
  const name = SEGMENT_KINDS[kind].name;
  const expected = { track_id, kind, name, start_time, end_time };
  const id = (matched && (await expectAgain(trx, matched))) ?? (await insertExpectedSegment(trx, expected));
  const corrections = JSON.stringify([...locked.corrections, correction]);
  await requestAnalysis(context, trx, track_id, { corrections });
  return { id, is_new: true };
}
