/** The legs of races against the target polars of the boats. */
import type { RaceOptions, RaceReport } from "../core.ts";
import { windReader } from "../wind-reader.ts";
import type { OfTargetValue } from "./of-target.ts";
import { raceStrength } from "./race-strength.ts";
import type { StraightRows } from "./straight-rows.ts";
import { type CommonWind, type ComparedPolar, comparedMinutes, meanOfMinutes } from "./straights-of-target.ts";

/** A boat of a race. */
export interface BoatToCompare {
  /** As in the report of the race. */
  track: string;
  /** Of its recordings, one after the other. */
  parts: readonly StraightRows[];
  /** Null for a boat that is compared with nothing. */
  target: ComparedPolar | null;
}

/** Straight sailing on a leg, % of target, and of that on each tack; null for less than a minute. */
export interface LegOfTarget extends OfTargetValue {
  port_percent: number | null;
  starboard_percent: number | null;
}

export interface BoatOfTarget {
  track: string;
  /** Whether its speeds are through the water. */
  through_water: boolean;
  /** In the order of the race's legs; null without a figure. */
  legs: (LegOfTarget | null)[];
}

/** A race against targets. All boats are compared in the same wind strength. */
export interface RaceOfTarget {
  /** Mean wind strength; null where none was measured or given by hand, and no leg has a figure. */
  tws_kn: number | null;
  /** Boats that measured it; 0 where it was given by hand. */
  measured_by: number;
  /** Those with a target, in the order of the race's boats. */
  boats: BoatOfTarget[];
}

export interface RaceTargetOptions {
  /** The direction of which the race was found; null for the boats' own. */
  wind?: Pick<NonNullable<RaceOptions["wind"]>, "time_ms" | "twd_deg"> | null;
  /** The strength where none was measured, given by hand. */
  tws_kn?: number | null;
}

const STEP_MS = 10_000;

/** The races of a day, in their order. */
export function racesOfTarget(
  races: readonly Pick<RaceReport, "start_time" | "end_time" | "legs" | "boats">[],
  boats: readonly BoatToCompare[],
  { wind = null, tws_kn = null }: RaceTargetOptions = {},
): RaceOfTarget[] {
  const strength = raceStrength(boats.map(({ parts }) => parts));
  const strengthAt = (time_ms: number) => {
    const measured = strength?.at(time_ms) ?? Number.NaN;
    return Number.isNaN(measured) ? (tws_kn ?? Number.NaN) : measured;
  };
  return races.map((race) => {
    const [from_ms, to_ms] = [Date.parse(race.start_time), Date.parse(race.end_time)];
    const times = Array.from({ length: Math.ceil((to_ms - from_ms) / STEP_MS) }, (_, i) => from_ms + i * STEP_MS);
    const known = times.map(strengthAt).filter((kn) => !Number.isNaN(kn));
    const is_measured = times.some((time_ms) => !Number.isNaN(strength?.at(time_ms) ?? Number.NaN));
    return {
      tws_kn: known.length > 0 ? known.reduce((sum, kn) => sum + kn, 0) / known.length : null,
      measured_by: is_measured ? strength!.boats : 0,
      boats: race.boats.flatMap((boat) => {
        const own = boats.find(({ track }) => track === boat.track);
        if (!own?.target) return [];
        const { parts, target } = own;
        const legs = boat.legs.map((leg, at) => {
          const end_ms = Date.parse(boat.passings[at]?.time ?? "");
          const common = { twd_deg: wind && windReader(wind), tws_kn: strengthAt };
          return leg && legOf(parts, target, common, [end_ms - 1000 * leg.time_s, end_ms]);
        });
        return { track: boat.track, through_water: isThroughWater(own), legs };
      }),
    };
  });
}

const isThroughWater = ({ parts, target }: BoatToCompare) =>
  !target!.over_ground && parts.some(({ current }) => current !== null);

function legOf(
  parts: readonly StraightRows[],
  target: ComparedPolar,
  wind: CommonWind,
  times: readonly [number, number],
): LegOfTarget | null {
  const minutes = comparedMinutes(parts, target, wind, times);
  const mean = meanOfMinutes(minutes);
  const tack = (starboard: boolean) =>
    meanOfMinutes(minutes.filter((one) => one.starboard === starboard))?.percent ?? null;
  return mean && { ...mean, port_percent: tack(false), starboard_percent: tack(true) };
}
