/**
 * A race as the server reports it, made of a simple model of a fleet: boats that tack and gybe in a corridor on a
 * windward-leeward course of four legs. Gaps, places and times are computed from where the boats are.
 */
import type { ResponseFrom } from "@leebow/api/contract";
import type { Analysis, BoatLeg, Passing, RaceBoat, RaceColumns, RaceDay, RaceReport } from "@leebow/core";
import { arrowOf, arrowOfRaces } from "@leebow/core/arrow";

const SAILORS = [
  ["Marta", "Vidal"],
  ["Jon", "Etxeberria"],
  ["Lucía", "Ferrer"],
  ["Tomás", "Roig"],
  ["Ines", "Marquès"],
  ["Àlex", "Puig"],
  ["Clara", "Domènech"],
  ["Bastiaan", "van der Meulen-Koster"],
] as const;
const SAILS = [30782, 29375, 31104, 28960, 30115, 29841, 31260, 27733];
export const RACE_ID = 987_654;
const FIRST_TRACK = 4101;
const GUN_MS = Date.UTC(2026, 10, 15, 11, 30);
const TWD_DEG = 108;
const ORIGIN = { lat: 39.4082, lon: -0.3235 };
const LEG_M = 760;
const LEGS = [
  { kind: "up", sign: 1, angle_deg: 43, speed_mps: 2.45 },
  { kind: "down", sign: -1, angle_deg: 28, speed_mps: 2.7 },
  { kind: "up", sign: 1, angle_deg: 43, speed_mps: 2.45 },
  { kind: "down", sign: -1, angle_deg: 28, speed_mps: 2.7 },
] as const;
const KNOTS = 1852 / 3600;

interface Sailed {
  track: string;
  /** A row a second from two minutes before the gun: along the wind and across it, m. */
  up: number[];
  across: number[];
  /** Seconds after the gun at the end of each leg. */
  ends_s: number[];
  turns: number[];
  sailed_m: number[];
  line_position: number;
  late_s: number;
}

const BEFORE_S = 120;

