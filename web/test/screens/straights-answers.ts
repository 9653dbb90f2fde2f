/**
 * A straight-line analysis of a kite's session as the server answers it: the engine in WASM computes its numbers. Tags are
 * kept as the server keeps them.
 */
import type { StraightAnalysis, Track, UserTag } from "@leebow/api/contract";
import { type StraightAnalysis as EngineAnalysis, loadCore } from "@leebow/core/web";
import session from "../../../fixtures/formula-kite-palma.vakaros.csv?url";
import { answer, refusal } from "./answers";
import { MARTA } from "./screen";

export const TRACK_ID = 71;
export const ANALYSIS_ID = 82;
export const ANALYSIS = `/straight-analysis/${ANALYSIS_ID}`;
const FIRST_SEGMENT = 500;
const STRAIGHT_KIND = 0;

let read: ReturnType<typeof readSession> | undefined;

/** The analysis of the session, made once, with its straights. */
async function readSession() {
  const [core, file] = await Promise.all([loadCore(), fetch(session)]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const analysis = await core.analyze(
    { name: "formula-kite-palma.vakaros.csv", bytes },
    { boat_class: "Formula Kite" },
  );
  const { kind, start, end } = analysis.segments;
  const rows = [...kind.keys()].filter((i) => kind[i] === STRAIGHT_KIND);
  const straights = rows.map((i, n) => ({ name: `Straight ${n + 1}`, start: start[i]!, end: end[i]! }));
  return { core, analysis, straights };
}

interface Straights {
  /** Names of the straights of the analysis, the start of the first and the end of the last. */
  names: string[];
  times: (string | undefined)[];
  name: string | null;
  can: StraightAnalysis["can"];
  tags: UserTag[];
  /** Ids of the tags by id of the straight. */
  given: Map<number, number[]>;
  /** The queries of the analyses of parts. */
  asked: URLSearchParams[];
  /** Status of the answers to a new name, a part, and a new tag; 200 takes or analyses it. */
  rename_status: number;
  part_status: number;
  tag_status: number;
}

/** Answers the calls of an analysis of the first `count` straights, or of all. */
export async function answerStraights({ count = Number.POSITIVE_INFINITY, name = null as string | null } = {}) {
  read ??= readSession();
  const { core, analysis, straights: all } = await read;
  const picked = all.slice(0, count);
  const { time_ms } = analysis.columns;
  const times = [picked[0]!.start, picked.at(-1)!.end - 1].map((row) =>
    new Date(Math.round(time_ms[row]!)).toISOString(),
  );
  const can = { edit: true, tag: true };
  const names = picked.map((straight) => straight.name);
  const state: Straights = {
    names,
    times,
    name,
    can,
    tags: [],
    given: new Map(),
    asked: [],
    rename_status: 200,
    part_status: 200,
    tag_status: 200,
  };
  const tagsOf = (id: number) => (state.given.get(id) ?? []).map((tag) => state.tags.find((one) => one.id === tag)!);

  const analyze = (query: URLSearchParams, correlate: string[] | null = null) => {
    const [from, to] = [query.get("start_time"), query.get("end_time")];
    const ids = query.getAll("tag_ids").map(Number);
    const segments = picked
      .map((straight, at) => ({ ...straight, tags: tagsOf(FIRST_SEGMENT + at) }))
      .filter(({ tags }) => ids.length === 0 || tags.some(({ id }) => ids.includes(id)))
      .map((straight) => ({ ...straight, tags: straight.tags.map(({ value }) => value) }));
    const selection_ms: [number, number] | null = from && to ? [Date.parse(from), Date.parse(to)] : null;
    return core.straight_analysis(analysis.columns, { segments, selection_ms, correlate });
  };
  const present = (query: URLSearchParams): StraightAnalysis => {
    const result = analyze(query);
    const segments = result.segments.map((line) => {
      const id = FIRST_SEGMENT + names.indexOf(line.name);
      return [line.name, { id, present: true, tags: tagsOf(id), ...timesOf(line), ...valuesOf(line) }] as const;
    });
    const head = { id: ANALYSIS_ID, track_id: TRACK_ID, user: MARTA.id, name: state.name, can: state.can };
    return {
      ...head,
      segments: Object.fromEntries(segments),
      all_segments: together(result),
      tables: result.tables as StraightAnalysis["tables"],
    };
  };
  answer("GET /straights/{id}/", ({ query }) => present(query));
  answer("GET /straights/{id}/selection/", ({ query }) => {
    state.asked.push(query);
    if (state.part_status !== 200) return refusal(state.part_status);
    return present(query);
  });
  answer("GET /straights/{id}/corrs/", ({ query }) => {
    const columns = query.getAll("vals");
    const { segments, correlations } = analyze(query, columns);
    return columns.length < 3 || segments.length < 3 ? [] : correlations;
  });
  answer("PATCH /straights/{id}/", ({ body }) => {
    if (state.rename_status !== 200) return refusal(state.rename_status, {});
    state.name = (body as { name: string | null }).name?.trim() || null;
    return { id: ANALYSIS_ID, name: state.name };
  });
  const { report } = analysis;
  answer("GET /tracks/{id}/", () => trackOf(report));
  answer("GET /tracks/{id}/journal/", () => ({ results: [], next: null, previous: null }));
  const { arrowOf } = await import("@leebow/core/arrow");
  answer("GET /tracks/{id}/columns/", () => arrowOf("1", analysis));
  answerTags(state);
  return state;
}

function answerTags(state: Straights): void {
  const found = (id: unknown) => state.tags.find((tag) => tag.id === Number(id))!;
  answer("GET /user-tags/", () => ({ tags: state.tags }));
  answer("POST /user-tags/", ({ body }) => {
    if (state.tag_status !== 200) return refusal(state.tag_status);
    const { value, color } = body as Pick<UserTag, "value" | "color">;
    const known = state.tags.find((tag) => tag.value.toLowerCase() === value.toLowerCase());
    const tag = known ?? { id: state.tags.length + 1, value, color, visible: true };
    tag.visible = true;
    if (!known) state.tags.push(tag);
    return Response.json({ tag }, { status: known ? 200 : 201 });
  });
  answer("POST /user-tags/{id}/hide/", ({ params }) => ({ tag: Object.assign(found(params.id), { visible: false }) }));
  answer("POST /user-tags/{id}/show/", ({ params }) => ({ tag: Object.assign(found(params.id), { visible: true }) }));
  const change =
    (change_tags: (tags: number[], id: number) => number[]) =>
    ({ params, body }: { params: Readonly<Record<string, string>>; body: unknown }) => {
      const { tag_id } = body as { tag_id: number };
      state.given.set(Number(params.id), change_tags(state.given.get(Number(params.id)) ?? [], tag_id));
      return Response.json({});
    };
  answer(
    "POST /segments/{id}/tags/",
    change((tags, id) => [...new Set([...tags, id])]),
  );
  answer(
    "DELETE /segments/{id}/tags/",
    change((tags, id) => tags.filter((one) => one !== id)),
  );
}

type Line = EngineAnalysis["segments"][number];

const timesOf = ({
  start_time,
  end_time,
  duration_s,
  sog_lag,
}: Pick<Line, "start_time" | "end_time" | "duration_s" | "sog_lag">) => ({
  start_time,
  end_time,
  duration_s,
  sog_lag: Object.fromEntries(sog_lag.map(({ variable, lag_s }) => [variable, lag_s])),
  rhythm: sog_lag,
  trackpoints: [],
});

/** Columns of the engine by what they are: "heel" a mean, "heel_std", "heel_travel". */
function valuesOf({ columns }: Line) {
  const of = (kind: RegExp) =>
    Object.fromEntries(
      columns.flatMap(({ column, value }) =>
        kind.test(column) ? [[column.replace(/_(std|travel)$/, ""), value]] : [],
      ),
    );
  return { avgs: of(/^(?!.*_(std|travel)$)/), stds: of(/_std$/), travels: of(/_travel$/) };
}

function together({ segments, sog_lag }: EngineAnalysis): StraightAnalysis["all_segments"] {
  if (segments.length === 0) return null;
  const start_time = segments.map((line) => line.start_time).sort()[0]!;
  const end_time = segments
    .map((line) => line.end_time)
    .sort()
    .at(-1)!;
  const duration_s = segments.reduce((sum, line) => sum + line.duration_s, 0);
  return timesOf({ start_time, end_time, duration_s, sog_lag });
}

function trackOf({
  start_time,
  end_time,
  time_zone,
  summary,
}: Awaited<ReturnType<typeof readSession>>["analysis"]["report"]): Track {
  return {
    id: TRACK_ID,
    user: MARTA.id,
    full_name: "Marta Vidal",
    boat_name: "Formula Kite",
    permissions: "PUBLIC",
    file_name: "formula-kite-palma.vakaros.csv",
    start_time,
    end_time,
    tz: time_zone,
    location: "Palma, Spain",
    static_map: null,
    static_map_dark: null,
    sample_rate: summary.sample_rate_hz,
    garmin_id: null,
    wind_file: null,
    twd_avg: null,
    journal_count: 0,
    joined_files: 0,
    same_boat: null,
    processing_status: 3,
    error: null,
    wind_error: null,
    metric: {
      distance: summary.distance_m,
      duration: summary.duration_s,
      max_speed: summary.max_speed_kn,
      tacks: summary.tacks,
      sets: summary.sets,
      gybes: summary.gybes,
      douses: summary.douses,
      straights: summary.straights,
      turns: summary.turns,
      average_wind_direction: null,
    },
    damage: null,
    wind_hint_deg: null,
    wind_candidates: [],
    created: start_time!,
    can: { edit: true, change_visibility: true, correct: true, download_source: true, delete: true },
  };
}
