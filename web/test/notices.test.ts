import { expect, it } from "vitest";
import { notify, subscribeToNotices } from "../src/server/notices";

it("notices are queued until a subscriber exists", () => {
  notify.error("Could not retrieve data. Please check back later.");
  const shown: string[] = [];
  const stop = subscribeToNotices(({ type, text }) => shown.push(`${type}: ${text}`));
  notify.success("User Updated");
  expect(shown).toEqual(["error: Could not retrieve data. Please check back later.", "success: User Updated"]);
  stop();
  notify.info("Later");
  expect(shown).toHaveLength(2);
  subscribeToNotices(({ text }) => shown.push(text))();
  expect(shown.at(-1)).toBe("Later");
});
