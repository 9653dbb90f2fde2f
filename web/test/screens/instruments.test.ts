/** The instruments of a track's report. */
import type { EarlierLogs as Logs } from "@leebow/api/contract";
import type { Correction, Doubt, FileAnalysis, TrackColumns } from "@leebow/core";
import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { DoubtNotice } from "../../src/analysis/instruments/doubt-notice";
import { doubtText } from "../../src/analysis/instruments/doubt-words";
import { InstrumentsView } from "../../src/analysis/instruments/instruments-view";
import { EarlierLogs } from "../../src/analysis/instruments/stored-instruments";
import type { CorrectionSource } from "../../src/session/correction-source";
import { columnsOf, reportOf } from "../helpers";
import { answer } from "./answers";
import { mount, press } from "./screen";
import { expectAccessible, expectNotices, region } from "./shown";

const LEG_S = 160;

/** Legs up and down in a wind from north at 6 m/s; a vane 4° off to starboard, a log that reads 8 % too little. */
function sailed(legs: number): { report: FileAnalysis; columns: TrackColumns } {
  const n = 2 * legs * LEG_S;
  const columns = columnsOf(n);
  const start_ms = columns.time_ms[0]!;
  const channel = (of: (leg: number, i: number) => number) =>
    Float32Array.from({ length: n }, (_, i) => of(Math.floor(i / LEG_S), i));
  const side = (leg: number) => (leg % 2 === 0 ? 1 : -1);
  const angle = (leg: number) => (leg < legs ? 42 : 140) + Math.sin(leg * 2.3);
  const mps = (leg: number) => (leg < legs ? 3 : 3.5) + 0.1 * Math.sin(leg * 1.7);
  const heading = (leg: number) => (360 - side(leg) * angle(leg)) % 360;
  const apparent = (leg: number) => (leg < legs ? 29 : 110) + 0.8 * Math.sin(leg * 3.1);
  columns.channels = {
    sog: channel(mps),
    cog: channel(heading),
    hdg: channel(heading),
    stw: channel((leg, i) => mps(leg) / 1.08 + 0.02 * Math.sin(i)),
    awa: channel((leg) => (360 + side(leg) * apparent(leg) + 4) % 360),
    heel: channel((leg) => -side(leg) * 15),
    twd: channel(() => 0),
    tws: channel(() => 6),
  };
  const iso = (s: number) => new Date(start_ms + 1000 * s).toISOString();
  const straights = Array.from({ length: 2 * legs }, (_, leg) => ({
    start_time: iso(leg * LEG_S),
    end_time: iso((leg + 1) * LEG_S - 10),
  }));
  const report = reportOf({
    straights: straights as FileAnalysis["straights"],
    start_time: iso(0),
    end_time: iso(n),
    wind: {} as FileAnalysis["wind"],
  });
  return { report, columns };
}

/** Shows the instruments, with a list of corrections that changes as on the server. */
function show({ report, columns }: ReturnType<typeof sailed>, { mayCorrect = true } = {}) {
  const list: { now: readonly Correction[] } = { now: [] };
  const source = (): CorrectionSource => ({
    corrections: list.now,
    outcomes: null,
    busy: false,
    edit: mayCorrect
      ? async (edit) => {
          list.now = edit(list.now);
        }
      : null,
    explain: () => Promise.reject(new Error("not explained")),
  });
  const draw = () =>
    mount(
      createElement(
        "div",
        { style: { padding: 12 } },
        createElement(InstrumentsView, { report, columns, source: source() }),
      ),
    );
  draw();
  return { list, draw };
}

const SCREENS = [
  { width: 1440, theme: "light" },
  { width: 1440, theme: "dark" },
  { width: 390, theme: "light" },
  { width: 390, theme: "dark" },
] as const;

test.each(SCREENS)(
  "a calibration stands with its doubt and what to do, at $width px, $theme",
  async ({ width, theme }) => {
    await page.viewport(width, 1100);
    document.documentElement.dataset.theme = theme;
    show(sailed(16));
    const row = (name: RegExp) => region("Calibration").getByRole("row", { name });
    await expect.element(row(/^Vane offset −[34]\.\d° ± \d\.\d° Reads [34]\.\d° too far to starboard\./)).toBeVisible();
    await expect
      .element(row(/^Log factor 1\.08 ± 0\.\d\d Reads 7 % too little\. Multiply by 1\.08 at the instrument\./))
      .toBeVisible();
    await expect
      .element(region("Port against starboard").getByRole("row", { name: /^VMG, up, kn \d\.\d\d / }))
      .toBeVisible();
    await expect.element(region("Used in this track")).toHaveTextContent(/VaneUsed throughout\.LogUsed throughout\./);
    // Nothing but the tables scrolls sideways.
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    delete document.documentElement.dataset.theme;
  },
);