/** Numbers in [0, 1), the same for each seed. */
function random(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

function sail(at: number): Sailed {
  const next = random(at + 7);
  const line_position = (at * 0.37 + 0.12) % 1;
  const late_s = [4.2, 0.8, 1.9, 6.5, 3, 0.4, 1.1, 12][at]!;
  const boat: Sailed = {
    track: String(FIRST_TRACK + at),
    up: [],
    across: [],
    ends_s: [],
    turns: [0, 0, 0, 0],
    sailed_m: [0, 0, 0, 0],
    line_position,
    late_s,
  };
  let [up, across, side] = [-12 - 2 * late_s, 90 * (line_position - 0.5), at % 2 === 0 ? 1 : -1];
  for (let s = -BEFORE_S; s < 0; s++) {
    boat.up.push(up + 30 * Math.sin(s / 19) * (-s / BEFORE_S));
    boat.across.push(across + 0.25 * s * side);
  }
  const skill = 1 - [0.004, 0, 0.009, 0.012, 0.014, 0.02, 0.024, 0.05][at]!;
  const corridor = 110 + 60 * next();
  let leg = 0;
  for (let s = 0; leg < LEGS.length && s < 5000; s++) {
    boat.up.push(up);
    boat.across.push(across);
    const { sign, angle_deg, speed_mps } = LEGS[leg]!;
    const speed =
      (s < late_s ? 0.5 : 1) * speed_mps * skill * (1 + 0.05 * Math.sin(s / (31 + at) + at) + 0.06 * (next() - 0.5));
    const angle = ((angle_deg + 3 * Math.sin(s / 90)) * Math.PI) / 180;
    const goal = sign > 0 ? LEG_M : 20;
    const left_m = Math.abs(goal - up);
    up += sign * speed * Math.cos(angle);
    across += side * speed * Math.sin(angle);
    boat.sailed_m[leg] = boat.sailed_m[leg]! + speed;
    const isOut = Math.abs(across) > Math.min(corridor, left_m * Math.tan(angle) + 4) && Math.sign(across) === side;
    if (isOut) {
      side = -side;
      boat.turns[leg] = boat.turns[leg]! + 1;
      up -= sign * (3 + 2 * next());
    }
    if (sign > 0 ? up >= goal : up <= goal) {
      boat.ends_s.push(s + next());
      leg++;
    }
  }
  return boat;
}

const FLEET = SAILORS.map((_, at) => sail(at));

/** Along the course at a second after the gun, never falling, m. */
function progressOf({ up, ends_s }: Sailed): number[] {
  const progress: number[] = [];
  let most = 0;
  for (let s = 0; s <= Math.floor(ends_s.at(-1)!); s++) {
    const leg = ends_s.findIndex((end) => s < end);
    const own = up[s + BEFORE_S]!;
    const along = leg % 2 === 0 ? own : LEG_M + 20 - own;
    most = Math.max(most, leg * LEG_M + Math.max(0, Math.min(LEG_M, along)));
    progress.push(most);
  }
  progress.push(LEGS.length * LEG_M);
  return progress;
}

const PROGRESS = FLEET.map(progressOf);

/** The gaps of every boat, a row a second until she finishes. */
function gapsOf(at: number) {
  const own = PROGRESS[at]!;
  const next = PROGRESS.map(() => 0);
  return own.map((progress, s) => {
    let first_s = s;
    let best = progress;
    PROGRESS.forEach((other, boat) => {
      while (next[boat]! < other.length && other[next[boat]!]! < progress) next[boat]!++;
      const row = next[boat]!;
      if (row === 0 || row >= other.length) return;
      const [before, after] = [other[row - 1]!, other[row]!];
      first_s = Math.min(first_s, row - 1 + (progress - before) / (after - before));
      best = Math.max(best, other[Math.min(s, other.length - 1)]!);
    });
    const leg = Math.min(
      3,
      FLEET[at]!.ends_s.findIndex((end) => s < end),
    );
    const mark_s = Math.min(...FLEET[at]!.ends_s.map((end) => Math.abs(end - s)), s);
    const sd_s = 0.8 + 6 * Math.min(1, mark_s / 90);
    return { behind_s: s - first_s, behind_m: best - progress, sd_s, sd_m: 2 * sd_s, progress, leg };
  });
}

const iso = (after_s: number) => new Date(GUN_MS + after_s * 1000).toISOString();

function place(up: number, across: number): { lat_deg: number; lon_deg: number } {
  const wind = (TWD_DEG * Math.PI) / 180;
  const [east, north] = [up * Math.sin(wind) + across * Math.cos(wind), up * Math.cos(wind) - across * Math.sin(wind)];
  const lat_deg = ORIGIN.lat + north / 111_195;
  return { lat_deg, lon_deg: ORIGIN.lon + east / (111_195 * Math.cos((ORIGIN.lat * Math.PI) / 180)) };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function passingsOf(boat: Sailed): Passing[] {
  return boat.ends_s.map((end, leg) => {
    const order = FLEET.map(({ ends_s }) => ends_s[leg]!).toSorted((a, b) => a - b);
    const near = order.filter((other) => other !== end && Math.abs(other - end) < 2.3);
    return {
      waypoint: leg + 1,
      time: iso(end),
      sd_s: 1,
      place: order.indexOf(end) + 1,
      place_sure: near.length === 0,
      behind_s: end - order[0]!,
    };
  });
}

function legsOf(boat: Sailed, passings: Passing[]): BoatLeg[] {
  const timeOf = ({ ends_s }: Sailed, leg: number) => ends_s[leg]! - (ends_s[leg - 1] ?? 0);
  return boat.ends_s.map((_, leg) => {
    const time_s = timeOf(boat, leg);
    const least_m = Math.min(...FLEET.map(({ sailed_m }) => sailed_m[leg]!));
    const before = leg === 0 ? startPlace(boat) : passings[leg - 1]!.place;
    return {
      time_s,
      sailed_m: boat.sailed_m[leg]!,
      sailed_over_shortest_pct: 100 * (boat.sailed_m[leg]! / least_m - 1),
      vmg_kn: LEG_M / time_s / KNOTS,
      sog_kn: boat.sailed_m[leg]! / time_s / KNOTS,
      tacks: leg % 2 === 0 ? boat.turns[leg]! : 0,
      gybes: leg % 2 === 1 ? boat.turns[leg]! : 0,
      places_gained: before - passings[leg]!.place,
      gain_s: median(FLEET.map((other) => timeOf(other, leg))) - time_s,
      gain_sd_s: 2.2,
    };
  });
}

const startPlace = (boat: Sailed) => FLEET.toSorted((a, b) => a.late_s - b.late_s).indexOf(boat) + 1;

function boatOf(boat: Sailed): RaceBoat {
  const passings = passingsOf(boat);
  const finish = passings.at(-1)!;
  const after = startPlace(boat);
  const isOver = boat.late_s < 0.5;
  return {
    track: boat.track,
    state: "finished",
    place: finish.place,
    place_sure: finish.place_sure,
    elapsed_s: boat.ends_s.at(-1)!,
    sailed_m: boat.sailed_m.reduce((sum, leg) => sum + leg, 0),
    start: {
      to_line_m: isOver ? -2.4 : boat.late_s * 1.9 + 0.3,
      to_line_sd_m: 2.4 + 3 * Math.abs(boat.line_position - 0.5),
      speed_at_gun_kn: 4.2 - 0.2 * boat.late_s,
      crossed_after_s: isOver ? -0.4 : boat.late_s,
      crossed_sd_s: 1.4,
      returned: false,
      line_position: boat.line_position,
      over: isOver ? "may_be_over" : "no",
      places_after_60_s: after === 4 ? [3, 5] : [after, after],
    },
    passings,
    legs: legsOf(boat, passings),
  };
}

const estimated = (at: { lat_deg: number; lon_deg: number }, sd_m: number) => ({
  ...at,
  sd_m,
  basis: "estimated" as const,
});

function report(): RaceReport {
  const boats = FLEET.map(boatOf).sort((a, b) => a.place! - b.place!);
  const top = { ...estimated(place(LEG_M, 0), 6.5), passings: 8 };
  return {
    start_time: iso(0),
    end_time: iso(Math.ceil(Math.max(...FLEET.map(({ ends_s }) => ends_s.at(-1)!))) + 5),
    gun_basis: "whole_minute",
    gun_sd_s: 1,
    gun_candidates: [{ time: iso(60), score: 0.2 }],
    recalls: [],
    tracks: FLEET.map(({ track }) => track),
    wind_source: "fleet",
    twd_deg: TWD_DEG,
    twd_sd_deg: 3.4,
    line: {
      pin: estimated(place(0, -52), 11),
      committee: { ...place(-6, 52), sd_m: 4, basis: "device" },
      length_m: 104,
      bearing_deg: 21,
      bearing_sd_deg: 3,
      bias_deg: -6,
      bias_sd_deg: 2.4,
      bias_m: -11,
      bias_sd_m: 4,
      favoured: "pin",
    },
    waypoints: [
      { id: 0, kind: "line", side: null, marks: [], moved: false },
      { id: 1, kind: "mark", side: "port", marks: [top], moved: false },
      { id: 2, kind: "mark", side: "port", marks: [{ ...estimated(place(20, 8), 5), passings: 8 }], moved: false },
      { id: 3, kind: "mark", side: "port", marks: [top], moved: false },
      { id: 4, kind: "finish", side: null, marks: [], moved: false },
    ],
    legs: LEGS.map(({ kind, sign }, at) => ({
      from: at,
      to: at + 1,
      kind,
      length_m: LEG_M,
      axis_deg: sign > 0 ? TWD_DEG : TWD_DEG + 180,
      twd_deg: TWD_DEG,
      twd_sd_deg: 3.4,
    })),
    boats,
    handicap: null,
    notes: [],
  };
}

export const raceDay = (): RaceDay => ({ races: [report()], practice_starts: [], notes: [] });

/** How far every boat of the race was behind, as the server sends it. */
export const gapColumns = (): RaceColumns[] =>
  FLEET.map(({ track }, at) => {
    const rows = gapsOf(at);
    const floats = (of: (row: (typeof rows)[number]) => number) => Float32Array.from(rows, of);
    return {
      track,
      time_ms: Float64Array.from(rows, (_, s) => GUN_MS + s * 1000),
      behind_s: floats(({ behind_s }) => behind_s),
      behind_m: floats(({ behind_m }) => behind_m),
      behind_sd_s: floats(({ sd_s }) => sd_s),
      behind_sd_m: floats(({ sd_m }) => sd_m),
      progress_m: floats(({ progress }) => progress),
      leg: Uint8Array.from(rows, ({ leg }) => leg),
    };
  });

export const gapBytes = (): Uint8Array => arrowOfRaces([gapColumns()]);

/** The columns of a boat's track. */
export function trackBytes(track: string): Uint8Array {
  const { up, across } = FLEET.find((boat) => boat.track === track)!;
  const places = up.map((own, row) => place(own, across[row]!));
  const columns = {
    n: up.length,
    time_ms: Float64Array.from(up, (_, row) => GUN_MS + (row - BEFORE_S) * 1000),
    lat_deg: Float64Array.from(places, ({ lat_deg }) => lat_deg),
    lon_deg: Float64Array.from(places, ({ lon_deg }) => lon_deg),
    channels: {},
  };
  const segments = { kind: [], start: [], end: [], metrics: {} };
  const analysis = { report: { sha256: "" }, columns, fix_flags: new Uint8Array(up.length), segments };
  return arrowOf("1", analysis as unknown as Analysis);
}

/** The race with its boats, without their points. */
export function raceSummary(): ResponseFrom<"GET /races/{id}/">["body"] {
  const person = (at: number) => ({
    id: 50 + at,
    first_name: SAILORS[at]![0],
    last_name: SAILORS[at]![1],
    profile_img: null,
  });
  return {
    id: RACE_ID,
    name: "Trofeo Otoño, race 3",
    user: person(0),
    share_id: null,
    share_expires: null,
    start_time: iso(-BEFORE_S),
    tz: "Europe/Madrid",
    location: "El Saler, Valencia",
    static_map: null,
    static_map_dark: null,
    processing_status: 3,
    error: null as string | null,
    wind_reason: null,
    wind: { twd_deg: TWD_DEG, sd_deg: 3.4 },
    competitors: SAILORS.map((_, at) => person(at)),
    track_ids: FLEET.map(({ track }) => Number(track)),
    created: iso(0),
    can: { edit: true, share: true, revoke_share: true, delete: true, leave: false },
    wind_estimates: [],
    track: FLEET.map(({ track }, at) => {
      const { profile_img: _, ...user } = person(at);
      return {
        id: Number(track),
        track_ids: [Number(track)],
        user,
        full_name: SAILORS[at]!.join(" "),
        boat_name: "Snipe",
        file_name: `ESP ${SAILS[at]}.gpx`,
        tz: "Europe/Madrid",
        location: "El Saler, Valencia",
        start_time: iso(-BEFORE_S),
        end_time: iso(3000),
        has_vote: true,
        wind_reason: null,
      };
    }),
  };
}
