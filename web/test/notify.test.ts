import { describe, expect, it, vi } from "vitest";
import { hearNotices, notify, onFirstNotice } from "../src/components/notify.ts";

describe("notices", () => {
  it("said before anybody hears are not lost, and wake what shows them", () => {
    const wake = vi.fn();
    notify.error("Could not retrieve data. Please check back later.");
    onFirstNotice(wake);
    expect(wake).toHaveBeenCalledTimes(1);
    const heard: string[] = [];
    const stop = hearNotices(({ type, text }) => heard.push(`${type}: ${text}`));
    notify.success("User Updated");
    expect(heard).toEqual(["error: Could not retrieve data. Please check back later.", "success: User Updated"]);
    stop();
    notify.info("Later");
    expect(wake).toHaveBeenCalledTimes(2);
    expect(heard).toHaveLength(2);
  });
});
