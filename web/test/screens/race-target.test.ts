/** The legs of a race in % of target: with a polar kept, without one, and without a wind strength. */
import type { RaceTargetAnswer, Target } from "@leebow/api/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { REPORT } from "../../e2e/race-report-pages";
import { raceDay } from "../../e2e/race-sailed";
import { answer, refusal } from "./answers";
import { answerRaceReport } from "./race-report-answers";
import { onPhone, open } from "./screen";
import { region } from "./shown";

const SNIPE: Target = {
  id: 7,
  boat_class: "Snipe",
  name: "Snipe, club",
  over_ground: false,
  in_use: true,
  format: "qtvlm",
  damage: [],
  winds: [{ tws_kn: 10, twa_deg: [45, 90, 150], speed_kn: [5, 6, 5] }],
  created: "2026-08-01T10:00:00Z",
};
const ORC: Target = { ...SNIPE, id: 8, name: "Snipe, ORC", in_use: false };

const [race] = raceDay().races;

/** Boats at 99, 98, … % of target, the third not at all. */
function ofTarget(changes: Partial<RaceTargetAnswer["races"][number]> = {}): RaceTargetAnswer {
  const boats = race!.boats.map(({ track, legs }, at) => ({
    track,
    through_water: false,
    legs: legs.map(() =>
      at === 2
        ? null
        : {
            percent: 99 - at,
            half_width_percent: at === 1 ? null : 2,
            time_s: 400,
            port_percent: 97 - at,
            starboard_percent: at === 1 ? null : 101 - at,
          },
    ),
  }));
  const { id, boat_class, name, over_ground } = SNIPE;
  return {
    targets: [{ id, boat_class, name, over_ground }],
    races: [{ tws_kn: 9.2, measured_by: 2, boats, ...changes }],
  };
}

interface Kept {
  asked: (string | null)[];
  changed: unknown[];
}

/** The report for a viewer with these polars. */
async function withTargets(targets: Target[], reply: (tws_kn: string | null) => RaceTargetAnswer): Promise<Kept> {
  const calls: Kept = { asked: [], changed: [] };
  let list = targets;
  answerRaceReport();
  answer("GET /targets/", () => ({ results: list }));
  answer("GET /races/{id}/report/target/", ({ query }) => {
    calls.asked.push(query.get("tws_kn"));
    return reply(query.get("tws_kn"));
  });
  answer("PATCH /targets/{id}/", ({ params, body }) => {
    calls.changed.push([Number(params.id), body]);
    const { in_use } = body as { in_use: boolean };
    list = list.map((one) => ({ ...one, in_use: one.id === Number(params.id) ? in_use : false }));
    return list.find(({ id }) => id === Number(params.id))!;
  });
  await open(REPORT);
  await expect.element(region("Legs")).toBeVisible();
  return calls;
}

const legs = () => region("Legs");
const show = async (view: string) => legs().getByRole("radio", { name: view }).click();

test("a leg has the straights of each boat in % of target, of both tacks, and says in which wind", async () => {
  await withTargets([SNIPE], () => ofTarget());
  await show("% of target");
  const table = legs().getByRole("region", { name: "% of target on leg 1" });
  await expect.element(table.getByRole("row", { name: /Etxeberria/ })).toHaveTextContent(/99± 297101$/);
  // A mean of fewer than three minutes has no interval, and a tack of less than one no figure.
  await expect.element(table.getByRole("row", { name: /Vidal/ })).toHaveTextContent(/9896–$/);
  await expect.element(table.getByRole("row", { name: /Ferrer/ })).toHaveTextContent(/–––$/);
  await expect
    .element(legs())
    .toHaveTextContent("The same wind for all boats: 9 kn, the median of 2 boats with instruments or a wind log.");
  await expect.element(legs()).toHaveTextContent("over the ground: no current is known");
  await legs().getByRole("radio", { name: "2 down" }).click();
  await expect.element(legs().getByRole("region", { name: "% of target on leg 2" })).toBeVisible();
  await show("Gains");
  await expect.element(legs().getByRole("columnheader", { name: "Sailed" })).toBeVisible();
});

test("without a target the legs have their gains alone, and the menu says how to add one", async () => {
  const { asked } = await withTargets([], () => ofTarget());
  await expect.element(legs().getByRole("button", { name: "Target" })).toBeVisible();
  expect(asked).toEqual([]);
  await expect.element(legs().getByRole("radio", { name: "% of target" })).not.toBeInTheDocument();
  await legs().getByRole("button", { name: "Target" }).click();
  const menu = page.getByRole("menu");
  await expect.element(menu).toHaveTextContent("With a polar file of the class Snipe, % of target stands here.");
  await expect.element(menu.getByRole("menuitem", { name: "Add a polar file" })).toBeVisible();
});

test("of several polars one is chosen, and kept for the class", async () => {
  const { changed, asked } = await withTargets([SNIPE, ORC], () => ofTarget());
  await legs().getByRole("button", { name: "Target: Snipe, club" }).click();
  await page.getByRole("menuitem", { name: "Snipe, ORC" }).click();
  await expect.element(legs().getByRole("button", { name: "Target: Snipe, ORC" })).toBeVisible();
  await expect.element(page.getByText("Snipe, ORC is the target of the class Snipe.")).toBeVisible();
  expect(changed).toEqual([[8, { in_use: true }]]);
  await expect.poll(() => asked.length).toBe(2);
  await legs().getByRole("button", { name: "Target: Snipe, ORC" }).click();
  await page.getByRole("menuitem", { name: "No target" }).click();
  await expect.element(legs().getByRole("button", { name: "Target", exact: true })).toBeVisible();
  await expect.element(legs().getByRole("radio", { name: "% of target" })).not.toBeInTheDocument();
});

test("where no boat measured a wind strength one is given by hand", async () => {
  await onPhone();
  const given = (tws_kn: string | null) =>
    ofTarget(tws_kn === null ? { tws_kn: null, measured_by: 0 } : { tws_kn: Number(tws_kn), measured_by: 0 });
  const { asked } = await withTargets([SNIPE], given);
  await show("% of target");
  await expect
    .element(legs())
    .toHaveTextContent("% of target needs a wind strength, which no boat of this race measured. Give it by hand:");
  await legs().getByRole("textbox", { name: "Wind strength, kn" }).fill("11");
  await legs().getByRole("button", { name: "Use it" }).click();
  await expect.element(legs()).toHaveTextContent("The same wind for all boats: 11 kn, given by hand.");
  await expect.element(legs().getByRole("region", { name: "% of target on leg 1" })).toBeVisible();
  expect(asked).toEqual([null, "11"]);
});

test("figures that cannot be read leave the gains, and can be asked for again", async () => {
  const replies = [refusal(500), ofTarget()];
  await withTargets([SNIPE], () => replies.shift() as RaceTargetAnswer);
  await expect.element(legs()).toHaveTextContent("% of target could not be read.");
  await expect.element(legs().getByRole("columnheader", { name: "Sailed" })).toBeVisible();
  await legs().getByRole("button", { name: "Retry" }).click();
  await expect.element(legs().getByRole("radio", { name: "% of target" })).toBeVisible();
});
