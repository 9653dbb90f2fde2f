/** The journal of a track: its entries by pages, and the changes to them. */
import type { Journal, JournalReply } from "@leebow/api/contract";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createNotes,
  createReply,
  deleteEntry,
  deleteReply,
  fetchTrackJournal,
  type Notes,
  replaceNotes,
  updateReply,
} from "../api/journal-entries";
import { fetchTrack } from "../api/tracks";
import { storeTrack } from "./cached-tracks";

/** Entries of a track, newest first. */
export const trackJournalOptions = (track_id: number) =>
  infiniteQueryOptions({
    queryKey: ["journal", "track", track_id],
    queryFn: ({ pageParam, signal }) => fetchTrackJournal(track_id, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** A change of the journal, after which it and the number of its entries are fetched again. The form shows failures. */
function useJournalChange<Variables>(track_id: number, change: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: () => undefined,
    onSuccess: async () => {
      void fetchTrack(track_id).then(
        (track) => storeTrack(client, track),
        () => undefined,
      );
      await client.invalidateQueries({ queryKey: trackJournalOptions(track_id).queryKey });
    },
  });
}

/** Writes a new entry, or replaces the text and tags of `entry`. */
export const useSaveNotes = (track_id: number, entry: Journal | null) =>
  useJournalChange(track_id, (notes: Notes) => (entry ? replaceNotes(entry, notes) : createNotes(track_id, notes)));

export const useDeleteEntry = (track_id: number) => useJournalChange(track_id, deleteEntry);

/** Writes a new reply, or replaces the text of `reply`. */
export const useSaveReply = (track_id: number, journal: number, reply: JournalReply | null) =>
  useJournalChange(track_id, (content: string) =>
    reply ? updateReply(reply, content) : createReply(journal, content),
  );

export const useDeleteReply = (track_id: number) => useJournalChange(track_id, deleteReply);
