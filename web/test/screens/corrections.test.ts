/** Corrections of maneuvers and wind by hand, at a moment of a session. */

import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { MomentFoot } from "../../src/corrections/moment-foot";
import { ApiFailure } from "../../src/server/failure";
import type { CorrectionSource } from "../../src/session/correction-source";
import { ReplayModel } from "../../src/session/replay-model";
import { columnsOf, reportOf } from "../helpers";
import { mount } from "./screen";
import { expectNotices } from "./shown";

/** Shows the foot of the maneuvers, whose corrections fail until `store` is changed. */
function showFoot() {
  const server = {
    store: async (): Promise<void> => {
      throw new ApiFailure(503, "The server is busy.");
    },
  };
  const source: CorrectionSource = {
    corrections: [],
    outcomes: null,
    busy: false,
    edit: () => server.store(),
    explain: () => Promise.reject(new Error("not explained")),
  };
  mount(createElement(MomentFoot, { model: new ReplayModel({ report: reportOf(), columns: columnsOf(600) }), source }));
  return server;
}

const section = page.getByRole("group", { name: "Section", exact: true });

test.for([
  { opens: "Add", saves: "Add" },
  { opens: "Wind here", saves: "Set the wind" },
])("$opens: what was entered stays when it could not be stored", async ({ opens, saves }) => {
  const server = showFoot();
  await page.getByRole("button", { name: opens, exact: true }).click();
  await section.getByRole("button", { name: "End 1 s later" }).click();
  const end = section.getByRole("group", { name: "End of the section" }).getByRole("status");
  const chosen = end.element().textContent!;
  await section.getByRole("button", { name: saves, exact: true }).click();
  await expectNotices(["The server is busy."]);
  await expect.element(end).toHaveText(chosen);

  server.store = async () => undefined;
  await section.getByRole("button", { name: saves, exact: true }).click();
  await expect.element(section).not.toBeInTheDocument();
});
