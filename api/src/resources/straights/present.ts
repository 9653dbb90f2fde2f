import type { Core, StraightAnalysis as EngineAnalysis } from "@leebow/core/node";
import { pointWriter } from "../tracks/points.ts";
import { type Analyzed, firstRow } from "./analyze.ts";
import type { AnalysisRow } from "./queries.ts";
import { type AnalyzedSegment, STRAIGHT_COLUMNS, type StraightAnalysis } from "./schema.ts";

const ROWS_PER_CHUNK = 2000;

/** A straight without its points, and the half-open range of these. */
interface PresentedPart {
  head: object;
  rows: [number, number][];
}

type Line = EngineAnalysis["segments"][number];

/** The JSON of an analysis in pieces: the points of hours are megabytes of text. */
export function* analysisPieces(
  analysis: AnalysisRow,
  can: StraightAnalysis["can"],
  analyzed: Analyzed,
  channels: Core["channels"] | null,
): Generator<string> {
  const { id, track_id, user_id: user, name } = analysis;
  const { result } = analyzed;
  const head = { id, track_id, user, name, can, tables: result.tables };
  yield `${JSON.stringify(head).slice(0, -1)},"segments":{`;
  const parts = result.segments.map((line) => ({ name: line.name, ...presentLine(line, analyzed) }));
  for (const [i, part] of parts.entries()) {
    yield `${i > 0 ? "," : ""}${JSON.stringify(part.name)}:`;
    yield* withPoints(part, analyzed, channels);
  }
  yield `},"all_segments":`;
  const all = allOf(result, parts);
  if (all) yield* withPoints(all, analyzed, channels);
  else yield "null";
  yield "}";
}

function presentLine(line: Line, { picks, columns }: Analyzed): PresentedPart {
  const { segment, tags } = picks.find(({ name }) => name === line.name)!;
  const values = valuesOf(line);
  const head: Omit<AnalyzedSegment, "trackpoints"> = {
    id: segment.id,
    present: segment.retired_at === null,
    ...timesOf(line.start_time, line.end_time, line.duration_s),
    tags,
    ...values,
    ...lagsOf(line.sog_lag),
  };
  const [from_ms, to_ms] = [Date.parse(line.start_time), Date.parse(line.end_time)];
  return { head, rows: [[firstRow(columns.time_ms, from_ms - 0.5), firstRow(columns.time_ms, to_ms + 0.5)]] };
}

/** All straights together; null when there is none. Points that two straights share are there once. */
function allOf({ segments, sog_lag }: EngineAnalysis, parts: PresentedPart[]): PresentedPart | null {
  if (segments.length === 0) return null;
  const start_time = segments.map((line) => line.start_time).sort()[0]!;
  const end_time = segments
    .map((line) => line.end_time)
    .sort()
    .at(-1)!;
  const duration_s = segments.reduce((sum, line) => sum + line.duration_s, 0);
  const rows: [number, number][] = [];
  for (const [start, end] of parts.flatMap((part) => part.rows).sort((a, b) => a[0] - b[0])) {
    const from = Math.max(start, rows.at(-1)?.[1] ?? 0);
    if (from < end) rows.push([from, end]);
  }
  return { head: { ...timesOf(start_time, end_time, duration_s), ...lagsOf(sog_lag) }, rows };
}

const timesOf = (start_time: string, end_time: string, duration_s: number) => ({ start_time, end_time, duration_s });

function lagsOf(lags: EngineAnalysis["sog_lag"]) {
  return { sog_lag: Object.fromEntries(lags.map(({ variable, lag_s }) => [variable, lag_s])), rhythm: lags };
}

/** Columns of the engine by what they are: "heel" a mean, "heel_std", "heel_travel". */
function valuesOf({ columns }: Line): Pick<AnalyzedSegment, "avgs" | "stds" | "travels"> {
  const values = { avgs: {}, stds: {}, travels: {} } as Record<"avgs" | "stds" | "travels", Record<string, number>>;
  for (const { column, value } of columns) {
    const [, variable, kind] = /^(.*)_(std|travel)$/.exec(column) ?? [];
    if (variable) values[kind === "std" ? "stds" : "travels"][variable] = value;
    else values.avgs[column] = value;
  }
  return values;
}

/** A part with its points; with none when no channels are given. */
function* withPoints({ head, rows }: PresentedPart, { columns }: Analyzed, channels: Core["channels"] | null) {
  yield `${JSON.stringify(head).slice(0, -1)},"trackpoints":[`;
  if (channels) {
    const shown = Object.entries(columns.channels).filter(([id]) =>
      (STRAIGHT_COLUMNS as readonly string[]).includes(id),
    );
    const write = pointWriter({ columns: { ...columns, channels: Object.fromEntries(shown) } }, channels);
    let separator = "";
    for (const [start, end] of rows) {
      for (let from = start; from < end; from += ROWS_PER_CHUNK) {
        const texts: string[] = [];
        for (let i = from; i < Math.min(from + ROWS_PER_CHUNK, end); i++) texts.push(write(i));
        yield separator + texts.join(",");
        separator = ",";
      }
    }
  }
  yield "]}";
}
