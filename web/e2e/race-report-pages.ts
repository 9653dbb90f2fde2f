/** A race report in the browser, its calls answered with a race of the model in race-sailed.ts. */
import type { RaceReportAnswer, RouteName } from "@leebow/api/contract";
import type { HandicapResult, RaceCorrection, RaceDay, RaceReport } from "@leebow/core";
import type { Page } from "@playwright/test";
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

const FAULT = { detail: "The server has a fault." };

/** A call of the report: the parameters of its path, its query and its JSON. */
interface ReportCall {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
}

/** JSON, the bytes of columns, or a response as it is. */
type ReportReply = object | Uint8Array | Response;

/**
 * The calls of the report by their names in the contract, and what they are answered. What the answers say can be changed
 * until they are sent.
 */
export function reportCalls(changes: Partial<Answers> = {}) {
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
  const calls: Partial<Record<RouteName, (call: ReportCall) => ReportReply>> = {
    "GET /races/{id}/": () => answers.summary,
    "GET /races/{id}/report/": report,
    "GET /races/{id}/report/columns/": gapBytes,
    "GET /races/{id}/tracks/{track_id}/columns/": ({ params }) => trackBytes(params.track_id!),
    "GET /races/{id}/report/duel/": ({ query }) => {
      if (answers.duel_status !== 200) return Response.json(FAULT, { status: answers.duel_status });
      const leg = Number(query.get("leg"));
      return { duel: leg === 3 ? null : duelOf(query.get("a")!, query.get("b")!, leg) };
    },
    "PUT /races/{id}/corrections/": ({ body }) => {
      if (answers.overtaken) return overtake(answers);
      answers.sent.push((body as { corrections: RaceCorrection[] }).corrections);
      if (answers.save_status !== 200) return Response.json(FAULT, { status: answers.save_status });
      answers.corrections = answers.sent.at(-1)!;
      return report();
    },
  };
  return { answers, calls };
}

function overtake(answers: Answers): Response {
  answers.corrections = answers.overtaken!;
  answers.overtaken = null;
  return Response.json({ detail: "Somebody else has changed the corrections." }, { status: 412 });
}

/** Answers the calls of the report in a flow. */
export async function answerRaceReport(page: Page, changes: Partial<Answers> = {}): Promise<void> {
  for (const [route, reply] of Object.entries(reportCalls(changes).calls)) {
    const [method, path] = route.split(" ") as [string, string];
    const pattern = path.replace("{id}", String(RACE_ID)).replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const address = new RegExp(`^/api${pattern}$`);
    await page.route(
      ({ pathname }) => address.test(pathname),
      async (called) => {
        const request = called.request();
        if (request.method() !== method) return called.fallback();
        const { pathname, searchParams: query } = new URL(request.url());
        const params = address.exec(pathname)?.groups ?? {};
        const replied = reply({ params, query, body: request.postDataJSON() });
        if (replied instanceof Response) return called.fulfill({ status: replied.status, json: await replied.json() });
        if (replied instanceof Uint8Array) return called.fulfill({ contentType: ARROW, body: Buffer.from(replied) });
        return called.fulfill({ json: replied });
      },
    );
  }
}

const ARROW = "application/vnd.apache.arrow.stream";

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
