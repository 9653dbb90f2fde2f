import { describe, expect, it } from "vitest";
import type { Viewer } from "../platform/http/viewer.ts";
import { canList, trackCan } from "./track.ts";

const person = (id: number, role: number | null = null, enabled_features: string[] = []) =>
  ({ id, role, enabled_features, email_verified: true }) as unknown as Viewer;

const owner = person(1);
const outsider = person(2);
const coach = person(3, 2);
const with_coach_tools = person(4, null, ["coach_tools"]);
const administrator = person(5, 1);
const everybody = [owner, outsider, coach, with_coach_tools, administrator];

/** Which of owner, outsider, coach, holder of coach tools and administrator are allowed, 1 or 0 each. */
const who = (allowed: (viewer: Viewer) => boolean) => everybody.map((viewer) => (allowed(viewer) ? 1 : 0)).join("");

describe("the policy of tracks: owner, outsider, coach, coach tools, administrator", () => {
  it.each([
    ["change_visibility", "10000"],
    ["edit", "10001"],
    ["correct", "10001"],
    ["delete", "10001"],
    ["download_source", "10111"],
  ] as const)("%s of a visible track is allowed to %s", (action, allowed) => {
    expect(who((viewer) => trackCan(viewer, { user_id: owner.id })[action])).toBe(allowed);
  });

  it("gives no rights by a role to an address that is not confirmed", () => {
    const unconfirmed = { ...administrator, email_verified: false } as Viewer;
    expect(trackCan(unconfirmed, { user_id: owner.id }).edit).toBe(false);
    expect(canList(unconfirmed, "all")).toBe(false);
  });

  it("lists the tracks of all users for an administrator only", () => {
    expect(who((viewer) => canList(viewer, "all"))).toBe("00001");
    expect(who((viewer) => canList(viewer, "mine"))).toBe("11111");
    expect(who((viewer) => canList(viewer, "team"))).toBe("11111");
  });
});
