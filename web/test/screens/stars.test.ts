/** Gold stars, and the link to a moment: what they say when the server refuses. */

import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type StarSource, useStars } from "../../src/journal/stars";
import { MomentForm } from "../../src/race/replay/moment-form";
import { StarDeletion } from "../../src/replay/stars/star-deletion";
import { StarForm } from "../../src/replay/stars/star-panel";
import { ReplayModel } from "../../src/session/replay-model";
import { columnsOf, reportOf } from "../helpers";
import { answer, refusal } from "./answers";
import { entryOf, onePage, raceOf } from "./made";
import { mount } from "./screen";
import { expectNotices } from "./shown";

const BUSY = "The server is busy.";
const modelOf = () => new ReplayModel({ report: reportOf(), columns: columnsOf(600) });

/** Shows a part of a replay with the stars of track 7. */
function showStars(model: ReplayModel, part: (props: { model: ReplayModel; source: StarSource }) => React.ReactNode) {
  answer("GET /tracks/{id}/journal/", () => onePage([]));
  const Part = () => createElement(part, { model, source: useStars({ track: 7 }, true) });
  mount(createElement(Part));
}

test("a star that could not be saved is said to be so at its name alone, and stays as it was written", async () => {
  const model = modelOf();
  const [from_ms, to_ms] = [model.playback.clock.whole.from_ms, model.playback.clock.whole.to_ms];
  model.stars.draft = { from_ms, to_ms };
  answer("POST /journals/", () => refusal(503, { detail: BUSY }));
  showStars(model, StarForm);
  await page.getByLabelText("Name").fill("Best start");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByRole("form").getByRole("alert")).toHaveText(BUSY);
  await expectNotices([]);
  await expect.element(page.getByLabelText("Name")).toHaveValue("Best start");
});

test("a star that could not be deleted is said to be so once", async () => {
  const model = modelOf();
  model.stars.deleting = entryOf({
    jType: "star",
    content: "Best start",
    s_point: "2025-06-21T11:00:00.000Z",
    e_point: "2025-06-21T11:01:00.000Z",
  });
  answer("DELETE /journals/{id}/", () => refusal(503, { detail: BUSY }));
  showStars(model, StarDeletion);
  await page.getByRole("button", { name: "Delete" }).click();
  await expectNotices([BUSY]);
});

test("a link to a moment that could not be made is said to be so in its form alone", async () => {
  answer("POST /races/{id}/share/", () => refusal(503, { detail: BUSY }));
  const race = raceOf({ can: { ...raceOf().can, share: true } });
  mount(createElement("main", null, createElement(MomentForm, { model: modelOf(), race, share_id: null })));
  await expect.element(page.getByRole("main").getByRole("alert")).toHaveText(BUSY);
  await expectNotices([]);
});
