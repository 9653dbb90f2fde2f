/** Lists whose rows the server is still working on: what comes into a row moves no other, which may be under the pointer. */
import type { Track } from "@leebow/api/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { POLL_INTERVAL_MS } from "../../src/server/polling";
import { keepFoundDamage } from "../../src/tracks/dropped-files";
import { answer } from "./answers";
import { raceOf, trackOf, windFileOf } from "./made";
import { open } from "./screen";
import { answerTracks } from "./track-answers";
import { answerWindFiles } from "./wind-answers";

const WIDTHS = [1440, 1100, 900, 390];
const [metric] = [trackOf().metric!];
/** Of a session without a single sign of the wind but its legs. */
const TURNS = { ...metric, tacks: 0, sets: 0, gybes: 0, douses: 0, turns: 9, average_wind_direction: null };
const WINDS = [
  { twd_deg: 240, probability: 0.61 },
  { twd_deg: 60, probability: 0.39 },
];
const UNREAD = { start_time: null, tz: null, location: null, static_map: null, static_map_dark: null };
const WAITING: Partial<Track> = { ...UNREAD, end_time: null, processing_status: 1, metric: null, sample_rate: null };

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

/** Top and bottom of every row, px. */
const places = () =>
  page
    .getByRole("article")
    .elements()
    .map((row) => row.getBoundingClientRect())
    .map(({ top, bottom }) => [Math.round(top), Math.round(bottom)]);

/** Expects that no row has moved after the page has loaded its data again and shows the text. */
async function expectStill(text: string | RegExp): Promise<void> {
  const before = places();
  expect(before.length).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS + 100);
  await expect.element(page.getByText(text).first()).toBeVisible();
  expect(places()).toEqual(before);
}

for (const width of WIDTHS) {
  for (const { of, results, text } of [
    { of: "a known wind", results: {}, text: "14.20" },
    {
      of: "two winds that fit",
      results: { metric: TURNS, wind_candidates: WINDS },
      text: /Two winds fit: from 240°, possible; from 060°, possible/,
    },
  ]) {
    test(`at ${width} px a track with ${of} gets its results where it is, apart from another of its day`, async () => {
      const { id: _, ...read } = trackOf();
      const track = trackOf({ id: 8, ...WAITING });
      answerTracks([track, trackOf({ id: 7, start_time: "2026-06-13T08:02:00.000Z" })]);
      await page.viewport(width, 900);
      await open("/home");
      await expect.element(page.getByText("Working on this track")).toBeVisible();
      Object.assign(track, read, results);
      await expectStill(text);
      await expect.element(page.getByRole("heading", { name: "Saturday 13 June 2026" }).first()).toBeVisible();
    });
  }

  test(`at ${width} px a damaged track that was sent from here has its damage told from the start`, async () => {
    const damage = { kept: 480, expected: 960, parts: 1, sentence: "The file is incomplete: it ends at 11:40:00 UTC." };
    const { id: _, ...read } = trackOf();
    const track = trackOf({ id: 9, ...WAITING });
    answerTracks([track, trackOf({ id: 7, start_time: "2026-06-13T08:02:00.000Z" })]);
    keepFoundDamage(9, damage);
    await page.viewport(width, 900);
    await open("/home");
    await expect.element(page.getByText("Kept 480 of 960 points. The file is incomplete")).toBeVisible();
    Object.assign(track, read, { damage });
    await expectStill("14.20");
    await expect.element(page.getByText("Kept 480 of 960 points. The file is incomplete")).toBeVisible();
  });

  test(`at ${width} px a track whose wind was set by hand gets its new results where it is`, async () => {
    const track = trackOf({ id: 8, wind_hint_deg: 200, processing_status: 4 });
    answerTracks([track, trackOf({ id: 7 })]);
    await page.viewport(width, 900);
    await open("/home");
    await expect.element(page.getByText("Wind is being updated")).toBeVisible();
    await expect.element(page.getByText("Wind from 200°, chosen by you.")).toBeVisible();
    track.processing_status = 3;
    await expectStill("195");
  });

  test(`at ${width} px a race gets its start and its wind where it is`, async () => {
    const { id: _, name: __, ...read } = raceOf();
    const race = raceOf({ ...UNREAD, id: 5, name: "Second race", processing_status: 1, wind: null });
    answerTracks([], [race, raceOf()]);
    answer("GET /races/info/{id}/", () => race);
    await page.viewport(width, 900);
    await open("/home?tab=races");
    await expect.element(page.getByText("Working on this race")).toBeVisible();
    Object.assign(race, read);
    await expectStill("13:02, Madrid time");
  });

  test(`at ${width} px a wind file is read where it is`, async () => {
    const { id: _, original_name: __, ...read } = windFileOf();
    const file = windFileOf({
      ...UNREAD,
      end_time: null,
      id: 4,
      original_name: "boat.txt",
      points: null,
      processing_status: 1,
    });
    answerWindFiles([file, windFileOf()]);
    await page.viewport(width, 900);
    await open("/wind");
    await expect.element(page.getByText("Working on this wind file")).toBeVisible();
    Object.assign(file, read);
    await expectStill("7 Mar 2026, 11:20 to 11:32, New York time");
  });
}

test("the latest races beside the tracks get their starts where they are", async () => {
  const { id: _, name: __, ...read } = raceOf();
  const race = raceOf({ ...UNREAD, id: 5, name: "Second race", processing_status: 1, wind: null });
  answerTracks([trackOf()], [race, raceOf()]);
  answer("GET /races/info/{id}/", () => race);
  await open("/home");
  await expect.element(page.getByText("Working on this race")).toBeVisible();
  Object.assign(race, read);
  await expectStill("13 Jun 2026, 13:02, El Saler, Spain");
});