test("the figures are corrected by the switch, and by it no more", async () => {
  await page.viewport(1440, 1000);
  const { list } = show(sailed(16));
  await page.getByRole("switch", { name: "Correct the figures with it" }).click();
  await expectNotices(["The figures are corrected by the calibration."]);
  const [correction] = list.now;
  expect(correction).toMatchObject({ action: "calibrate", calibration: { log_factor: expect.closeTo(1.08, 2) } });
  expect(correction!.calibration!.vane_deg).toBeCloseTo(-4, 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => list.now).toEqual([]);
});

/** The vane hangs from the seventh leg on, in a wind from north. */
function stuckVane({ columns, report }: ReturnType<typeof sailed>, changes: Partial<Doubt> = {}): Doubt {
  const from = 6 * LEG_S;
  const steps = Math.floor(columns.n / 20);
  const at = (step: number) => columns.channels.cog![20 * step]!;
  const read = Array.from({ length: steps }, (_, step) => (20 * step < from ? 2 : (at(step) + 35) % 360));
  return {
    instrument: "vane",
    reason: "turns_with_boat",
    sentence:
      "From 11:16 UTC on the wind angle of the instruments is 35° on every course, so it is not used at that time.",
    used: false,
    spans: [
      {
        start_time: new Date(columns.time_ms[from]!).toISOString(),
        end_time: report.end_time,
      },
    ],
    step_s: 20,
    readings: read.map((read) => ({ read, track: 358 })),
    ...changes,
  };
}

const stood = (instrument: Doubt["instrument"], spans: readonly (readonly [string, string])[]): Doubt => ({
  instrument,
  reason: "frozen",
  sentence: "",
  used: false,
  spans: spans.map(([from, to]) => ({
    start_time: `2025-06-21T${from}:00.000Z`,
    end_time: `2025-06-21T${to}:00.000Z`,
  })),
  step_s: 10,
  readings: [],
});

test("a doubted instrument is named with the time from which it is not used", () => {
  const { report, columns } = sailed(16);
  const times = { ...report, start_time: "2025-06-21T11:00:00.000Z", end_time: "2025-06-21T13:00:00.000Z" };
  const sentences: [Doubt, string][] = [
    [stuckVane({ report, columns }), "The vane is not used from 13:16 to 14:25: it does not turn when the boat does."],
    [
      stood("log", [["11:02", "11:17"]]),
      "The log is not used from 13:02 to 13:17: it stands still while the boat goes at other speeds.",
    ],
    [
      stood("compass", [["11:00", "11:30"]]),
      "The compass is not used until 13:30: it stands still while the boat turns.",
    ],
    [
      stood("speed", [
        ["11:05", "11:08"],
        ["12:40", "13:00"],
      ]),
      "The GPS speed is not used from 13:05 to 13:08 and from 14:40: it stands still while the positions go on otherwise.",
    ],
    [
      stood("course", [
        ["11:01", "11:02"],
        ["11:11", "11:12"],
        ["11:21", "11:22"],
        ["11:31", "11:32"],
      ]),
      "The GPS course is not used at 4 times: it stands still while the positions go on otherwise.",
    ],
    [stood("compass", [["11:00", "13:00"]]), "The compass is not used: it stands still while the boat turns."],
  ];
  for (const [doubt, sentence] of sentences) expect(doubtText(doubt, times)).toBe(sentence);
});

test("a doubted vane is hatched from then on, and used again by one press", async () => {
  await page.viewport(390, 900);
  const session = sailed(16);
  const { list } = show({ ...session, report: { ...session.report, doubts: [stuckVane(session)] } });
  await expect
    .element(region("Used in this track"))
    .toHaveTextContent("From 13:16 on the wind angle of the instruments is 35° on every course, so it is not used");
  await page.getByRole("button", { name: "Use it all the same" }).click();
  await expectNotices(["The vane is used all the same."]);
  expect(list.now).toEqual([{ action: "trust_instruments", instrument: "vane" }]);
});

test.each(SCREENS)(
  "why the vane is not used: its wind over that of the track, at $width px, $theme",
  async ({ width, theme }) => {
    await page.viewport(width, 1100);
    document.documentElement.dataset.theme = theme;
    const session = sailed(16);
    const turns = [7, 9, 11].map((leg) => ({
      kind: "tack",
      time: new Date(session.columns.time_ms[leg * LEG_S]!).toISOString(),
    }));
    const maneuvers = turns as FileAnalysis["maneuvers"];
    show({ ...session, report: { ...session.report, maneuvers, doubts: [stuckVane(session)] } });
    const card = region("Why the vane is not used");
    await expect
      .element(card)
      .toHaveTextContent(/In the hatched time it differs from the track by \d+° on average, elsewhere by 4°\./);
    await expect.element(card).toHaveTextContent("The boat turned 3 times in it.");
    const moment = card.getByRole("slider");
    await expect.element(moment).toHaveAttribute("aria-valuetext", "No moment chosen");
    (moment.element() as HTMLElement).focus();
    await press("Home");
    await expect.element(moment).toHaveAttribute("aria-valuetext", "13:00, vane from 2°, wind of the track from 358°");
    await press("End");
    await expect
      .element(moment)
      .toHaveAttribute("aria-valuetext", "14:25, not used, vane from 176°, wind of the track from 358°");
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await expectAccessible(card.element());
    delete document.documentElement.dataset.theme;
  },
);

test("above the tabs one sentence says it, with why and a press that uses it all the same", async () => {
  await page.viewport(390, 844);
  const session = sailed(16);
  const report = { ...session.report, doubts: [stuckVane(session), stood("log", [["11:02", "11:17"]])] };
  const list: { now: readonly Correction[] } = { now: [] };
  const asked = { why: 0 };
  const source: CorrectionSource = {
    corrections: [],
    outcomes: null,
    busy: false,
    edit: async (edit) => {
      list.now = edit(list.now);
    },
    explain: () => Promise.reject(new Error("not explained")),
  };
  const notice = (of: Partial<FileAnalysis>, edit = source.edit) =>
    mount(
      createElement(
        "main",
        null,
        createElement(DoubtNotice, {
          report: { ...report, ...of },
          source: { ...source, edit },
          onWhy: () => {
            asked.why++;
          },
        }),
      ),
    );
  notice({});
  const sentence = page.getByText(/^The vane is not used from 13:16: it does not turn when the boat does\. 1 more/);
  await expect.element(sentence).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Why" }).click();
  expect(asked.why).toBe(1);
  await page.getByRole("button", { name: "Use it all the same" }).click();
  expect(list.now).toEqual([{ action: "trust_instruments", instrument: "vane" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => list.now).toEqual([]);
  // Others see the sentence alone; of an instrument that is used all the same nothing is said.
  notice({}, null);
  await expect.element(sentence).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Use it all the same" })).not.toBeInTheDocument();
  notice({ doubts: [stuckVane(session, { used: true })] });
  await expect.element(sentence).not.toBeInTheDocument();
});

test("a phone's speed that stood still is named in its row, without other instruments", async () => {
  const report = reportOf({ doubts: [stood("speed", [["11:10", "11:20"]])] });
  const columns = columnsOf(300);
  show({ report, columns });
  await expect.element(region("Why the GPS speed is not used")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Calibration" })).not.toBeInTheDocument();
});

test("who may not correct a track sees the figures and no switch", async () => {
  show(sailed(16), { mayCorrect: false });
  await expect.element(region("Calibration")).toBeVisible();
  await expect.element(page.getByRole("switch")).not.toBeInTheDocument();
});

test("the calibration is applied to the boat's earlier logs by one press, and taken back by another", async () => {
  const logs: { now: Logs["logs"] } = {
    now: [
      { id: 7, calibration: null },
      { id: 5, calibration: { log_factor: 1.08, vane_deg: -4 } },
      { id: 3, calibration: { vane_deg: -9 } },
    ],
  };
  const before = logs.now;
  answer("GET /tracks/{id}/earlier-logs/", () => ({ logs: logs.now }));
  answer("PUT /tracks/{id}/earlier-logs/", ({ body }) => {
    const sent = (body as Logs).logs;
    logs.now = logs.now.map((log) => sent.find(({ id }) => id === log.id) ?? log);
    return { logs: logs.now };
  });
  const applied = { vane_deg: -4, log_factor: 1.08 };
  mount(createElement(EarlierLogs, { track_id: 9, applied }));
  const press = page.getByRole("button", { name: "Apply to earlier logs too (2)" });
  await press.click();
  await expectNotices(["The figures of 2 earlier logs are corrected by the calibration too."]);
  expect(logs.now.map(({ calibration }) => calibration)).toEqual([applied, applied, applied]);
  await expect.element(press).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(press).toBeVisible();
  expect(logs.now).toEqual(before);
});

test("of a short log it says what there is and what is needed", async () => {
  show(sailed(2));
  await expect
    .element(region("Too little to say"))
    .toHaveTextContent(
      /^Too little to sayThere is 1 tack and \d+ min of straight sailing\. A vane's offset needs 6 tacks/,
    );
});

test("a recording of positions has no instruments", async () => {
  show({ report: reportOf(), columns: columnsOf(300) });
  await expect.element(page.getByRole("heading", { name: "No instruments in this recording" })).toBeVisible();
});
