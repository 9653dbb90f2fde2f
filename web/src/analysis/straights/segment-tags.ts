/** The user's tags, and the changes of the tags of straights. */
import { type Segment, tagKey, type UserTag } from "@leebow/api/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call, request, showFailure } from "../../server/client";
import { notify } from "../../server/notices";
import { type StoredStraights, straightAnalysisOptions } from "./queries";

/** All tags of the user by value, hidden ones among them. */
export const userTagsOptions = () =>
  queryOptions({ queryKey: ["user-tags"] as const, queryFn: ({ signal }) => fetchUserTags(signal) });

/** Shown in the style of a success, as the specification has it. */
const NOT_CREATED = "Could not create that tag. Please try again.";

/** A straight of an analysis. */
interface Tagged {
  id: number;
  tags: readonly UserTag[];
}

/** Changes of tags. Each shows its failure as a notice and resolves to whether it was done. */
export function useSegmentTags(analysis_id: number, track_id: number) {
  const client = useQueryClient();
  const { queryKey } = straightAnalysisOptions(analysis_id);
  const refreshTags = () => client.invalidateQueries({ queryKey: userTagsOptions().queryKey });
  const write = (segment_id: number, tags: readonly UserTag[]) =>
    client.setQueryData<StoredStraights>(queryKey, (stored) => stored && withTags(stored, segment_id, tags));

  /** The straight has the tags at once, and those it had when the server does not take them. */
  const change = async ({ id, tags }: Tagged, next: readonly UserTag[], send: () => Promise<Segment>) => {
    await client.cancelQueries({ queryKey, exact: true });
    write(id, next);
    const isDone = await attempt(async () => write(id, (await send()).user_tags));
    if (!isDone) write(id, tags);
    await client.invalidateQueries({ queryKey });
    return isDone;
  };

  return {
    /** A tag that exists is used again; a hidden one becomes visible again. */
    add: async (segment: Tagged, value: string): Promise<boolean> => {
      const known = await client.ensureQueryData(userTagsOptions()).catch((): UserTag[] => []);
      const tag = known.find((one) => one.visible && tagKey(one.value) === tagKey(value)) ?? (await createdTag(value));
      if (!tag) return false;
      void refreshTags();
      return change(segment, [...segment.tags, tag], () => tagSegment(segment.id, track_id, tag.id));
    },
    remove: (segment: Tagged, tag: UserTag): Promise<boolean> =>
      change(
        segment,
        segment.tags.filter(({ id }) => id !== tag.id),
        () => untagSegment(segment.id, track_id, tag.id),
      ),
    setVisible: (tag: UserTag, visible: boolean): Promise<boolean> =>
      attempt(async () => {
        await (visible ? showUserTag(tag.id) : hideUserTag(tag.id));
        await Promise.all([refreshTags(), client.invalidateQueries({ queryKey })]);
      }),
  };
}

/** The tag of this value, made now or found; null when the server does not make it. */
async function createdTag(value: string): Promise<UserTag | null> {
  try {
    const { tag, isNew } = await createUserTag(value);
    if (isNew) notify.success("Tag created successfully.");
    return tag;
  } catch {
    notify.success(NOT_CREATED);
    return null;
  }
}

async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (cause) {
    showFailure(cause);
    return false;
  }
}

function withTags(stored: StoredStraights, segment_id: number, tags: readonly UserTag[]): StoredStraights {
  const segments = Object.fromEntries(
    Object.entries(stored.analysis.segments).map(([name, segment]) => [
      name,
      segment.id === segment_id ? { ...segment, tags: [...tags] } : segment,
    ]),
  );
  return { ...stored, analysis: { ...stored.analysis, segments } };
}

// Calls about the user's tags and the segments that have them.

/** All tags of the user by value, hidden ones among them. */
const fetchUserTags = async (signal?: AbortSignal): Promise<UserTag[]> =>
  (await call("GET /user-tags/", { signal })).tags;

/** A new tag, or the one of this value, which is then visible again; `isNew` tells which. */
async function createUserTag(value: string): Promise<{ tag: UserTag; isNew: boolean }> {
  const { status, body } = await request("POST /user-tags/", { body: { value, color: "green" } });
  return { tag: body.tag, isNew: status === 201 };
}

const hideUserTag = (id: number) => call("POST /user-tags/{id}/hide/", { params: { id } });
const showUserTag = (id: number) => call("POST /user-tags/{id}/show/", { params: { id } });

const tagSegment = (segment: number, track: number, tag_id: number) =>
  call("POST /segments/{id}/tags/", { params: { id: segment }, body: { tag_id, track } });
const untagSegment = (segment: number, track: number, tag_id: number) =>
  call("DELETE /segments/{id}/tags/", { params: { id: segment }, body: { tag_id, track } });
