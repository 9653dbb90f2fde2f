/** Calls on races. Importable by the browser. */
import { z } from "zod";
import { file, route, streamed } from "../../platform/http/route.ts";
import { XLSX_TYPE } from "../../platform/http/spreadsheet-cell.ts";
import { LIMITS } from "../../platform/limits.ts";
import { AnalysisDocument } from "../tracks/schema.ts";
import { ReplaceRaceCorrections } from "./corrections-schema.ts";
import { DuelAnswer, RaceReportAnswer, RaceTargetAnswer } from "./report-schema.ts";
import {
  CreateRace,
  DuelQuery,
  Race,
  RaceColumnsQuery,
  RaceDetail,
  RaceListQuery,
  RacePage,
  RaceParams,
  RaceQuery,
  RaceShare,
  RaceSummary,
  RaceTargetQuery,
  RaceTrackParams,
  RaceWindAnswer,
  ShareQuery,
  ShareRace,
  UpdateRace,
  UpdateRaceTracks,
} from "./schema.ts";

const RACES = { tag: "Races", access: "signed_in" } as const;
/** With a session, or with the share id of the race. */
const SHARED = { tag: "Races", access: "shared", query: ShareQuery } as const;
const PARAMS = { params: RaceParams } as const;
const RATE = { rateLimit: { per: "user", max: LIMITS.race_changes_per_hour, window_s: 3600 } } as const;

const REASON =
  "409 where it has private tracks for which an administrator has to give a reason first, and which these are.";
const SHARE =
  "The link of the race, which is made at the first call and is the same until it is revoked or has expired. Whoever has " +
  "it sees this race without an account, but for PRIVATE tracks whose owners have not agreed. 409 while fewer than two boats " +
  `are in it. It ends after ${LIMITS.share_link_days} days unless the race's coach or an administrator chooses another end, or ` +
  "none; then it is answered as one that was revoked. After one was revoked, the coach and administrators alone make another.";

const REPORT =
  "Computed from the tracks that are visible to the viewer and the wind of the race. A track is named by its id as text, a " +
  "boat with several tracks by the first. When the tracks hold several races, all are in the report.";
const REPORT_COLUMNS =
  "Sorted by race, boat and time: `race` (index in the report), `track_id`, `time` (UTC), `behind_s`, `behind_m`, " +
  "`behind_sd_s`, `behind_sd_m` (behind the leader, one standard deviation), `progress_m` (along the course from the start), " +
  "`leg` (index; null outside the race). Unknown is null. Without rows until the wind of the race is estimated.";
const OF_TARGET =
  "Straight sailing alone, without turns and the 15 s after them: upwind and downwind the speed made good, on a reach the " +
  "speed at the angle, through the water where a current is known. All boats are compared in one wind strength, the median " +
  "of those that measured it.";
const CORRECTIONS =
  "The whole list, by whoever may rename the race. A correction names its race by a moment, and is applied again when the " +
  "race is analysed anew. Those about tracks of the race that the caller may not view are kept, and count to the most " +
  `there can be, ${LIMITS.race_corrections}; about another track is an error. With If-Match: 412 when ` +
  "somebody else has changed the list since.";

