import { describe, expect, it, vi } from "vitest";
import { notify, onQueuedNotice, subscribeToNotices } from "../src/stores/notices";

describe("notices", () => {
  it("are queued until a subscriber exists, and load the component that shows them", () => {
    const load = vi.fn();
    notify.error("Could not retrieve data. Please check back later.");
    onQueuedNotice(load);
    expect(load).toHaveBeenCalledTimes(1);
    const shown: string[] = [];
    const stop = subscribeToNotices(({ type, text }) => shown.push(`${type}: ${text}`));
    notify.success("User Updated");
    expect(shown).toEqual(["error: Could not retrieve data. Please check back later.", "success: User Updated"]);
    stop();
    notify.info("Later");
    expect(load).toHaveBeenCalledTimes(2);
    expect(shown).toHaveLength(2);
  });
});
