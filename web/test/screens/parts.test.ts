/** The parts of a recording: band, list and plate, and what leaves a part out or takes it in. */
import type { Correction, FileAnalysis, TrackPart } from "@leebow/core";
import { createElement, Fragment, type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Facts } from "../../src/analyze/facts";
import { ClockNotice } from "../../src/replay/parts/clock-notice";
import { ClockPart, WindClock } from "../../src/replay/parts/clock-part";
import { PartBand } from "../../src/replay/parts/part-band";
import { PartsList } from "../../src/replay/parts/parts-list";
import { PartsPlate } from "../../src/replay/parts/parts-plate";
import { ApiFailure } from "../../src/server/failure";
import type { CorrectionSource } from "../../src/session/correction-source";
import { ReplayModel } from "../../src/session/replay-model";
import { columnsOf, reportOf } from "../helpers";
import { focus, mount, press } from "./screen";
import { expectNotices } from "./shown";

const columns = columnsOf(600);
const at = (row: number) => new Date(columns.time_ms[Math.min(row, 599)]!).toISOString();

function part(kind: TrackPart["kind"], start: number, end: number, changes: Partial<TrackPart> = {}): TrackPart {
  const left_out = !["sailing", "unknown"].includes(kind);
  const times = { start_time: at(start), end_time: at(end - 1) };
  return {
    kind,
    start,
    end,
    left_out,
    by_hand: false,
    probability: 0.98,
    sport: null,
    reason: null,
    ...times,
    ...changes,
  };
}

const DAY = [
  part("towed", 0, 120, { reason: "It moves steadily at 5.2 kn, without a turn." }),
  part("sailing", 120, 420),
  part("unknown", 420, 480, { probability: 0.38 }),
  part("on_land", 480, 600),
];

type Stored = { corrections: readonly Correction[] };
interface Screen {
  edit?: boolean;
  /** What the storage answers instead of keeping a correction. */
  failure?: string | undefined;
  before?: Correction[];
}

/** Shows what a view makes of the corrections of a recording; returns them as they are stored. */
function showCorrected(view: (source: CorrectionSource) => ReactNode, { edit = true, failure, before = [] }: Screen) {
  const stored: Stored = { corrections: before };
  function Shown() {
    const [corrections, setCorrections] = useState<readonly Correction[]>(before);
    const change: CorrectionSource["edit"] = async (change) => {
      if (failure) throw new ApiFailure(503, failure);
      stored.corrections = change(stored.corrections);
      setCorrections(stored.corrections);
    };
    return createElement(
      "main",
      null,
      view({
        corrections,
        outcomes: null,
        busy: false,
        edit: edit ? change : null,
        explain: () => Promise.reject(new Error("not explained")),
        reached_ms: Date.parse("2026-08-16T09:00:00Z"),
      }),
    );
  }
  mount(createElement(Shown));
  return stored;
}

/** Shows plate, band and list of a recording. */
function showParts(parts: TrackPart[], { fails = false, ...screen }: Screen & { fails?: boolean } = {}) {
  const model = new ReplayModel({ report: reportOf({ parts, time_zone: "UTC" }), columns });
  const view = (source: CorrectionSource) =>
    createElement(
      Fragment,
      null,
      createElement(PartsPlate, { model }),
      createElement(PartBand, { model, corrections: source }),
      createElement(PartsList, { model, corrections: source }),
    );
  const failure = fails ? "The parts could not be saved. Try again." : undefined;
  return { stored: showCorrected(view, { failure, ...screen }), model };
}

const band = page.getByRole("listbox", { name: "Parts of the recording" });
const button = (name: string | RegExp) => page.getByRole("button", { name });

test("a recording that is all sailing has no band and no plate, and its list says so", async () => {
  showParts([part("sailing", 0, 600)]);
  await expect.element(page.getByText("All of it is sailing.")).toBeVisible();
  await expect.element(band).not.toBeInTheDocument();
  await expect.element(button("Change")).not.toBeInTheDocument();
});

test("plate, band and list say the same of a day with a tow and a drive", async () => {
  showParts(DAY);
  await expect
    .element(page.getByText(/^Sailing \d\d:\d\d to \d\d:\d\d; left out: tow or engine 2 min, on land 2 min$/))
    .toBeVisible();
  await expect.element(band.getByRole("option", { name: /^Tow or engine, .*, left out$/ })).toBeVisible();
  await expect.element(button(/^Under engine\?.*kept: 62 % sailing/)).toBeVisible();
  await expect.element(page.getByText("10 min in the file, 6 min sailed")).toBeVisible();
});

