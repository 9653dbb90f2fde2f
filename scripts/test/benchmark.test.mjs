import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeCases, minutesOf, recordsOf } from "../../benchmark/make.mjs";
import {
  countTurns,
  errorScore,
  readAnswers,
  readCases,
  readTruth,
  run,
  score,
  windErrors,
} from "../../benchmark/score.mjs";
import { answer } from "../../benchmark/tools.mjs";

const ROOT = join(import.meta.dirname, "../..");
const WORK = mkdtempSync(join(tmpdir(), "leebow-benchmark-"));
afterAll(() => rmSync(WORK, { recursive: true }));

/** Turns at these seconds, by their kinds. */
const turns = (...rows) => rows.map(([s, kind, more]) => ({ time: 1000 * s, kind, also: null, ...more }));
const span = (from_s, to_s) => ({ start_time: 1000 * from_s, end_time: 1000 * to_s });

/** A folder with one case "day" of two tacks, a minute of wind and a record, and these answers. */
function folders(answers) {
  const folder = mkdtempSync(join(WORK, "day-"));
  const write = (part, files) => {
    mkdirSync(join(folder, part));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, part, `${name}.csv`), text);
    return join(folder, part);
  };
  const at = (minute) => `2026-06-13T14:0${minute}:00Z`;
  const tack = (minute) => `day,tack,,${at(minute)},${at(minute)},${at(minute)}\n`;
  const truth = write("truth", {
    cases: "case,rate_hz\nday,1\n",
    turns: `case,kind,also,time,start_time,end_time\n${tack(1)}${tack(3)}`,
    wind: `case,time,twd_deg,determined\nday,${at(1)},2,yes\nday,${at(3)},2,no\n`,
    records: "case,record,speed_kn\nday,10_s,12.5\n",
  });
  return [truth, write("answers", answers)];
}

test("of three tacks one is found, one is named a gybe and one is answered 15 s late", () => {
  const truth = turns([0, "tack"], [60, "tack"], [120, "tack"]);
  const answers = turns([5, "tack"], [61, "gybe"], [135, "tack"]);
  expect(countTurns(truth, answers, "tack")).toEqual({ turns: 3, found: 1, missed: 2, wrong: 1 });
  expect(countTurns(truth, answers, "gybe")).toEqual({ turns: 0, found: 0, missed: 0, wrong: 1 });
  // Without names the gybe is a turn that was there.
  expect(countTurns(truth, answers, "turn")).toEqual({ turns: 3, found: 2, missed: 1, wrong: 1 });
});

test("each answer finds one turn, and as many turns as possible are found", () => {
  const truth = turns([100, "tack"], [112, "tack"]);
  expect(countTurns(truth, turns([106, "tack"]), "tack")).toMatchObject({ found: 1, missed: 1 });
  // The second answer is nearer to the first tack, which has an answer already; the second tack has no other.
  expect(countTurns(truth, turns([91, "tack"], [103, "tack"]), "tack")).toMatchObject({ found: 2, wrong: 0 });
});

test("a gybe set counts under either name, and what is seen in a penalty turn does not count", () => {
  const truth = turns([60, "bear_away", { also: "gybe" }], [200, "not_scored", span(195, 215)]);
  const gybed = turns([58, "gybe"], [198, "tack"], [224, "gybe"], [226, "gybe"]);
  expect(countTurns(truth, gybed, "bear_away")).toEqual({ turns: 1, found: 0, missed: 0, wrong: 0 });
  expect(countTurns(truth, gybed, "tack")).toMatchObject({ wrong: 0 });
  // 11 s after the penalty turn, a gybe is false.
  expect(countTurns(truth, gybed, "gybe")).toMatchObject({ found: 0, wrong: 1 });
  expect(countTurns(truth, turns([58, "bear_away"]), "bear_away")).toMatchObject({ found: 1, missed: 0 });
});

test("a wind is compared across north, at the nearest answer within 90 s, and is silent elsewhere", () => {
  const minutes = [30, 90, 400].map((s) => ({ time: 1000 * s, twd_deg: 358 }));
  const answers = [20, 100].map((s) => ({ time: 1000 * s, twd_deg: s === 20 ? 3 : 350 }));
  expect(windErrors(minutes, answers)).toEqual([5, 8, null]);
  // One wind for the session answers every minute.
  expect(windErrors(minutes, [{ time: null, twd_deg: 178 }])).toEqual([180, 180, 180]);
});

test("silence lowers the share of all, not that of the answers", () => {
  const scored = errorScore([-1, 2, 3, 30, null, null, null, null], 10);
  expect(scored).toMatchObject({ answered: 0.5, median: 2.5, p90: 30, bias: 8.5, right_of_answered: 0.75 });
  expect(scored.right_of_all).toBe(0.375);
});

test("no answers score zero and are shown as silent", () => {
  const [truth, silent] = folders({ turns: "case,time,kind\n" });
  const cases = readCases(truth);
  const scores = score(cases, readTruth(truth, cases), readAnswers(silent, cases));
  expect(scores.turns.tack).toEqual({ turns: 2, answers: 0, precision: null, recall: 0, f1: 0 });
  expect([scores.wind.right_of_all, scores.records["10_s"].answered]).toEqual([0, 0]);
  // In the row of all cases and in that of 1 Hz: two kinds, two winds, one record.
  expect(run([truth, silent]).match(/\| silent/g)).toHaveLength(10);
});

