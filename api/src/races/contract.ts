/** Calls on races. Importable by the browser. */
import { route } from "../http/route.ts";
import { LIMITS } from "../limits.ts";
import {
  CreateRace,
  Race,
  RaceListQuery,
  RacePage,
  RaceParams,
  RaceShare,
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

const SHARE =
  "The link of the race, which is made at the first call and is the same until it is revoked or has expired. Whoever has " +
  "it sees this race without an account. Its end is set by the race's coach and administrators.";

export const RACE_ROUTES = {
  "GET /races/": route({
    ...RACES,
    operationId: "listRaces",
    summary: "Races with tracks, newest first, by pages",
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
    description: "Its wind is estimated again: processing_status is 1 until then.",
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
    errors: [403],
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
