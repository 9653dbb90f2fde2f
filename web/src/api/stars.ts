/** Calls about gold stars: journal entries that name a section of a track or of a race. */
import type { Journal, RequestTo } from "@leebow/api/contract";
import { call, request } from "./client";

/** What the stars are about. */
export type StarSubject = { track: number } | { race: number; share_id?: string | undefined };

type JournalBody = NonNullable<RequestTo<"POST /journals/">["body"]>;
export type NewStar = Pick<JournalBody, "content" | "tags" | "s_point" | "e_point">;

/** All stars of a track or a race, oldest section first. */
export async function fetchStars(subject: StarSubject, signal?: AbortSignal): Promise<Journal[]> {
  const stars: Journal[] = [];
  let cursor: string | undefined;
  do {
    const { results, next } = await fetchPage(subject, cursor, signal);
    stars.push(...results.filter(({ jType, s_point, e_point }) => jType === "star" && s_point && e_point));
    cursor = next ?? undefined;
  } while (cursor);
  return stars.sort((a, b) => Date.parse(a.s_point!) - Date.parse(b.s_point!));
}

function fetchPage(subject: StarSubject, cursor: string | undefined, signal: AbortSignal | undefined) {
  if ("track" in subject)
    return call("GET /tracks/{id}/journal/", { params: { id: subject.track }, query: { cursor }, signal });
  const { race, share_id } = subject;
  return call("GET /races/{id}/journal/", { params: { id: race }, query: { cursor, share_id }, signal });
}

export function createStar(subject: StarSubject, star: NewStar): Promise<Journal> {
  const about = "track" in subject ? { track: subject.track } : { race: subject.race };
  return call("POST /journals/", { body: { ...about, jType: "star", ...star } });
}

/** True when the server answers 204. */
export const deleteStar = async (id: number): Promise<boolean> =>
  (await request("DELETE /journals/{id}/", { params: { id } })).status === 204;
