/** The report of a race of the model in race-sailed.ts, as the server answers it. */
import type { RaceReportAnswer } from "@leebow/api/contract";
import type { RaceCorrection } from "@leebow/core";
import { duelOf } from "../../e2e/race-duels";
import type { Answers } from "../../e2e/race-report-pages";
import { gapBytes, raceDay, raceSummary, trackBytes } from "../../e2e/race-sailed";
import { answer, refusal } from "./answers";

const FAULT = { detail: "The server has a fault." };

/** Answers the calls of the report; what the answers say can be changed until they are sent. */
export function answerRaceReport(changes: Partial<Answers> = {}): Answers {
  const answers: Answers = {
    day: raceDay(),
    processing_status: 3,
    corrections: [],
    summary: raceSummary(),
    save_status: 200,
    duel_status: 200,
    overtaken: null,
    sent: [],
    ...changes,
  };
  const report = (): RaceReportAnswer => ({
    processing_status: answers.processing_status,
    report: answers.day,
    corrections: answers.corrections,
    version: String(answers.sent.length),
  });
  answer("GET /races/{id}/", () => answers.summary);
  answer("GET /races/{id}/report/", report);
  answer("GET /races/{id}/report/columns/", gapBytes);
  answer("GET /races/{id}/tracks/{track_id}/columns/", ({ params }) => trackBytes(params.track_id!));
  answer("GET /races/{id}/report/duel/", ({ query }) => {
    if (answers.duel_status !== 200) return refusal(answers.duel_status, FAULT);
    const leg = Number(query.get("leg"));
    return { duel: leg === 3 ? null : duelOf(query.get("a")!, query.get("b")!, leg) };
  });
  answer("PUT /races/{id}/corrections/", ({ body }) => {
    if (answers.overtaken) return overtake(answers);
    answers.sent.push((body as { corrections: RaceCorrection[] }).corrections);
    if (answers.save_status !== 200) return refusal(answers.save_status, FAULT);
    answers.corrections = answers.sent.at(-1)!;
    return report();
  });
  return answers;
}

function overtake(answers: Answers): Response {
  answers.corrections = answers.overtaken!;
  answers.overtaken = null;
  return refusal(412, { detail: "Somebody else has changed the corrections." });
}
