/** Calls on the entries of a track's journal and their replies. */
import type { Journal, JournalPage, JournalReply, RequestTo } from "@leebow/api/contract";
import { call, request } from "./client";

type JournalBody = NonNullable<RequestTo<"PUT /journals/{id}/">["body"]>;

/** What the form of notes writes. */
export interface Notes {
  content: string;
  tags: string[];
}

export const fetchTrackJournal = (
  track_id: number,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<JournalPage> =>
  call("GET /tracks/{id}/journal/", { params: { id: track_id }, query: { cursor: cursor ?? undefined }, signal });

export const createNotes = (track: number, notes: Notes): Promise<Journal> =>
  call("POST /journals/", { body: { track, ...bodyOf(notes) } });

/** Replaces text and tags of an entry; its other parts stay. */
export function replaceNotes(entry: Journal, notes: Notes): Promise<Journal> {
  const { kite_brand, kite_model, kite_size, foil_brand, foil_model, foil_wing, s_point, e_point } = entry;
  const body: JournalBody = {
    ...{ kite_brand, kite_model, kite_size, foil_brand, foil_model, foil_wing, s_point, e_point },
    feel: entry.feel as NonNullable<JournalBody["feel"]>,
    straight_analysis_id: entry.straight_analysis_id,
    straight_analysis_segments: entry.straight_analysis_segments.map(({ id }) => id),
    regatta_report: entry.regatta_report,
    ...bodyOf(notes),
  };
  return call("PUT /journals/{id}/", { params: { id: entry.id }, body });
}

const bodyOf = ({ content, tags }: Notes) => ({ content, tags: tags.map((value) => ({ value })) });

/** True when the server answers 204. */
export const deleteEntry = async (id: number): Promise<boolean> =>
  (await request("DELETE /journals/{id}/", { params: { id } })).status === 204;

export const createReply = (journal: number, content: string): Promise<JournalReply> =>
  call("POST /journals/{id}/reply/", { params: { id: journal }, body: { content } });

export const updateReply = ({ id, journal }: JournalReply, content: string): Promise<JournalReply> =>
  call("PATCH /journals/{id}/reply/", { params: { id: journal }, body: { reply_id: id, content } });

/** True when the server answers 204. */
export const deleteReply = async ({ id, journal }: JournalReply): Promise<boolean> =>
  (await request("DELETE /journals/{id}/reply/", { params: { id: journal }, query: { reply_id: id } })).status === 204;
