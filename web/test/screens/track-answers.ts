/** The track list, as the server answers it. */
import type { Race, Track } from "@leebow/api/contract";
import { answer, type Call } from "./answers";
import { onePage } from "./made";

/** Answers the list of tracks, each of them, and that of races. Returns what the list of tracks is asked for. */
export function answerTracks(tracks: readonly Track[], races: readonly Race[] = []): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  answer("GET /tracks/", ({ query }: Call) => {
    asked.push(query);
    const users = query.getAll("filter_users").map(Number);
    return onePage(tracks.filter(({ user }) => users.length === 0 || users.includes(user)));
  });
  answer("GET /tracks/{id}/", ({ params }) => Response.json(tracks.find(({ id }) => id === Number(params.id))));
  answer("GET /tracks/dates/", () => ({ dates: tracks.flatMap(({ start_time }) => start_time?.slice(0, 10) ?? []) }));
  answer("GET /tracks/oldest_date/", () => ({ date: tracks.at(-1)?.start_time?.slice(0, 10) ?? null }));
  answer("GET /races/", () => ({ ...onePage([...races]), next_name: "Race 5" }));
  answer("GET /race-consents/", () => ({ results: [] }));
  return asked;
}
