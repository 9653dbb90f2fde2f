/**
 * Scores a tool's answers against the truth of the benchmark (docs/benchmark.md has the rules and the columns):
 *
 *     node benchmark/score.mjs TRUTH ANSWERS… [--by COLUMN]
 *
 * TRUTH and each ANSWERS are folders with turns.csv, wind.csv and records.csv. The tables have one row for all cases
 * and one for each value of COLUMN of TRUTH/cases.csv, by default rate_hz. Needs Node alone.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const KINDS = ["tack", "gybe", "bear_away", "douse"];
export const RECORDS = ["10_s", "500_m", "1852_m"];
/** A turn is found by an answer at most so far from it; spans that are not scored are so much longer at both ends. */
const TURN_WITHIN_MS = 10_000;
/** A minute is answered by the wind of the nearest row at most so far from it. */
const WIND_WITHIN_MS = 90_000;
/** The wind is right within this angle. */
const WIND_RIGHT_DEG = 10;

/** An answer or a command that cannot be scored; the message says which and why. */
export class Unscorable extends Error {}

const number = (low, high, unit) => (text) => {
  const value = text === "" ? NaN : Number(text);
  if (value >= low && value <= high) return value;
  throw new Unscorable(`"${text}" is no number from ${low} to ${high}${unit}.`);
};
const oneOf = (names) => (text) => {
  if (names.includes(text)) return text;
  throw new Unscorable(`"${text}" is none of ${names.join(", ")}.`);
};
/** Milliseconds since 1970 of a time with its offset from UTC: without one it would depend on the reader's machine. */
const time = (text) => {
  const withOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
  const ms = withOffset.test(text) ? Date.parse(text.replace(" ", "T")) : NaN;
  if (Number.isFinite(ms)) return ms;
  throw new Unscorable(`"${text}" is no time such as 2026-10-07T10:00:35.5Z, with Z or an offset from UTC.`);
};
const optional = (read) => (text) => (text === "" ? null : read(text));

const ANSWERS = {
  turns: { time, kind: oneOf([...KINDS, "turn"]) },
  wind: { time: optional(time), twd_deg: number(0, 360, "°") },
  records: { record: oneOf(RECORDS), speed_kn: number(0, 100, " kn") },
};
const TRUTH = {
  turns: {
    time,
    kind: oneOf([...KINDS, "not_scored"]),
    also: optional(oneOf(KINDS)),
    start_time: time,
    end_time: time,
  },
  wind: { time, twd_deg: number(0, 360, "°"), determined: oneOf(["yes", "no"]) },
  records: ANSWERS.records,
};

/** The rows of a CSV file with these columns and how each is read; columns in any order, further ones are ignored. */
export function readTable(text, name, columns) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const cells = (line) => line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const head = cells(lines[0]);
  const missing = Object.keys(columns).find((column) => !head.includes(column));
  if (missing) throw new Unscorable(`${name}, line 1: the column ${missing} is missing.`);
  const rows = [];
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.trim() === "") continue;
    const values = cells(line);
    try {
      if (values.length < head.length) throw new Unscorable(`${values.length} cells of ${head.length}.`);
      const read = ([column, of]) => [column, of(values[head.indexOf(column)])];
      rows.push(Object.fromEntries(Object.entries(columns).map(read)));
    } catch (error) {
      throw error instanceof Unscorable ? new Unscorable(`${name}, line ${i + 1}: ${error.message}`) : error;
    }
  }
  return rows;
}

/** The cases of a folder of truth, every column as text. */
export function readCases(folder) {
  const path = join(folder, "cases.csv");
  if (!existsSync(path)) throw new Unscorable(`${folder} is no folder of truth: it has no cases.csv.`);
  const text = readFileSync(path, "utf8");
  const head = text.split(/\r?\n/)[0].split(",");
  return readTable(text, path, Object.fromEntries(head.map((column) => [column, String])));
}

/** The three tables of a folder by their names; a missing file is a silent answer. */
export function readFolder(folder, columnsOf, cases) {
  const names = Object.keys(columnsOf);
  if (!names.some((name) => existsSync(join(folder, `${name}.csv`))))
    throw new Unscorable(`${folder} has none of ${names.map((name) => `${name}.csv`).join(", ")}.`);
  const known = new Set(cases.map((one) => one.case));
  const knownCase = (text) => {
    if (known.has(text)) return text;
    throw new Unscorable(`"${text}" is no case of this benchmark.`);
  };
  const table = (name) => {
    const path = join(folder, `${name}.csv`);
    if (!existsSync(path)) return [];
    return readTable(readFileSync(path, "utf8"), path, { case: knownCase, ...columnsOf[name] });
  };
  return Object.fromEntries(names.map((name) => [name, table(name)]));
}
export const readTruth = (folder, cases) => readFolder(folder, TRUTH, cases);
export const readAnswers = (folder, cases) => readFolder(folder, ANSWERS, cases);