export const RACE_ROUTES = {
  "GET /races/": route({
    ...RACES,
    operationId: "listRaces",
    summary: "Races with tracks, newest first, by pages",
    description:
      "Those the caller made, and those with a track of the list that its owner, or a member of a team of his, has made.",
    query: RaceListQuery,
    answers: { 200: RacePage },
    errors: [403],
  }),
  "POST /races/": route({
    ...RACES,
    ...RATE,
    operationId: "createRace",
    summary: "Make a race of at least two tracks",
    body: CreateRace,
    answers: { 201: Race },
    errors: [403, 409],
  }),
  "GET /races/{id}/": route({
    ...SHARED,
    ...PARAMS,
    query: RaceQuery,
    operationId: "readRace",
    summary: "One race: its wind, and its boats with their points unless notrackpoints=true",
    description: REASON,
    answers: { 200: streamed(z.union([RaceDetail, RaceSummary])) },
    errors: [409],
  }),
  "GET /races/wind/{id}/": route({
    ...SHARED,
    ...PARAMS,
    operationId: "readRaceWind",
    summary: "The wind of a race, estimated from all of its boats",
    description: REASON,
    answers: { 200: RaceWindAnswer },
    errors: [409],
  }),
  "GET /races/{id}/report/": route({
    ...SHARED,
    ...PARAMS,
    operationId: "readRaceReport",
    computes: true,
    summary: "The report of a race: starts, line, marks, legs, places and gaps, each with its uncertainty",
    description: `${REPORT} ${REASON}`,
    answers: { 200: RaceReportAnswer },
    errors: [409],
  }),
  "GET /races/{id}/report/columns/": route({
    ...SHARED,
    ...PARAMS,
    operationId: "readRaceReportColumns",
    computes: true,
    summary: "The boats of a race behind the leader, a row a second and boat, as an Arrow IPC stream",
    description: `${REPORT_COLUMNS} ${REASON}`,
    answers: { 200: file("application/vnd.apache.arrow.stream") },
    errors: [409],
  }),
  "GET /races/{id}/report/duel/": route({
    ...SHARED,
    ...PARAMS,
    query: DuelQuery,
    operationId: "readDuel",
    computes: true,
    summary: "Why one of two boats gained on a leg of a race",
    description: REASON,
    answers: { 200: DuelAnswer },
    errors: [409, 503],
  }),
  "GET /races/{id}/report/target/": route({
    ...SHARED,
    ...PARAMS,
    query: RaceTargetQuery,
    operationId: "readRaceTarget",
    computes: true,
    summary: "The legs of a race in % of the target polars that the caller has in use",
    description: `${OF_TARGET} ${REASON}`,
    answers: { 200: RaceTargetAnswer },
    errors: [409, 503],
  }),
  "GET /races/{id}/report/spreadsheet/": route({
    ...SHARED,
    ...PARAMS,
    operationId: "downloadRaceReport",
    computes: true,
    summary: "The report of a race as XLSX; 204 until there is one",
    description: `Sheets: results, starts, marks, legs, course, remarks. Times are those of the first boat's zone. ${REASON}`,
    answers: { 200: file(XLSX_TYPE), 204: null },
    errors: [409],
  }),
  "PUT /races/{id}/corrections/": route({
    ...RACES,
    ...PARAMS,
    rateLimit: { per: "user", max: LIMITS.race_corrections_per_hour, window_s: 3600 },
    operationId: "replaceRaceCorrections",
    body_bytes: LIMITS.json_bytes,
    computes: true,
    summary: "Replace the corrections of a race by hand; answers the new report",
    description: CORRECTIONS,
    body: ReplaceRaceCorrections,
    if_match: true,
    answers: { 200: RaceReportAnswer },
    errors: [403, 409],
  }),
  "GET /races/{id}/tracks/{track_id}/columns/": route({
    ...SHARED,
    params: RaceTrackParams,
    query: RaceColumnsQuery,
    operationId: "readRaceColumns",
    summary: "Every column of a track of a race, or its positions, as an Arrow IPC stream",
    description: REASON,
    answers: { 200: file("application/vnd.apache.arrow.stream") },
    errors: [409],
  }),
  "GET /races/{id}/tracks/{track_id}/analysis/": route({
    ...SHARED,
    params: RaceTrackParams,
    operationId: "readRaceAnalysis",
    summary: "The analysis of a track of a race, as the command line prints it",
    description: REASON,
    answers: { 200: streamed(AnalysisDocument) },
    errors: [409],
  }),
  "GET /races/info/{id}/": route({
    ...SHARED,
    ...PARAMS,
    operationId: "readRaceInfo",
    summary: "One race without its points, for polling",
    answers: { 200: Race },
  }),
  "PATCH /races/{id}/tracks/": route({
    ...RACES,
    ...PARAMS,
    ...RATE,
    operationId: "updateRaceTracks",
    summary: "Replace the tracks of a race",
    description: "Its wind is estimated again: processing_status is 4 until then (1 before the first estimate).",
    body: UpdateRaceTracks,
    answers: { 200: Race },
    errors: [403],
  }),
  "PATCH /races/{id}/": route({
    ...RACES,
    ...PARAMS,
    operationId: "updateRace",
    summary: "Rename a race",
    body: UpdateRace,
    answers: { 200: Race },
    errors: [403],
  }),
  "DELETE /races/{id}/participation/": route({
    ...RACES,
    ...PARAMS,
    ...RATE,
    operationId: "leaveRace",
    summary: "Leave a race: the own tracks are taken out of it, for good",
    description: "For everybody with a track in it but its coach. Its wind is estimated again without them.",
    answers: { 204: null },
    errors: [403],
  }),
  "DELETE /races/{id}/": route({
    ...RACES,
    ...PARAMS,
    operationId: "deleteRace",
    summary: "Delete a race; its tracks stay",
    answers: { 204: null },
    errors: [403],
  }),
  "POST /races/{id}/share/": route({
    ...RACES,
    ...PARAMS,
    operationId: "shareRace",
    summary: "The share link of a race",
    description: SHARE,
    body: ShareRace,
    answers: { 200: RaceShare },
    errors: [403, 409],
  }),
  "DELETE /races/{id}/share/": route({
    ...RACES,
    ...PARAMS,
    operationId: "revokeRaceShare",
    summary: "Revoke the share link of a race; the next one is another",
    answers: { 204: null },
    errors: [403],
  }),
} as const;
