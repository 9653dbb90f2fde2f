/** What the summary of a report says of its debrief. */
import { createElement } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { FirstFinding } from "../../src/analysis/debrief/first-finding";
import { answer } from "./answers";
import { mount } from "./screen";

const TEXT = "Tacks cost 12.7 m each, 2.7 ± 0.6 m more than in your last six sessions: 54 m today.";

test("the summary of a report says what the debrief says first, and leads to it", async () => {
  answer("GET /tracks/{id}/debrief/", () => Response.json({ findings: [{ text: TEXT }], potentials: [] }));
  const onDebrief = vi.fn();
  mount(createElement(FirstFinding, { track_id: 7, wind: { twd_deg: 260 }, onDebrief }));
  await expect.element(page.getByText(TEXT)).toBeVisible();
  await page.getByRole("button", { name: "Open the debrief" }).click();
  expect(onDebrief).toHaveBeenCalledOnce();
});