test("a gybe answered where nobody gybed has a row, and lowers the precision of all", () => {
  const [truth, answers] = folders({ turns: "case,time,kind\nnight,2026-06-13T23:00:00Z,gybe\n" });
  writeFileSync(join(truth, "cases.csv"), "case,rate_hz\nday,1\nnight,5\n");
  const rows = run([truth, answers])
    .split("\n")
    .filter((line) => /gybe/.test(line));
  expect(
    rows.map((row) =>
      row
        .split("|")
        .slice(1, 5)
        .map((cell) => cell.trim()),
    ),
  ).toEqual([
    ["all", "gybe", "0", "0.000 / – / **0.000**"],
    ["5 Hz", "gybe", "0", "0.000 / – / **0.000**"],
  ]);
});

test("what cannot be scored is said with its file and line", () => {
  const time = "2026-06-13T14:00:00Z";
  const refused = [
    [
      { turns: `case,time,kind\nday,${time},tack\n\nday,${time},tak\n` },
      /turns.csv, line 4: "tak" is none of tack, gybe/,
    ],
    [{ turns: "case,time,kind\nday,2026-06-13T14:00:00,tack" }, /line 2: .* is no time such as .*offset from UTC/],
    [{ turns: `case,time\nday,${time}` }, /line 1: the column kind is missing/],
    [{ turns: `case,time,kind\nnight,${time},tack` }, /line 2: "night" is no case/],
    [{ wind: `case,time,twd_deg\nday,${time},` }, /wind.csv, line 2: "" is no number from 0 to 360/],
    [{ records: "case,record,speed_kn\nday,10_s" }, /records.csv, line 2: 2 cells of 3/],
    [{ answers: "" }, /has none of turns.csv, wind.csv, records.csv/],
  ];
  for (const [answers, sentence] of refused) expect(() => run(folders(answers)), String(sentence)).toThrow(sentence);
});

test("tables of spreadsheets are read: a byte order mark, quotes, CRLF, other columns in any order", () => {
  const [truth, answers] = folders({
    turns: '\uFEFFkind,note,time,case\r\n"tack",late,2026-06-13 16:01:09+02:00,day\r\n',
  });
  const cases = readCases(truth);
  expect(score(cases, readTruth(truth, cases), readAnswers(answers, cases)).turns.tack).toMatchObject({ recall: 0.5 });
});

test("the truth's wind of a minute is its mean across north", () => {
  const wind = [355, 5, 5, 5, 5, 5, 355, 90].map((twd_deg) => ({ twd_deg, tws_kn: 10 }));
  expect(minutesOf(wind)).toEqual([{ at_s: 30, twd_deg: 2.1, tws_kn: 10 }]);
});

test("the true records are those of the fastest stretch, wherever it begins", () => {
  // 60 s at 20 kn are 617 m; the rest of a mile, 1235 m, is sailed at 6 kn.
  const path = Array.from({ length: 1001 }, (_, s) => ({ kn: s >= 200 && s < 260 ? 20 : 6 }));
  const records = Object.fromEntries(recordsOf(path, 1));
  expect(records["10_s"]).toBeCloseTo(20, 6);
  expect(records["500_m"]).toBeCloseTo(20, 6);
  const rest_s = (1852 - 60 * 20 * (1852 / 3600)) / (6 * (1852 / 3600));
  expect(records["1852_m"]).toBeCloseTo(3600 / (60 + rest_s), 1);
  expect(recordsOf(path.slice(0, 100), 1).map(([record]) => record)).toEqual(["10_s"]);
});

test("a few cases are made with their checksums, answered by both tools and scored", async () => {
  const json = (name) => JSON.parse(readFileSync(join(ROOT, "benchmark", name), "utf8"));
  const names = ["0.2hz-skiff-49er", "1hz-keelboat-motoring"];
  const cases = json("cases.json").filter(({ name }) => names.includes(name));
  const sums = makeCases(cases, WORK);
  const expected = json("checksums.json");
  expect(Object.keys(expected)).toEqual(json("cases.json").map(({ name }) => name));
  expect(sums).toEqual(Object.fromEntries(names.map((name) => [name, expected[name]])));

  const truthFolder = join(WORK, "truth");
  const known = readCases(truthFolder);
  const truth = readTruth(truthFolder, known);
  const itself = { ...truth, turns: truth.turns.filter(({ kind }) => kind !== "not_scored") };
  const perfect = score(known, truth, itself);
  for (const kind of ["tack", "gybe", "bear_away", "turn"]) expect(perfect.turns[kind].f1, kind).toBe(1);
  expect([perfect.wind.p90, perfect.wind.answered, perfect.records["500_m"].p90]).toEqual([0, 1, 0]);

  const scores = {};
  for (const tool of ["leebow", "naive"])
    scores[tool] = score(known, truth, readAnswers(await answer(tool, cases, WORK), known));
  expect(scores.leebow.turns.tack.f1).toBeGreaterThan(0.95);
  expect(scores.naive.turns.tack.f1).toBeGreaterThan(0.8);
  expect(scores.leebow.wind.median).toBeLessThan(scores.naive.wind.median);
  // The track of a boat under engine determines no wind; the naive script gives one all the same.
  expect([scores.leebow.undetermined.answered, scores.naive.undetermined.answered]).toEqual([0, 1]);
  for (const tool of ["leebow", "naive"]) expect(scores[tool].records["1852_m"].median, tool).toBeLessThan(0.2);
}, 60_000);