test("a part is taken in and left out by one press each, with a way back", async () => {
  const { stored } = showParts(DAY);
  await button(/^Take in: Tow or engine/).click();
  expect(stored.corrections).toEqual([{ action: "take_in", start_time: at(0), end_time: at(119) }]);
  await expect.element(page.getByText(/^Taken in: /)).toBeVisible();
  await button("Undo").click();
  await expect.poll(() => stored.corrections).toEqual([]);
  await button(/^Leave out: Under engine/).click();
  expect(stored.corrections).toEqual([{ action: "leave_out", start_time: at(420), end_time: at(479) }]);
});

test("a chosen part says why it is left out, and its edges are moved by seconds", async () => {
  const { stored, model } = showParts(DAY);
  await button("Change").click();
  expect(model.state.part).toBe(0);
  await expect
    .element(page.getByText("Left out: It moves steadily at 5.2 kn, without a turn. 98 % sure."))
    .toBeVisible();
  await button("End 1 s earlier").click();
  await button("Move the edges").click();
  expect(stored.corrections).toEqual([{ action: "take_in", start_time: at(118), end_time: at(119) }]);
  await expect.element(button("Move the edges")).not.toBeInTheDocument();
});

test("the band is moved through by arrow keys: Enter chooses a part, X takes it in", async () => {
  const { stored, model } = showParts(DAY);
  await focus(band);
  await press("ArrowRight");
  await press("Enter");
  expect(model.state.part).toBe(1);
  await press("ArrowLeft");
  await press("x");
  await expect.poll(() => stored.corrections).toHaveLength(1);
  expect(stored.corrections[0]!.action).toBe("take_in");
});

test("the parts as they were found are one press away while there is a change by hand, and only then", async () => {
  const wind: Correction = { action: "pin_wind", twd_deg: 210 };
  const { stored } = showParts(DAY, {
    before: [wind, { action: "leave_out", start_time: at(200), end_time: at(300) }],
  });
  await button("As found").click();
  await expect.poll(() => stored.corrections).toEqual([wind]);
  await expect.element(button("As found")).not.toBeInTheDocument();
  await button("Undo").click();
  await expect.poll(() => stored.corrections).toHaveLength(2);
});

test("a change that could not be stored says so and leaves everything as it was", async () => {
  const { stored } = showParts(DAY, { fails: true });
  await button(/^Take in: On land/).click();
  await expectNotices(["The parts could not be saved. Try again."]);
  expect(stored.corrections).toEqual([]);
});

test("who may not correct a recording sees its parts without the buttons", async () => {
  showParts(DAY, { edit: false });
  await expect.element(page.getByText("10 min in the file, 6 min sailed")).toBeVisible();
  await expect.element(button(/^Take in/)).not.toBeInTheDocument();
});

/** Shows the clock of a recording; returns the corrections as they are stored. */
function showClock(changes: Partial<FileAnalysis> = {}, before: Correction[] = []) {
  const report = reportOf({ time_zone: "UTC", start_time: "2025-06-21T11:00:00.000Z", ...changes });
  const model = new ReplayModel({ report, columns });
  return showCorrected((source) => createElement(ClockPart, { model, source }), { before });
}

test("a clock that was two hours behind is set as people write it, and taken back", async () => {
  const stored = showClock();
  await button("Set the clock").click();
  await page.getByLabelText("Add to all times").fill("two hours");
  await expect.element(page.getByText("Write a time like +2h, -0:00:03, +59d or +1024w.")).toBeVisible();
  await expect.element(button("Set the clock")).toBeDisabled();
  await page.getByLabelText("Add to all times").fill("+2h");
  await expect.element(page.getByText("Will start: 21 Jun 2025, 13:00:00")).toBeVisible();
  await button("Set the clock").click();
  expect(stored.corrections).toEqual([{ action: "clock", shift_s: 7200 }]);
  await expect.element(page.getByText("The clock is set: 21 Jun 2025, 13:00:00.")).toBeVisible();
  await button("As recorded").click();
  await expect.poll(() => stored.corrections).toEqual([]);
});

