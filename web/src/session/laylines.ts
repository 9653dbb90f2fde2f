/**
 * The laylines of the focus boat: her courses on both tacks, with the current, by what she sails in this recording, from
 * where she is and to her next mark.
 */
import {
  bearingDeg,
  KN_PER_MPS,
  type LayCourses,
  type LegKind,
  layCourses,
  metresPerDegree,
  type NextMark,
  signedDeg,
  vectorOf,
} from "@leebow/core";
import { type DialWind, rowAt } from "../playback/rows";
import type { ReplayModel } from "./replay-model";

/** Angles of beating and of running; between them a boat lays no mark by a tack. */
const UP_DEG = 60;
const DOWN_DEG = 120;
/** Less sailing of a kind says nothing of its angle, s. *guess* */
const LEAST_S = 60;

/** What a boat sails upwind and downwind: median angle to the wind and speed, through the water where the current is known. */
interface Usual {
  angle_deg: number;
  kn: number;
}

interface Laylines {
  /** From where she is; null on a reach. */
  boat: (LayCourses & { own: "port" | "starboard" }) | null;
  /** On which she lays her next mark, of a gate or line the nearer end; null where it is not known or to be reached. */
  mark: (LayCourses & { lat: number; lon: number }) | null;
}

/** Reads the laylines at an instant; null where there are none: without a wind, and where the boat has hardly beaten or run. */
export function laylinesReader(
  model: ReplayModel,
  windAt: (at_ms: number) => DialWind | null,
): (at_ms: number) => Laylines | null {
  const usual = new Map<number, { up: Usual | null; down: Usual | null }>();
  return (at_ms) => {
    const { focus } = model.state;
    const wind = windAt(at_ms);
    if (!wind) return null;
    const own = usual.get(focus) ?? usualOf(model, focus);
    usual.set(focus, own);
    const { columns, report } = model.boats[focus]!;
    const row = rowAt(columns.time_ms, at_ms);
    if (row < 0) return null;
    const tws_mps = columns.channels.tws?.[row] ?? Number.NaN;
    const tws_kn = Number.isNaN(tws_mps) ? null : tws_mps * KN_PER_MPS;
    const coursesOf = (kind: LegKind) => {
      const sailed = kind === "reach" ? null : own[kind];
      return sailed && layCourses({ ...sailed, twd_deg: wind.twd_deg, tws_kn, current: report.wind?.current ?? null });
    };
    const twa = waterAngle(model, focus, row, wind.twd_deg);
    const boat = coursesOf(Math.abs(twa) <= UP_DEG ? "up" : Math.abs(twa) >= DOWN_DEG ? "down" : "reach");
    const next = model.state.standings?.next(focus, at_ms) ?? null;
    const lays = next && coursesOf(next.kind);
    if (!boat && !lays) return null;
    return {
      boat: boat && { ...boat, own: twa > 0 ? "starboard" : "port" },
      mark: lays && { ...lays, ...nearest(next.marks, columns.lat_deg[row]!, columns.lon_deg[row]!) },
    };
  };
}

function nearest(marks: NextMark["marks"], lat: number, lon: number): { lat: number; lon: number } {
  const { lat_m, lon_m } = metresPerDegree(lat);
  const distance = ({ lat_deg, lon_deg }: NextMark["marks"][number]) =>
    Math.hypot((lat_deg - lat) * lat_m, (lon_deg - lon) * lon_m);
  const mark = marks.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  return { lat: mark.lat_deg, lon: mark.lon_deg };
}

function velocity(model: ReplayModel, boat: number, row: number): [number, number] {
  const { columns, report } = model.boats[boat]!;
  const { sog, cog } = columns.channels;
  const [east, north] = vectorOf((sog?.[row] ?? Number.NaN) * KN_PER_MPS, cog?.[row] ?? Number.NaN);
  const { set_deg, drift_kn } = report.wind?.current ?? { set_deg: 0, drift_kn: 0 };
  const [set_east, set_north] = vectorOf(drift_kn, set_deg);
  return [east - set_east, north - set_north];
}

/** Angle of the motion through the water to the wind, positive with the wind from starboard. */
function waterAngle(model: ReplayModel, boat: number, row: number, twd_deg: number): number {
  return signedDeg(twd_deg - bearingDeg(...velocity(model, boat, row)));
}

function usualOf(model: ReplayModel, boat: number): { up: Usual | null; down: Usual | null } {
  const twd = model.values("twd", boat).length > 0 ? model.values("twd", boat) : model.values("ewd", boat);
  const up: Usual[] = [];
  const down: Usual[] = [];
  for (let row = 0; row < twd.length; row++) {
    const angle_deg = Math.abs(waterAngle(model, boat, row, twd[row]!));
    const kn = Math.hypot(...velocity(model, boat, row));
    if (Number.isNaN(angle_deg) || kn < 1) continue;
    if (angle_deg <= UP_DEG) up.push({ angle_deg, kn });
    else if (angle_deg >= DOWN_DEG) down.push({ angle_deg, kn });
  }
  const { time_ms } = model.boats[boat]!.columns;
  const step_s = (time_ms.at(-1)! - time_ms[0]!) / 1000 / Math.max(1, time_ms.length - 1);
  const usual = (rows: Usual[]) => (rows.length * step_s < LEAST_S ? null : middle(rows));
  return { up: usual(up), down: usual(down) };
}

function middle(rows: readonly Usual[]): Usual {
  const median = (of: (one: Usual) => number) => rows.map(of).sort((a, b) => a - b)[rows.length >> 1]!;
  return { angle_deg: median(({ angle_deg }) => angle_deg), kn: median(({ kn }) => kn) };
}
