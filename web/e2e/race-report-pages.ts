/** A race report in the browser, its calls answered with a race of the model in race-sailed.ts. */

import type { RaceReportAnswer } from "@leebow/api/contract";
import type { HandicapResult, RaceCorrection, RaceDay, RaceReport } from "@leebow/core";
import type { Page, Route } from "@playwright/test";
import { duelOf } from "./race-duels";
import { gapBytes, RACE_ID, raceDay, raceSummary, trackBytes } from "./race-sailed";

export interface Answers {
  day: RaceDay | null;
  processing_status: RaceReportAnswer["processing_status"];
  corrections: RaceCorrection[];
  summary: ReturnType<typeof raceSummary>;
  /** Status of the next answers to PUT; 200 stores. */
  save_status: number;
  /** Status of the answers about two boats. */
  duel_status: number;
  /** What somebody else stores before the next PUT; null for nothing. */
  overtaken: RaceCorrection[] | null;
  /** Lists that were sent and taken. */
  sent: RaceCorrection[][];
}

const ARROW = "application/vnd.apache.arrow.stream";

/** Answers the calls of the report; what the answers say can be changed until they are sent. */
export async function answerRaceReport(page: Page, changes: Partial<Answers> = {}): Promise<Answers> {
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
  const report = () => ({
    processing_status: answers.processing_status,
    report: answers.day,
    corrections: answers.corrections,
    version: String(answers.sent.length),
  });
  const base = `/api/races/${RACE_ID}`;
  await page.route(
    ({ pathname }) => pathname.startsWith(`${base}/`),
    (route) => answer(route, base, answers, report),
  );
  return answers;
}

function answer(route: Route, base: string, answers: Answers, report: () => object) {
  const path = new URL(route.request().url()).pathname.slice(base.length);
  const track = /^\/tracks\/(\d+)\/columns\/$/.exec(path);
  if (track) return route.fulfill({ contentType: ARROW, body: Buffer.from(trackBytes(track[1]!)) });
  switch (path) {
    case "/":
      return route.fulfill({ json: answers.summary });
    case "/report/":
      return route.fulfill({ json: report() });
    case "/report/spreadsheet/":
      return route.fulfill({ body: "a workbook" });
    case "/report/duel/":
      return answerDuel(route, answers);
    case "/report/columns/":
      return route.fulfill({ contentType: ARROW, body: Buffer.from(gapBytes()) });
    case "/corrections/":
      if (answers.overtaken) return overtake(route, answers);
      answers.sent.push(route.request().postDataJSON().corrections);
      if (answers.save_status !== 200)
        return route.fulfill({ status: answers.save_status, json: { detail: "The server has a fault." } });
      answers.corrections = answers.sent.at(-1)!;
      return route.fulfill({ json: report() });
    default:
      return route.continue();
  }
}

function answerDuel(route: Route, { duel_status }: Answers) {
  if (duel_status !== 200) return route.fulfill({ status: duel_status, json: { detail: "The server has a fault." } });
  const query = new URL(route.request().url()).searchParams;
  const leg = Number(query.get("leg"));
  return route.fulfill({ json: { duel: leg === 3 ? null : duelOf(query.get("a")!, query.get("b")!, leg) } });
}

function overtake(route: Route, answers: Answers) {
  answers.corrections = answers.overtaken!;
  answers.overtaken = null;
  return route.fulfill({ status: 412, json: { detail: "Somebody else has changed the corrections." } });
}

export const REPORT = `/races/${RACE_ID}/report`;

/** A result by time on distance over 4.5 nm; the last boat is scored OCS. */
export function handicapOf({ boats }: RaceReport): HandicapResult {
  const rated = boats.map(({ track, elapsed_s }, at) => {
    const [rating, isLast] = [10 * at, at === boats.length - 1];
    const corrected_s = elapsed_s === null ? null : elapsed_s - 4.5 * rating;
    return { track, rating, start_after_s: 0, elapsed_s, corrected_s, score: isLast ? ("ocs" as const) : null };
  });
  const order = rated.toSorted(
    (a, b) => Number(a.score !== null) - Number(b.score !== null) || a.corrected_s! - b.corrected_s!,
  );
  return {
    system: "time_on_distance",
    course_nm: 4.5,
    course_basis: "stated",
    boats: order.map((boat, at) => ({
      ...boat,
      place: boat.score ? null : at + 1,
      place_sure: at !== 1,
      behind_s: boat.score ? null : boat.corrected_s! - order[0]!.corrected_s!,
    })),
  };
}

/** The same race an hour later. */
export function secondRace(): RaceDay["races"][number] {
  const later = (text: string) =>
    text.replace(/"(\d{4}-\d\d-\d\dT[^"]+Z)"/g, (_, at) => `"${new Date(Date.parse(at) + 3_600_000).toISOString()}"`);
  return JSON.parse(later(JSON.stringify(raceDay().races[0])));
}
