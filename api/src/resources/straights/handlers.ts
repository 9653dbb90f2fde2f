import { canTag } from "../../access/segment.ts";
import { canEdit } from "../../access/straight.ts";
import { openTrack } from "../../access/track.ts";
import { fieldError, forbidden, notFound } from "../../platform/http/errors.ts";
import type { CallById, Handlers } from "../../platform/http/mount.ts";
import { analyze, type Selection } from "./analyze.ts";
import type { STRAIGHT_ROUTES } from "./contract.ts";
import { analysisPieces } from "./present.ts";
import {
  type AnalysisRow,
  countStraights,
  deleteAnalysis,
  findAnalysisOf,
  findVisibleAnalysis,
  insertAnalysis,
  listAnalyses,
  renameAnalysis,
} from "./queries.ts";

const EXISTS = "There is already an analysis of these straights.";

/** Straight-line analyses: made, read, renamed, narrowed to a part, correlated. */
export const STRAIGHT_HANDLERS: Handlers<typeof STRAIGHT_ROUTES> = {
  "GET /straights/": async ({ context, viewer, query }) => {
    const track = await openTrack({ context, viewer, params: { id: query.track } });
    return { status: 200, body: { results: await listAnalyses(context.db, viewer, track) } };
  },

  "POST /straights/": async ({ context, viewer, body: { track: track_id, segments, name } }) => {
    const track = await openTrack({ context, viewer, params: { id: track_id } });
    const segment_ids = [...new Set(segments)];
    if ((await countStraights(context.db, track.id, segment_ids)) < segment_ids.length) {
      throw fieldError({ segments: ["Choose straights of this track."] });
    }
    const analysis = { user_id: viewer.id, track_id: track.id, name, segment_ids };
    const id = await context.db.transaction().execute((trx) => insertAnalysis(trx, analysis));
    if (id !== null) return { status: 201, body: { id } };
    const existing = await findAnalysisOf(context.db, viewer.id, track.id, segment_ids);
    return { status: 409, body: { id: existing, detail: EXISTS, code: "already_exists" } };
  },

  "GET /straights/{id}/": async (call) => ({ status: 200, pieces: await answer(call, call.query) }),
  "GET /straights/{id}/selection/": async (call) => ({ status: 200, pieces: await answer(call, call.query) }),

  "GET /straights/{id}/corrs/": async (call) => {
    const analysis = await visibleAnalysis(call);
    const { vals, tag_ids } = call.query;
    const { result } = await analyze(call.context, call.viewer, analysis, { tag_ids }, vals ?? null);
    return { status: 200, body: result.correlations };
  },

  "PATCH /straights/{id}/": async (call) => {
    const { id } = await editableAnalysis(call);
    const { name } = call.body;
    await renameAnalysis(call.context.db, id, name);
    return { status: 200, body: { id, name } };
  },

  "DELETE /straights/{id}/": async (call) => {
    const { id } = await editableAnalysis(call);
    await deleteAnalysis(call.context.db, id);
    return { status: 204 };
  },
};

async function visibleAnalysis({ context, viewer, params }: CallById): Promise<AnalysisRow> {
  const analysis = await findVisibleAnalysis(context.db, viewer, params.id);
  if (!analysis) throw notFound("This analysis");
  await openTrack({ context, viewer, params: { id: analysis.track_id } }, "This analysis");
  return analysis;
}

async function editableAnalysis(call: CallById): Promise<AnalysisRow> {
  const analysis = await visibleAnalysis(call);
  if (!canEdit(call.viewer, analysis)) throw forbidden();
  return analysis;
}

async function answer(call: CallById, { notrackpoints, ...selection }: Selection & { notrackpoints?: unknown }) {
  const { context, viewer } = call;
  const analysis = await visibleAnalysis(call);
  const analyzed = await analyze(context, viewer, analysis, selection);
  const channels = notrackpoints === "true" ? null : context.core.channels;
  const can = { edit: canEdit(viewer, analysis), tag: await canTag(context.db, viewer, analyzed.track) };
  return analysisPieces(analysis, can, analyzed, channels);
}
