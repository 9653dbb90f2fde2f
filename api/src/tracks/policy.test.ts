import { describe, expect, it } from "vitest";
import type { Viewer } from "../auth/viewer.ts";
import { canChangeAnalysis, canChangeVisibility, canDelete, canDownloadSource, canList, canView } from "./policy.ts";

const person = (id: number, role: number | null = null, enabled_features: string[] = []) =>
  ({ id, role, enabled_features }) as unknown as Viewer;

const owner = person(1);
const outsider = person(2);
const coach = person(3, 2);
const with_coach_tools = person(4, null, ["coach_tools"]);
const administrator = person(5, 1);
const everybody = [owner, outsider, coach, with_coach_tools, administrator];

const open = { user_id: 1, permissions: "PUBLIC" as const };
const closed = { user_id: 1, permissions: "PRIVATE" as const };

/** Who of owner, outsider, coach, holder of coach tools and administrator may. */
const who = (may: (viewer: Viewer) => boolean) => everybody.map((viewer) => (may(viewer) ? 1 : 0)).join("");

describe("the policy of tracks: owner, outsider, coach, coach tools, administrator", () => {
  it.each([
    ["see", canView, "11111", "10001"],
    ["change the visibility of", canChangeVisibility, "10000", "10000"],
    ["change the boat of", canChangeAnalysis, "10001", "10001"],
    ["delete", canDelete, "10001", "10001"],
    ["download the source of", canDownloadSource, "10111", "10001"],
  ] as const)("who may %s a public and a private track", (_, may, of_public, of_private) => {
    expect([who((viewer) => may(viewer, open)), who((viewer) => may(viewer, closed))]).toEqual([of_public, of_private]);
  });

  it("everybody's tracks are listed for an administrator alone", () => {
    expect(who((viewer) => canList(viewer, "all"))).toBe("00001");
    expect(who((viewer) => canList(viewer, "mine"))).toBe("11111");
    expect(who((viewer) => canList(viewer, "team"))).toBe("11111");
  });
});