/** Pairs of a turn and an answer, one to one and as many as possible: both in order of time, the earliest first. */
function pairs(turns, answers) {
  const [a, b] = [turns, answers].map((rows) => [...rows].sort((x, y) => x.time - y.time));
  const found = [];
  for (let i = 0, k = 0; i < a.length && k < b.length; ) {
    const apart = b[k].time - a[i].time;
    if (Math.abs(apart) <= TURN_WITHIN_MS) found.push([a[i++], b[k++]]);
    else if (apart < 0) k++;
    else i++;
  }
  return found;
}

/**
 * Found, missed and false turns of one kind in one case; the kind "turn" is all of them whatever their names. A turn
 * with a second name (`also`) that is answered by it is not missed, and that answer is not false; nor is an answer
 * within a span that is not scored.
 */
export function countTurns(truth, answers, kind) {
  const of = (rows, name) => rows.filter((row) => row.kind === name);
  const turns = kind === "turn" ? truth.filter((row) => row.kind !== "not_scored") : of(truth, kind);
  const given = kind === "turn" ? answers : of(answers, kind);
  const found = pairs(turns, given);
  const missed = new Set(turns.filter((turn) => !found.some(([one]) => one === turn)));
  const wrong = new Set(given.filter((answer) => !found.some(([, one]) => one === answer)));
  if (kind !== "turn") {
    for (const second of KINDS) {
      const named = [...missed].filter((turn) => turn.also === second);
      for (const [turn] of pairs(named, of(answers, second))) missed.delete(turn);
    }
    const alsoNamed = truth.filter((turn) => turn.also === kind);
    for (const [, answer] of pairs(alsoNamed, [...wrong])) wrong.delete(answer);
  }
  const isIn = (span, at) => at >= span.start_time - TURN_WITHIN_MS && at <= span.end_time + TURN_WITHIN_MS;
  const notScored = of(truth, "not_scored");
  for (const answer of wrong) if (notScored.some((span) => isIn(span, answer.time))) wrong.delete(answer);
  return { turns: turns.length, found: found.length, missed: missed.size, wrong: wrong.size };
}

const share = (part, all) => (all > 0 ? part / all : null);

/** Precision, recall and F1; null where nothing divides. */
export function turnScore({ turns, found, missed, wrong }) {
  return {
    turns,
    answers: found + wrong,
    precision: share(found, found + wrong),
    recall: share(found, found + missed),
    f1: share(2 * found, 2 * found + missed + wrong),
  };
}

/** The errors of the wind, deg, at the minutes of one case: null for a minute without an answer. */
export function windErrors(truth, answers) {
  return truth.map((minute) => {
    const apart = (row) => (row.time === null ? WIND_WITHIN_MS : Math.abs(row.time - minute.time));
    let nearest = null;
    for (const row of answers)
      if (apart(row) <= WIND_WITHIN_MS && (nearest === null || apart(row) < apart(nearest))) nearest = row;
    return nearest && Math.abs(((nearest.twd_deg - minute.twd_deg + 540) % 360) - 180);
  });
}

/** What a list of errors, null where silent, amounts to: shares of answered ones and of all, median and P90. */
export function errorScore(errors, right = Infinity) {
  const answered = errors.filter((error) => error !== null);
  const sizes = answered.map(Math.abs).sort((a, b) => a - b);
  const p90 = sizes[Math.ceil(0.9 * sizes.length) - 1] ?? null;
  const middle = sizes.length / 2;
  const hits = sizes.filter((size) => size <= right).length;
  return {
    all: errors.length,
    answered: share(answered.length, errors.length),
    median: sizes.length ? (sizes[Math.ceil(middle) - 1] + sizes[Math.floor(middle)]) / 2 : null,
    p90,
    bias: share(
      answered.reduce((sum, error) => sum + error, 0),
      answered.length,
    ),
    right_of_answered: share(hits, answered.length),
    right_of_all: share(hits, errors.length),
  };
}

/** The scores of one tool over some cases. */
export function score(cases, truth, answers) {
  const of = (rows, one) => rows.filter((row) => row.case === one.case);
  const turns = {};
  for (const kind of [...KINDS, "turn"]) {
    const sum = { turns: 0, found: 0, missed: 0, wrong: 0 };
    for (const one of cases) {
      const counts = countTurns(of(truth.turns, one), of(answers.turns, one), kind);
      for (const key of Object.keys(sum)) sum[key] += counts[key];
    }
    turns[kind] = turnScore(sum);
  }
  const errors = (determined) =>
    cases.flatMap((one) => {
      const minutes = of(truth.wind, one).filter((minute) => minute.determined === determined);
      return windErrors(minutes, of(answers.wind, one));
    });
  const recordErrors = (record) =>
    cases.flatMap((one) => {
      const is = (row) => row.record === record;
      const given = of(answers.records, one).find(is);
      return of(truth.records, one)
        .filter(is)
        .map((row) => (given ? given.speed_kn - row.speed_kn : null));
    });
  return {
    turns,
    wind: errorScore(errors("yes"), WIND_RIGHT_DEG),
    undetermined: errorScore(errors("no"), WIND_RIGHT_DEG),
    records: Object.fromEntries(RECORDS.map((record) => [record, errorScore(recordErrors(record))])),
  };
}

