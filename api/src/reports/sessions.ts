import { type FileAnalysis, type Session, sessionOf } from "@leebow/core/node";
import type { AppContext } from "../app-context.ts";
import { RESULT_FILES } from "../tracks/result-files.ts";
import { analysedTracks, type ReportFilter } from "./queries.ts";

/** Reports read at the same time: enough to keep a disk busy, not so many that a season fills the memory. */
const AT_ONCE = 8;

/** What the dashboards need of every session of a report, oldest first. A track that is being deleted is passed over. */
export async function sessionsOf({ db, storage }: AppContext, filter: ReportFilter): Promise<Session[]> {
  const tracks = await analysedTracks(db, filter);
  const sessions: Session[] = [];
  for (let from = 0; from < tracks.length; from += AT_ONCE) {
    const some = tracks.slice(from, from + AT_ONCE).map(async ({ result_key, local_date }) => {
      const bytes = await storage.read(`${result_key}/${RESULT_FILES.report}`).catch(() => null);
      return bytes === null ? [] : [sessionOf(JSON.parse(bytes.toString("utf8")) as FileAnalysis, local_date)];
    });
    sessions.push(...(await Promise.all(some)).flat());
  }
  return sessions;
}
