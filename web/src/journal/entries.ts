/** Journal entries by pages, and the changes to them, which are written into every list that is cached. */
import type { Journal, JournalPage, JournalReply, RequestTo } from "@leebow/api/contract";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../server/client";
import { PagedList, pagedOptions } from "../server/paged-list";
import { read, remove, useChange, useRemove, useSend } from "../server/read";
import { fetchTrack, storeTrack } from "../tracks/track-list";

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

const LIST = new PagedList<Journal>(["journals", "list"]);
const STARS = ["journals", "stars"] as const;

/** One entry. */
export const journalEntryOptions = (id: number) =>
  read(["journals", "entry", id], "GET /journals/{id}/", { params: { id } });

/** The entries of an address, newest first. */
export const journalOptions = (address: JournalAddress) =>
  pagedOptions([...LIST.key, address], (cursor, signal) => fetchEntries(address, cursor, signal));

/**
 * `store` writes an entry into every cached list that has it; `refresh` is for an entry that was written elsewhere, for
 * example as a star on the map.
 */
export const { store: storeEntry, refresh: refreshEntries } = LIST;

/** After an entry was added or deleted: the count of its track, and the stars on the maps. */
function refreshPlaces(client: QueryClient, { track, jType }: Pick<Journal, "track" | "jType">): void {
  if (jType === "star") void client.invalidateQueries({ queryKey: STARS });
  if (track === null) return;
  void fetchTrack(track).then(
    (row) => storeTrack(client, row),
    () => undefined,
  );
}

interface Save {
  subject: EntrySubject;
  /** The entry that is changed; null for a new one. */
  entry: Journal | null;
  body: EntryBody;
}

export const useSaveEntry = () =>
  useChange(
    ({ subject, entry, body }: Save) =>
      entry
        ? call("PUT /journals/{id}/", { params: { id: entry.id }, body })
        : call("POST /journals/", { body: { ...subject, ...body } }),
    {
      inForm: true,
      holds: async (client, saved, { entry }) => {
        if (entry) return storeEntry(client, saved);
        refreshPlaces(client, saved);
        await refreshEntries(client);
      },
    },
  );

export const deleteEntry = (id: number) => remove("DELETE /journals/{id}/", { params: { id } });

export const useDeleteEntry = () =>
  useChange(({ id }: Journal) => deleteEntry(id), {
    holds: (client, _, entry) => {
      LIST.remove(client, entry.id);
      refreshPlaces(client, entry);
    },
  });

/** Hides an entry, or the reply of this id, from others, or shows it again. */
export const useHideEntry = (id: number, reply_id?: number) =>
  useSend("PUT /journals/{id}/hidden/", (hidden: boolean) => ({ params: { id }, body: { hidden, reply_id } }), {
    holds: (client, entry) => {
      storeEntry(client, entry);
      refreshPlaces(client, entry);
    },
  });

/** Fetches an entry with all of its replies: a list has the last ones. */
export const useAllReplies = (id: number) =>
  useSend("GET /journals/{id}/", () => ({ params: { id } }), { holds: storeEntry });

export const useDeletePhoto = (id: number) =>
  useRemove("DELETE /journals/{id}/photo/", (photo_id: number) => ({ params: { id }, query: { photo_id } }), {
    holds: (client, _, photo_id) =>
      changeEntry(client, id, (one) => ({ ...one, photos: one.photos.filter((photo) => photo.id !== photo_id) })),
  });

/** Writes a new reply, or replaces the text of `reply`. */
export function useSaveReply(journal: number, reply: JournalReply | null) {
  const params = { id: journal };
  return useChange(
    (content: string) =>
      reply
        ? call("PATCH /journals/{id}/reply/", { params, body: { reply_id: reply.id, content } })
        : call("POST /journals/{id}/reply/", { params, body: { content } }),
    {
      inForm: true,
      holds: (client, saved) =>
        changeReplies(client, journal, (replies) =>
          reply ? replies.map((one) => (one.id === saved.id ? saved : one)) : [...replies, saved],
        ),
    },
  );
}

export const useDeleteReply = () =>
  useRemove(
    "DELETE /journals/{id}/reply/",
    ({ id, journal }: JournalReply) => ({ params: { id: journal }, query: { reply_id: id } }),
    {
      holds: (client, _, { id, journal }) =>
        changeReplies(client, journal, (replies) => replies.filter((one) => one.id !== id)),
    },
  );

function changeEntry(client: QueryClient, id: number, change: (entry: Journal) => Journal): void {
  LIST.change(client, (entries) => entries.map((one) => (one.id === id ? change(one) : one)));
}

function changeReplies(client: QueryClient, journal: number, change: (replies: JournalReply[]) => JournalReply[]) {
  changeEntry(client, journal, (one) => {
    const replies = change(one.replies);
    return { ...one, replies, reply_count: one.reply_count + replies.length - one.replies.length };
  });
}

/** Kites and foils that the form offers; they change with the version of the server only. */
export const boatCatalogueOptions = () =>
  read(["boat catalogue"], "GET /boats/", {}, { staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } });
