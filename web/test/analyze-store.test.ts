import type { ComparedReport, Correction } from "@leebow/core";
import { zipOf } from "@leebow/fixtures";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  addFiles,
  analyzeStore,
  answerSameBoat,
  countsBeside,
  editCorrections,
  removeFile,
  setBoatClass,
  setWindHint,
  setWindLog,
} from "../src/analyze/analyze-store";
import { reportDocument, saveManeuvers } from "../src/analyze/save-menu";
import type { Outcome } from "../src/engine/worker";
import { subscribeToNotices } from "../src/server/notices";
import { clubPolar, columnsOf, reportOf } from "./helpers";

const { analyzeFile, divideFile, joinFiles, relateFiles, releaseFile, saveFile } = vi.hoisted(() => ({
  saveFile: vi.fn(),
  analyzeFile: vi.fn(),
  divideFile: vi.fn(),
  joinFiles: vi.fn(),
  relateFiles: vi.fn(),
  releaseFile: vi.fn(),
}));
vi.mock("../src/engine/engine", () => ({
  analyzeFile,
  divideFile,
  explainFile: vi.fn(),
  joinFiles,
  relateFiles,
  releaseFile,
  warmEngine: vi.fn(),
}));
vi.mock("../src/format/save-file", () => ({ saveFile }));
vi.mock("../src/map/coast", () => ({ fetchWholeCoast: vi.fn() }));

const read = (name: string, extra = {}): Outcome => ({
  state: "read",
  analysis: { report: reportOf({ name, ...extra }), columns: columnsOf(10) } as never,
  took_ms: 5,
});
const refused: Outcome = { state: "refused", kind: "unknown_format", message: "This is not a wind log we know." };
const notices: string[] = [];
let lastAction: (() => void) | undefined;
const file = (name: string) => new File(["x"], name);
const outlined = (name: string, from_ms = 0) => ({ file: file(name), outline: Float64Array.of(from_ms) });

beforeEach(() => {
  analyzeFile.mockReset();
  divideFile.mockReset().mockResolvedValue(null);
  relateFiles.mockReset().mockResolvedValue(null);
  Object.assign(analyzeStore, { files: [], open: null, wind: null, boat_class: "Other", wind_hint_deg: null });
  notices.length = 0;
  subscribeToNotices(({ text, action }) => {
    notices.push(text);
    lastAction = action?.run;
  });
});

describe("what is saved of the analyze page", () => {
  const tack = {
    kind: "tack",
    time: "2025-06-21T11:00:30.000Z",
    flags: [],
    evidence: { turn_start_s: -2, turn_end_s: 2 },
  };

  it("has the turns in % of the target of the class, in the document and the table, and nothing of it without one", async () => {
    const columns = columnsOf(60);
    columns.channels.ewd = new Float32Array(60).fill(103);
    columns.channels.tws = new Float32Array(60).fill(6);
    const report = reportOf({
      name: "a.fit",
      boat_class: "49er",
      wind: { current: null, series: [] } as never,
      maneuvers: [tack as never],
    });
    analyzeFile.mockResolvedValue({ state: "read", analysis: { report, columns } as never, took_ms: 5 });
    await addFiles([file("a.fit")]);
    const [compared] = reportDocument([clubPolar("49er")]).files as ComparedReport[];
    expect(compared!.target).toMatchObject({ name: "club.pol", missing: null });
    expect(compared!.maneuvers[0]!.of_target!.entry_percent).toBeGreaterThan(50);
    saveManeuvers([clubPolar("49er")]);
    expect(saveFile.mock.lastCall![0][0]).toMatch(/,target_recovered_90_s\r\n/);
    for (const other of [[], [clubPolar("Laser")]]) {
      expect(reportDocument(other).files[0]).toEqual(report);
      saveManeuvers(other);
      expect(saveFile.mock.lastCall![0][0]).not.toContain("target");
    }
  });
});

describe("a file on the analyze page", () => {
  it("stays read, with its report, when a wind log that cannot be read is added, which is said once", async () => {
    analyzeFile.mockImplementation(async (one: File, _: object, wind: File | null) =>
      wind ? refused : read(one.name),
    );
    await addFiles([file("a.fit"), file("b.fit")]);
    await setWindLog(file("notes.txt"));
    expect(analyzeStore.files.map(({ state }) => state)).toEqual(["read", "read"]);
    expect(reportDocument().files.map(({ name }) => name)).toEqual(["a.fit", "b.fit"]);
    expect(analyzeStore.wind).toBeNull();
    expect(notices).toEqual([
      expect.stringMatching(
        /^The wind log notes.txt could not be read and is not used. This is not a wind log Leebow can read: it needs/,
      ),
    ]);
  });

  it("is every recording of a zip that has several, and the zip itself when it has one", async () => {
    analyzeFile.mockImplementation(async (one: File) => read(one.name));
    const zip = (name: string, ...inside: string[]) =>
      new File([zipOf(inside.map((path) => [path, path])) as BlobPart], name);
    await addFiles([
      file("a.fit"),
      zip("race.zip", "esp/track.gpx", "readme.pdf", "ned/track.gpx"),
      zip("one.zip", "b.fit"),
    ]);
    expect(analyzeStore.files.map(({ file }) => file.name)).toEqual([
      "a.fit",
      "race.zip/track.gpx",
      "race.zip/track (2).gpx",
      "one.zip",
    ]);
    expect(analyzeStore.files.map(({ state }) => state)).toEqual(["read", "read", "read", "read"]);
  });

  it("of several days is each of them in its place, which is said, and is one again at a press", async () => {
    analyzeFile.mockImplementation(async (one: File) => read(one.name));
    divideFile.mockImplementation(async ({ name }: File) =>
      name === "week.gpx"
        ? { kind: "days", files: ["week.gpx/sat.gpx", "week.gpx/sun.gpx"].map((one) => outlined(one)) }
        : null,
    );
    await addFiles([file("a.fit"), file("week.gpx"), file("b.fit")]);
    const names = () => analyzeStore.files.map(({ file }) => file.name);
    expect(names()).toEqual(["a.fit", "week.gpx/sat.gpx", "week.gpx/sun.gpx", "b.fit"]);
    expect(analyzeStore.files.map(({ state }) => state)).toEqual(["read", "read", "read", "read"]);
    expect(notices).toEqual(["2 sessions in week.gpx: each is a recording of its own."]);
    lastAction!();
    await vi.waitFor(() => expect(analyzeStore.files[1]!.state).toBe("read"));
    expect(names()).toEqual(["a.fit", "week.gpx", "b.fit"]);
    await vi.waitFor(() => expect(analyzeStore.open).toBe(analyzeStore.files[1]!.id));
  });

  it("of one session with others is one recording in their place, which is said, and is several again at a press", async () => {
    analyzeFile.mockImplementation(async (one: File) => read(one.name));
    const hours = ["a-11.nmea", "a-10.nmea", "b.fit"];
    divideFile.mockImplementation(async ({ name }: File) => ({
      kind: "days",
      files: [],
      ...outlined(name, -hours.indexOf(name)),
    }));
    const session = { session: 1, same_boat: null };
    relateFiles.mockResolvedValue([session, session, { session: 2, same_boat: null }]);
    joinFiles.mockResolvedValue(file("a-10.gpx"));
    await addFiles(hours.map(file));
    const names = () => analyzeStore.files.map(({ file }) => file.name);
    expect(joinFiles.mock.calls[0]![0].map(({ name }: File) => name)).toEqual(["a-10.nmea", "a-11.nmea"]);
    expect(names()).toEqual(["a-10.gpx", "b.fit"]);
    expect(analyzeFile.mock.calls.map(([{ name }]) => name)).toEqual(names());
    expect(notices).toEqual(["2 files of one session are one recording: a-10.nmea, a-11.nmea."]);
    lastAction!();
    await vi.waitFor(() => expect(analyzeStore.files.map(({ state }) => state)).toEqual(["read", "read", "read"]));
    expect(names()).toEqual(["a-10.nmea", "a-11.nmea", "b.fit"]);
  });

  it("of the same boat as another one is left out of what is added up until it is said to be another boat", async () => {
    analyzeFile.mockImplementation(async (one: File) => read(one.name));
    relateFiles.mockResolvedValue([
      { session: 0, same_boat: null },
      { session: 1, same_boat: { index: 0, apart_m: 4 } },
      { session: 2, same_boat: null },
    ]);
    await addFiles(["logger.csv", "watch.fit", "ben.fit"].map(file));
    const [logger, watch] = analyzeStore.files.map(({ id }) => id);
    const beside = (shown: number | null) =>
      analyzeStore.files.filter(countsBeside(shown, analyzeStore.files)).map(({ file }) => file.name);
    expect(analyzeStore.files[1]!.same_boat).toEqual({ as: logger, apart_m: 4, answer: null });
    expect([beside(null), beside(logger!), beside(watch!)]).toEqual([
      ["logger.csv", "ben.fit"],
      ["logger.csv", "ben.fit"],
      ["watch.fit", "ben.fit"],
    ]);
    answerSameBoat(watch!, "two");
    expect(beside(null)).toEqual(["logger.csv", "watch.fit", "ben.fit"]);
    answerSameBoat(watch!, "one");
    expect(beside(null)).toEqual(["logger.csv", "ben.fit"]);
  });

  it("that cannot be read without the wind log either is refused", async () => {
    analyzeFile.mockImplementation(async () => refused);
    analyzeStore.wind = file("wind.txt");
    await addFiles([file("a.fit")]);
    expect(analyzeStore.files[0]).toMatchObject({ state: "refused", reason: "This is not a wind log we know." });
    expect(analyzeStore.wind).not.toBeNull();
  });

  it("keeps its analysis when it cannot be analysed again, and says so", async () => {
    analyzeFile.mockResolvedValueOnce(read("a.fit")).mockRejectedValue(new Error("out of memory"));
    await addFiles([file("a.fit")]);
    await setBoatClass("49er");
    expect(analyzeStore.files[0]).toMatchObject({ state: "read", busy: false });
    expect(reportDocument().files).toHaveLength(1);
    expect(notices.join()).toContain("a.fit could not be analysed again");
  });

  it("shows the analysis of the latest parameters, also when that of earlier ones comes after it", async () => {
    analyzeFile.mockResolvedValueOnce(read("a.fit"));
    await addFiles([file("a.fit")]);
    const answers: ((outcome: Outcome) => void)[] = [];
    analyzeFile.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const both = [setWindHint(200), setWindHint(null)];
    answers[1]!(read("a.fit", { boat_class: "undone" }));
    answers[0]!(read("a.fit", { boat_class: "chosen" }));
    await Promise.all(both);
    expect(analyzeStore.files[0]!.data!.report.boat_class).toBe("undone");
  });

  it("is marked from the change of a parameter until its own analysis with it, while those before it are analysed", async () => {
    analyzeFile.mockImplementation(async (one: File) => read(one.name));
    await addFiles([file("a.fit"), file("b.fit")]);
    const answers: (() => void)[] = [];
    analyzeFile.mockImplementation((one: File) => new Promise((done) => answers.push(() => done(read(one.name)))));
    const busy = () => analyzeStore.files.map((one) => one.busy);
    const changed = setBoatClass("49er");
    expect(busy()).toEqual([true, true]);
    answers[0]!();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(busy()).toEqual([false, true]);
    answers[1]!();
    await changed;
    expect(busy()).toEqual([false, false]);
  });

  it("is analysed after its removal is undone, when its turn passed without it", async () => {
    analyzeFile.mockImplementation(async (one: File) => read(one.name));
    await addFiles([file("a.fit"), file("b.fit")]);
    const changed = setBoatClass("49er");
    const undo = removeFile(analyzeStore.files[1]!.id);
    await changed;
    undo();
    await vi.waitFor(() => expect(analyzeStore.files.map(({ busy }) => busy)).toEqual([false, false]));
    expect(analyzeFile.mock.calls.at(-1)![0].name).toBe("b.fit");
  });

  it("keeps a correction of it when another that was made before is taken back", async () => {
    analyzeFile.mockImplementation(async (one: File) => read(one.name));
    await addFiles([file("a.fit")]);
    const { id } = analyzeStore.files[0]!;
    const [first, second] = ["tack", "gybe"].map((kind) => ({ action: "delete", kind }) as unknown as Correction);
    await editCorrections(id, (list) => [...list, first!]);
    await editCorrections(id, (list) => [...list, second!]);
    await editCorrections(id, (list) => list.filter((one) => one !== first));
    expect(analyzeStore.files[0]!.corrections).toEqual([second]);
  });

  it("is analysed as the one shown, of which the engine holds the recording; a wind log taken away is released", async () => {
    analyzeFile.mockImplementation(async (one: File) => read(one.name));
    await addFiles([file("a.fit"), file("b.fit")]);
    const log = file("wind.nmea");
    await setWindLog(log);
    analyzeFile.mockClear();
    releaseFile.mockClear();
    await setWindLog(null);
    expect(analyzeFile.mock.calls.map(([one, , , isShown]) => [one.name, isShown])).toEqual([
      ["a.fit", true],
      ["b.fit", false],
    ]);
    expect(releaseFile.mock.calls).toEqual([[log]]);
  });
});
