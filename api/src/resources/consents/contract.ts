/** Calls on who is in the share link of a race. Importable by the browser. */
import { route } from "../../platform/http/route.ts";
import { LIMITS } from "../../platform/limits.ts";
import { RaceParams } from "../races/schema.ts";
import {
  AnswerConsent,
  AskConsent,
  ConsentParams,
  QuestionParams,
  RaceConsent,
  RaceConsents,
  SharedBoats,
} from "./schema.ts";

const RACES = { tag: "Races", access: "signed_in" } as const;
const SHARER = "For those who may share the race.";
const ASK =
  "The owner finds the question above the own tracks, and gets a mail where mails are wanted, one a day at most of all " +
  "races. A race asks a person once: after a refusal, or when the question was taken back, it is 409, also when the tracks " +
  "of the race are others. Until the owner agrees, the boat is in nothing that the link shows.";

export const CONSENT_ROUTES = {
  "GET /races/{id}/share/boats/": route({
    ...RACES,
    params: RaceParams,
    operationId: "listSharedBoats",
    summary: "The boats of a race, and which of them its share link shows",
    description: SHARER,
    answers: { 200: SharedBoats },
    errors: [403],
  }),
  "POST /races/{id}/share/boats/": route({
    ...RACES,
    params: RaceParams,
    rateLimit: { per: "user", max: LIMITS.consent_questions_per_hour, window_s: 3600 },
    operationId: "askForConsent",
    summary: "Ask the owner of a PRIVATE track whether the share link may show it",
    description: `${SHARER} ${ASK}`,
    body: AskConsent,
    answers: { 200: SharedBoats },
    errors: [403, 404, 409],
  }),
  "DELETE /races/{id}/share/boats/{user_id}/": route({
    ...RACES,
    params: QuestionParams,
    operationId: "takeBackQuestion",
    summary: "Take a question back that is not answered yet",
    description: `${SHARER} By its asker, the race's coach or an administrator. The race does not ask this owner again.`,
    answers: { 200: SharedBoats },
    errors: [403],
  }),
  "GET /race-consents/": route({
    ...RACES,
    operationId: "listRaceConsents",
    summary: "Races whose share link the caller was asked about, or is in with a PRIVATE track",
    answers: { 200: RaceConsents },
  }),
  "PUT /race-consents/{race_id}/": route({
    ...RACES,
    params: ConsentParams,
    operationId: "answerRaceConsent",
    summary: "Allow the share link of a race to show the own PRIVATE tracks in it, or not",
    description: "At any time, asked or not. Without consent the boat is gone from everything the link shows at once.",
    body: AnswerConsent,
    answers: { 200: RaceConsent },
    errors: [404],
  }),
} as const;