test("the clock of a wind log that covers no time of the track is set, and taken back", async () => {
  const notes = ["The measured wind covers no time of this track, so it is not used."];
  const model = new ReplayModel({ report: reportOf({ notes }), columns });
  const stored = showCorrected((source) => createElement(WindClock, { model, source }), {});
  await expect.element(page.getByText("It covers no time of this track.")).toBeVisible();
  await button("Set it").click();
  await page.getByLabelText("Add to all times").fill("-2h");
  await button("Set the clock").click();
  expect(stored.corrections).toEqual([{ action: "wind_clock", shift_s: -7200 }]);
  await button("As recorded").click();
  await expect.poll(() => stored.corrections).toEqual([]);
});

test("a recording without a date asks for its day", async () => {
  const stored = showClock({ undated: true, start_time: "1970-01-01T14:22:05.000Z" });
  await expect
    .element(
      page.getByText("The file has times of day and no date: it starts at 14:22:05. Nothing in it says on which day."),
    )
    .toBeVisible();
  await button("Set the clock").click();
  await expect.element(button("Set the clock")).toBeDisabled();
  await page.getByLabelText("First day").fill("2026-08-15");
  await expect.element(page.getByText("Will start: 15 Aug 2026, 14:22:05")).toBeVisible();
  await button("Set the clock").click();
  expect(stored.corrections).toEqual([{ action: "clock", shift_s: Date.UTC(2026, 7, 15) / 1000 }]);
});

test("what is corrected by hand is kept in the recording's own clock", async () => {
  const { stored } = showParts(DAY, { before: [{ action: "clock", shift_s: 3600 }] });
  await button(/^Take in: Tow or engine/).click();
  const own = (row: number) => new Date(Date.parse(at(row)) - 3_600_000).toISOString();
  expect(stored.corrections.at(-1)).toEqual({ action: "take_in", start_time: own(0), end_time: own(119) });
});

/** Shows the notice on the clock of a recording that begins then and was uploaded two days ago. */
function showClockNotice(start_time: string, { edit = true, fails = false } = {}) {
  const model = new ReplayModel({ report: reportOf({ start_time, time_zone: "UTC" }), columns });
  const view = (source: CorrectionSource) =>
    createElement(ClockNotice, { model, source, onHand: () => stored.byHand++ });
  const failure = fails ? "The clock could not be set. Nothing is changed." : undefined;
  const stored = Object.assign(showCorrected(view, { edit, failure }), { byHand: 0 });
  return stored;
}

test("a clock that is 1,024 weeks off is set by one press, and is as recorded again by another", async () => {
  const set = showClockNotice("2006-12-30T13:22:05Z");
  await expect
    .element(page.getByText("The recording says 2006; it was most likely 15 August 2026.", { exact: false }))
    .toBeVisible();
  await focus(button("Set to 15 Aug 2026"));
  await press("Enter");
  await expect.poll(() => set.corrections).toEqual([{ action: "clock", shift_s: 1024 * 7 * 86_400 }]);
  await expect.element(button("Set to 15 Aug 2026")).not.toBeInTheDocument();
  await button("Undo").click();
  await expect.poll(() => set.corrections).toEqual([]);
  await expect.element(button("Set to 15 Aug 2026")).toBeVisible();
  await button("By hand").click();
  expect(set.byHand).toBe(1);
});

test("a clock that cannot be set stays, which is said", async () => {
  const set = showClockNotice("2006-12-30T13:22:05Z", { fails: true });
  await button("Set to 15 Aug 2026").click();
  await expectNotices(["The clock could not be set. Nothing is changed."]);
  expect(set.corrections).toEqual([]);
});

test("a viewer who may not set the clock, and a clock that may be right, have no notice", async () => {
  showClockNotice("2006-12-30T13:22:05Z", { edit: false });
  showClockNotice("2026-08-15T13:22:05Z");
  await expect.element(button("By hand")).not.toBeInTheDocument();
});

test("the duration is that of the sailing, of all that was recorded where a part is left out", async () => {
  const start = Date.parse("2026-06-13T10:00:00Z");
  const hour = { start_time: new Date(start).toISOString(), end_time: new Date(start + 3_600_000).toISOString() };
  const summary = { ...reportOf().summary, duration_s: 2400 };
  await mount(createElement(Facts, { report: reportOf({ ...hour, summary, parts: DAY }) }));
  await expect.element(page.getByText("00:40:00 of 1 h 0 min")).toBeVisible();
  await mount(createElement(Facts, { report: reportOf({ ...hour, summary, parts: [part("sailing", 0, 600)] }) }));
  await expect.element(page.getByText("of 1 h")).not.toBeInTheDocument();
});
