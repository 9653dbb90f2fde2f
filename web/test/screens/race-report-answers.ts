/** The report of a race of the model in race-sailed.ts, as the server answers it. */
import type { RouteName } from "@leebow/api/contract";
import { type Answers, reportCalls } from "../../e2e/race-report-pages";
import { answer } from "./answers";

/** Answers the calls of the report; what the answers say can be changed until they are sent. */
export function answerRaceReport(changes: Partial<Answers> = {}): Answers {
  const { answers, calls } = reportCalls(changes);
  for (const [route, reply] of Object.entries(calls)) answer(route as RouteName, reply as never);
  return answers;
}