const percent = (value) => (value === null ? "–" : `${(100 * value).toFixed(0)} %`);
const fixed = (value, digits, unit = "") => (value === null ? "–" : `${value.toFixed(digits)}${unit}`);

/** A table in Markdown whose columns are aligned in a terminal, too. */
function markdown(head, rows) {
  const widths = head.map((title, i) => Math.max(title.length, 3, ...rows.map((row) => row[i].length)));
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows.map(line)].join("\n");
}

const turnCell = ({ answers, precision, recall, f1 }) =>
  answers === 0
    ? recall === null
      ? "–"
      : "silent"
    : `${fixed(precision, 3)} / ${fixed(recall, 3)} / **${fixed(f1, 3)}**`;
const windCell = (w) =>
  w.answered === null
    ? "–"
    : w.answered === 0
      ? "silent"
      : `${percent(w.answered)}; ${fixed(w.median, 1, "°")}, ${fixed(w.p90, 1, "°")}; ${percent(w.right_of_answered)}, **${percent(w.right_of_all)}**`;
const recordCell = (r) =>
  r.answered === 0
    ? "silent"
    : `${percent(r.answered)}; **${fixed(r.median, 2)}**, ${fixed(r.p90, 2)}; ${r.bias < 0 ? "" : "+"}${fixed(r.bias, 2)}`;

/** The three tables of these tools, each a name and its answers, for all cases and by each of these columns. */
export function tables(cases, truth, tools, columns) {
  const values = (column) => [...new Set(cases.map((one) => one[column]))];
  const groups = columns.flatMap((column) =>
    values(column).map((value) => ({
      title: column === "rate_hz" ? `${value} Hz` : value || "none",
      cases: cases.filter((one) => one[column] === value),
    })),
  );
  const scored = [{ title: "all", cases }, ...groups].map((group) => ({
    title: group.title,
    scores: tools.map(({ answers }) => score(group.cases, truth, answers)),
  }));
  // Without anything to find there is a row only where a tool answered something.
  const rows = (keys, count, cell, given = count) =>
    scored.flatMap(({ title, scores }) =>
      keys
        .filter((key) => scores.some((one) => count(one, key) + given(one, key) > 0))
        .map((key) => [title, key, String(count(scores[0], key)), ...scores.map((one) => cell(one, key))]),
    );
  const names = tools.map(({ name }) => name);
  const turnRows = rows(
    [...KINDS, "turn"],
    (one, kind) => one.turns[kind].turns,
    (one, kind) => turnCell(one.turns[kind]),
    (one, kind) => one.turns[kind].answers,
  );
  const windRows = rows(
    ["wind", "undetermined"],
    (one, key) => one[key].all,
    (one, key) => windCell(one[key]),
  );
  const recordRows = rows(
    RECORDS,
    (one, key) => one.records[key].all,
    (one, key) => recordCell(one.records[key]),
  );
  return [
    `Turns: precision / recall / **F1**, found within ${TURN_WITHIN_MS / 1000} s`,
    markdown(["cases", "kind", "turns", ...names], turnRows),
    `Wind direction: minutes answered; median and P90 error of the answers; within ${WIND_RIGHT_DEG}° of the answers, **of all minutes**`,
    markdown(["cases", "wind", "minutes", ...names], windRows),
    "Speed records, kn: cases answered; **median** and P90 error without sign; mean error with sign",
    markdown(["cases", "record", "values", ...names], recordRows),
  ].join("\n\n");
}

/** Runs the command line; gives the tables. */
export function run(words) {
  const by = words.indexOf("--by");
  const columns = by < 0 ? ["rate_hz"] : [words[by + 1] ?? ""];
  const [truthFolder, ...folders] = by < 0 ? words : words.toSpliced(by, 2);
  if (folders.length === 0) throw new Unscorable("Usage: node score.mjs TRUTH ANSWERS… [--by COLUMN]");
  const cases = readCases(truthFolder);
  const unknown = columns.find((column) => !(column in cases[0]));
  if (unknown !== undefined)
    throw new Unscorable(`--by ${unknown}: cases.csv has the columns ${Object.keys(cases[0]).join(", ")}.`);
  const truth = readTruth(truthFolder, cases);
  const tools = folders.map((folder) => ({ name: basename(resolve(folder)), answers: readAnswers(folder, cases) }));
  return tables(cases, truth, tools, columns);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    console.log(run(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Unscorable ? error.message : error.stack);
    process.exitCode = 1;
  }
}
