/** Calls about the user's tags and the segments that have them. */
import type { UserTag } from "@leebow/api/contract";
import { call, request } from "./client";

/** All tags of the user by value, hidden ones among them. */
export const fetchUserTags = async (signal?: AbortSignal): Promise<UserTag[]> =>
  (await call("GET /user-tags/", { signal })).tags;

/** A new tag, or the one of this value, which is then visible again; `isNew` tells which. */
export async function createUserTag(value: string): Promise<{ tag: UserTag; isNew: boolean }> {
  const { status, body } = await request("POST /user-tags/", { body: { value, color: "green" } });
  return { tag: body.tag, isNew: status === 201 };
}

export const hideUserTag = (id: number) => call("POST /user-tags/{id}/hide/", { params: { id } });
export const showUserTag = (id: number) => call("POST /user-tags/{id}/show/", { params: { id } });

export const tagSegment = (segment: number, track: number, tag_id: number) =>
  call("POST /segments/{id}/tags/", { params: { id: segment }, body: { tag_id, track } });
export const untagSegment = (segment: number, track: number, tag_id: number) =>
  call("DELETE /segments/{id}/tags/", { params: { id: segment }, body: { tag_id, track } });
