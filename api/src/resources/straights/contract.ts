/** Calls on straight-line analyses. Importable by the browser. */
import { z } from "zod";
import { ErrorDetail } from "../../platform/http/error-schemas.ts";
import { route, streamed } from "../../platform/http/route.ts";
import { LIMITS } from "../../platform/limits.ts";
import {
  CorrelationQuery,
  Correlations,
  CreatedStraight,
  CreateStraight,
  ExistingStraight,
  RenameStraight,
  SelectionQuery,
  StraightAnalysis,
  StraightList,
  StraightListQuery,
  StraightName,
  StraightParams,
  StraightQuery,
} from "./schema.ts";

const STRAIGHTS = { tag: "Straights", access: "signed_in" } as const;
const PARAMS = { params: StraightParams } as const;

const CREATE =
  "For everybody who may view the track. 409 with its id when the caller has an analysis of the same straights.";
const READ =
  "For those whose list of the track has it, and readers of a journal entry that refers to it; the tags are the caller's own. The numbers are those of the track's last " +
  "analysis; a straight that it does not find any more is analysed at its former times.";
const SELECT =
  "The same within a window of time, clamped to each straight, or of the straights with one of these tags.";
const LIST =
  "The caller's own, those of the track's sailor, and those that an entry of the caller's journal refers to; the sailor " +
  "and administrators see everybody's. The newest " +
  `${LIMITS.straight_analyses_listed}.`;
const OWNER = "For the one who made the analysis, and administrators.";

export const STRAIGHT_ROUTES = {
  "GET /straights/": route({
    ...STRAIGHTS,
    operationId: "listStraightAnalyses",
    summary: "The straight-line analyses of a track",
    description: LIST,
    query: StraightListQuery,
    answers: { 200: StraightList },
    errors: [404, 409],
  }),
  "POST /straights/": route({
    ...STRAIGHTS,
    operationId: "createStraightAnalysis",
    summary: "Make a straight-line analysis",
    description: CREATE,
    body: CreateStraight,
    answers: { 201: CreatedStraight, 409: z.union([ExistingStraight, ErrorDetail]) },
    errors: [404],
  }),
  "GET /straights/{id}/": route({
    ...STRAIGHTS,
    ...PARAMS,
    operationId: "readStraightAnalysis",
    computes: true,
    summary: "One straight-line analysis, with points unless notrackpoints=true",
    description: READ,
    query: StraightQuery,
    answers: { 200: streamed(StraightAnalysis) },
    errors: [409],
  }),
  "PATCH /straights/{id}/": route({
    ...STRAIGHTS,
    ...PARAMS,
    operationId: "renameStraightAnalysis",
    summary: "Rename an analysis",
    description: OWNER,
    body: RenameStraight,
    answers: { 200: StraightName },
    errors: [403, 409],
  }),
  "DELETE /straights/{id}/": route({
    ...STRAIGHTS,
    ...PARAMS,
    operationId: "deleteStraightAnalysis",
    summary: "Delete an analysis; the track keeps its straights",
    description: OWNER,
    answers: { 204: null },
    errors: [403, 409],
  }),
  "GET /straights/{id}/selection/": route({
    ...STRAIGHTS,
    ...PARAMS,
    operationId: "analyzeSelection",
    computes: true,
    summary: "The analysis of a part: a window of time, or straights with a tag",
    description: SELECT,
    query: SelectionQuery,
    answers: { 200: streamed(StraightAnalysis) },
    errors: [409],
  }),
  "GET /straights/{id}/corrs/": route({
    ...STRAIGHTS,
    ...PARAMS,
    operationId: "correlateColumns",
    computes: true,
    summary: "Correlations of columns over the straights",
    query: CorrelationQuery,
    answers: { 200: Correlations },
    errors: [409],
  }),
} as const;
