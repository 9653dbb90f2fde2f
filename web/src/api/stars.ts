/** Calls about gold stars: journal entries that name a section of a track or of a race. */
import type { Journal, RequestTo } from "@leebow/api/contract";
import { allRows } from "./all-rows";
import { call } from "./client";
import { fetchEntries } from "./journal-entries";

/** What the stars are about. */
export type StarSubject = { track: number } | { race: number; share_id?: string | undefined };

type JournalBody = NonNullable<RequestTo<"POST /journals/">["body"]>;
export type NewStar = Pick<JournalBody, "content" | "tags" | "s_point" | "e_point">;

/** All stars of a track or a race, oldest section first. */
export async function fetchStars(subject: StarSubject, signal?: AbortSignal): Promise<Journal[]> {
  const entries = await allRows((cursor) => fetchEntries(subject, cursor, signal));
  return entries
    .filter(({ jType, s_point, e_point }) => jType === "star" && s_point && e_point)
    .sort((a, b) => Date.parse(a.s_point!) - Date.parse(b.s_point!));
}

export function createStar(subject: StarSubject, star: NewStar): Promise<Journal> {
  const about = "track" in subject ? { track: subject.track } : { race: subject.race };
  return call("POST /journals/", { body: { ...about, jType: "star", ...star } });
}
