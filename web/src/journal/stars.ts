/** The gold stars of a track or a race: journal entries that name a section of it. */
import type { Journal, RequestTo } from "@leebow/api/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../server/client";
import { shownByForm } from "../server/failure";
import { allRows } from "../server/paged-list";
import { TRACKS } from "../tracks/track-list";
import { deleteEntry, fetchEntries, refreshEntries } from "./entries";

/** What the stars are about. */
type StarSubject = { track: number } | { race: number; share_id?: string | undefined };

type JournalBody = NonNullable<RequestTo<"POST /journals/">["body"]>;
type NewStar = Pick<JournalBody, "content" | "tags" | "s_point" | "e_point">;

/** All stars of a track or a race, oldest section first. */
async function fetchStars(subject: StarSubject, signal?: AbortSignal): Promise<Journal[]> {
  const entries = await allRows((cursor) => fetchEntries(subject, cursor, signal));
  return entries
    .filter(({ jType, s_point, e_point }) => jType === "star" && s_point && e_point)
    .sort((a, b) => Date.parse(a.s_point!) - Date.parse(b.s_point!));
}

function createStar(subject: StarSubject, star: NewStar): Promise<Journal> {
  const about = "track" in subject ? { track: subject.track } : { race: subject.race };
  return call("POST /journals/", { body: { ...about, jType: "star", ...star } });
}

const starKey = (subject: StarSubject) => ["journals", "stars", subject] as const;

/** Not refetched by itself: an opened star would move under the pointer. */
const starOptions = (subject: StarSubject) =>
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
  /** A notice shows failures. */
  remove: (id: number) => Promise<void>;
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
