/** The gold stars of a track or a race. */
import type { Journal } from "@leebow/api/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { shownByForm } from "../api/failure";
import { deleteEntry } from "../api/journal-entries";
import { createStar, fetchStars, type NewStar, type StarSubject } from "../api/stars";
import { TRACKS } from "./cached-tracks";
import { refreshEntries } from "./journal-entries";

const starKey = (subject: StarSubject) => ["journals", "stars", subject] as const;

/** Not refetched by itself: an opened star would move under the pointer. */
export const starOptions = (subject: StarSubject) =>
  queryOptions({
    queryKey: starKey(subject),
    queryFn: ({ signal }) => fetchStars(subject, signal),
    meta: { silent: true },
  });

/** The stars with their changes; `mayCreate` is false for a visitor without an account. */
export interface StarSource {
  stars: readonly Journal[];
  /** Whether the stars are known. */
  isLoaded: boolean;
  mayCreate: boolean;
  /** The form shows failures. */
  create: (star: NewStar) => Promise<Journal>;
  /** Whether it is deleted. A notice shows failures. */
  remove: (id: number) => Promise<boolean>;
}

export function useStars(subject: StarSubject, mayCreate: boolean): StarSource {
  const client = useQueryClient();
  const queryKey = starKey(subject);
  const { data, isFetched } = useQuery(starOptions(subject));
  // Journal counts of the lists change as well.
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey }), TRACKS.refresh(client), refreshEntries(client)]);
  const { mutateAsync: create } = useMutation({
    mutationFn: (star: NewStar) => createStar(subject, star),
    onError: shownByForm,
    onSuccess: refresh,
  });
  const { mutateAsync: remove } = useMutation({ mutationFn: deleteEntry, onSuccess: refresh });
  return { stars: data ?? [], isLoaded: isFetched, mayCreate, create, remove };
}
