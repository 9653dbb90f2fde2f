/** Calls on journal entries, their photos and their replies. */
import type { BoatCatalogue, Journal, JournalPage, JournalReply, RequestTo } from "@leebow/api/contract";
import { call, request } from "./client";

/** What can be changed of an entry, as the server takes it. */
export type EntryBody = NonNullable<RequestTo<"PUT /journals/{id}/">["body"]>;
type NewEntry = NonNullable<RequestTo<"POST /journals/">["body"]>;

/** What an entry is about, and its kind; they stay as they were written first. */
export type EntrySubject = Pick<NewEntry, "track" | "race" | "jType">;

/** Which entries are listed: those of the viewer's journal, or those about a track or a race. */
export type JournalAddress =
  | { search: string }
  | { track: number }
  | { race: number /** Of a link holder. */; share_id?: string | undefined };

/** A page of entries, newest first. */
export function fetchEntries(
  address: JournalAddress,
  cursor_or_null: string | null,
  signal?: AbortSignal,
): Promise<JournalPage> {
  const cursor = cursor_or_null ?? undefined;
  if ("track" in address)
    return call("GET /tracks/{id}/journal/", { params: { id: address.track }, query: { cursor }, signal });
  if ("race" in address) {
    const { race, share_id } = address;
    return call("GET /races/{id}/journal/", { params: { id: race }, query: { cursor, share_id }, signal });
  }
  return call("GET /journals/", { query: { cursor, search: address.search || undefined }, signal });
}

export const fetchEntry = (id: number, signal?: AbortSignal): Promise<Journal> =>
  call("GET /journals/{id}/", { params: { id }, signal });

export const createEntry = (subject: EntrySubject, body: EntryBody): Promise<Journal> =>
  call("POST /journals/", { body: { ...subject, ...body } });

export const replaceEntry = (id: number, body: EntryBody): Promise<Journal> =>
  call("PUT /journals/{id}/", { params: { id }, body });

/** True when the server answers 204. */
export const deleteEntry = async (id: number): Promise<boolean> =>
  (await request("DELETE /journals/{id}/", { params: { id } })).status === 204;

/** Hides an entry, or one of its replies, from others, or shows it again. Answers the entry. */
export const hideEntry = (id: number, hidden: boolean, reply_id?: number): Promise<Journal> =>
  call("PUT /journals/{id}/hidden/", { params: { id }, body: { hidden, reply_id } });

/** True when the server answers 204. */
export const deletePhoto = async (journal: number, photo_id: number): Promise<boolean> =>
  (await request("DELETE /journals/{id}/photo/", { params: { id: journal }, query: { photo_id } })).status === 204;

export const createReply = (journal: number, content: string): Promise<JournalReply> =>
  call("POST /journals/{id}/reply/", { params: { id: journal }, body: { content } });

export const updateReply = ({ id, journal }: JournalReply, content: string): Promise<JournalReply> =>
  call("PATCH /journals/{id}/reply/", { params: { id: journal }, body: { reply_id: id, content } });

/** True when the server answers 204. */
export const deleteReply = async ({ id, journal }: JournalReply): Promise<boolean> =>
  (await request("DELETE /journals/{id}/reply/", { params: { id: journal }, query: { reply_id: id } })).status === 204;

/** Kites and foils that the form offers. */
export const fetchBoatCatalogue = (signal?: AbortSignal): Promise<BoatCatalogue> => call("GET /boats/", { signal });
