/** Journal entries by pages, and the changes to them, which are written into every list that is cached. */

import type { Journal, JournalReply } from "@leebow/api/contract";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { shownByForm } from "../api/failure";
import {
  createEntry,
  createReply,
  deleteEntry,
  deletePhoto,
  deleteReply,
  type EntryBody,
  type EntrySubject,
  fetchBoatCatalogue,
  fetchEntries,
  fetchEntry,
  hideEntry,
  type JournalAddress,
  replaceEntry,
  updateReply,
} from "../api/journal-entries";
import { fetchTrack } from "../api/tracks";
import { storeTrack } from "./cached-tracks";
import { PagedList, pagedOptions } from "./paged-list";

const LIST = new PagedList<Journal>(["journals", "list"]);
const STARS = ["journals", "stars"] as const;

/** One entry. */
export const journalEntryOptions = (id: number) =>
  queryOptions({ queryKey: ["journals", "entry", id], queryFn: ({ signal }) => fetchEntry(id, signal) });

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

export function useSaveEntry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ subject, entry, body }: Save) => (entry ? replaceEntry(entry.id, body) : createEntry(subject, body)),
    onError: shownByForm,
    onSuccess: async (saved, { entry }) => {
      if (entry) return storeEntry(client, saved);
      refreshPlaces(client, saved);
      await refreshEntries(client);
    },
  });
}

/** False when the server did not answer 204; the entry is then still listed. */
export function useDeleteEntry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Journal) => deleteEntry(id),
    onSuccess: (isDeleted, entry) => {
      if (!isDeleted) return;
      LIST.remove(client, entry.id);
      refreshPlaces(client, entry);
    },
  });
}

/** Hides an entry, or the reply of this id, from others, or shows it again. */
export function useHideEntry(id: number, reply_id?: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hidden: boolean) => hideEntry(id, hidden, reply_id),
    onSuccess: (entry) => {
      storeEntry(client, entry);
      refreshPlaces(client, entry);
    },
  });
}

/** Fetches an entry with all of its replies: a list has the last ones. */
export function useAllReplies(id: number) {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => fetchEntry(id), onSuccess: (entry) => storeEntry(client, entry) });
}

/** False when the server did not answer 204; the photo is then still shown. */
export function useDeletePhoto(entry_id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (photo_id: number) => deletePhoto(entry_id, photo_id),
    onSuccess: (isDeleted, photo_id) => {
      if (!isDeleted) return;
      changeEntry(client, entry_id, (one) => ({ ...one, photos: one.photos.filter(({ id }) => id !== photo_id) }));
    },
  });
}

/** Writes a new reply, or replaces the text of `reply`. */
export function useSaveReply(journal: number, reply: JournalReply | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => (reply ? updateReply(reply, content) : createReply(journal, content)),
    onError: shownByForm,
    onSuccess: (saved) =>
      changeReplies(client, journal, (replies) =>
        reply ? replies.map((one) => (one.id === saved.id ? saved : one)) : [...replies, saved],
      ),
  });
}

/** False when the server did not answer 204; the reply is then still shown. */
export function useDeleteReply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteReply,
    onSuccess: (isDeleted, { id, journal }) =>
      isDeleted && changeReplies(client, journal, (replies) => replies.filter((one) => one.id !== id)),
  });
}

function changeEntry(client: QueryClient, id: number, change: (entry: Journal) => Journal): void {
  LIST.change(client, (entries) => entries.map((one) => (one.id === id ? change(one) : one)));
}

function changeReplies(client: QueryClient, journal: number, change: (replies: JournalReply[]) => JournalReply[]) {
  changeEntry(client, journal, (one) => {
    const replies = change(one.replies);
    return { ...one, replies, reply_count: one.reply_count + replies.length - one.replies.length };
  });
}

/** Kites and foils; they change with the version of the server only. */
export const boatCatalogueOptions = () =>
  queryOptions({
    queryKey: ["boat catalogue"],
    queryFn: ({ signal }) => fetchBoatCatalogue(signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
