/** Two boats on a leg as the server answers them. */
import type { Duel } from "@leebow/core";

const START_MS = Date.UTC(2026, 10, 15, 11, 48);
const iso = (after_s: number) => new Date(START_MS + 1000 * after_s).toISOString();

const parts = (speed_m: number, height_m: number, shift_m: number, turns_m: number) => ({
  speed_m,
  speed_sd_m: 1.6,
  height_m,
  height_sd_m: 2,
  shift_m,
  shift_sd_m: 4,
  turns_m,
  turns_sd_m: 2,
  rest_m: 0,
  rest_sd_m: 1.4,
  total_m: speed_m + height_m + shift_m + turns_m,
  total_sd_m: 3,
});

/** The first boat is to the left until the middle of the leg, and loses by a shift. */
export function duelOf(a: string, b: string, leg: number): Duel {
  const ahead = (after_s: number) => 2 + 8 * Math.sin(after_s / 60) - after_s / 40;
  const points = Array.from({ length: 201 }, (_, i) => 2 * i).map((after_s) => ({
    after_s,
    ahead_m: ahead(after_s),
    ahead_sd_m: 2 + after_s / 100,
    right_m: -60 * Math.sin(after_s / 130),
    a_tack: after_s < 200 ? ("starboard" as const) : ("port" as const),
    b_tack: after_s < 100 ? ("starboard" as const) : ("port" as const),
  }));
  const sum = parts(8.5, 3.9, -24, -3.9);
  return {
    a,
    b,
    leg,
    start_time: iso(0),
    end_time: iso(400),
    start_m: ahead(0),
    end_m: ahead(400),
    sum,
    phases: [
      { start_time: iso(0), end_time: iso(100), relation: "same_tack", ...parts(6, 2, 0, 0) },
      { start_time: iso(100), end_time: iso(200), relation: "apart", ...parts(1, 0, -20, -2) },
      { start_time: iso(200), end_time: iso(400), relation: "to_mark", ...parts(1.5, 1.9, -4, -1.9) },
    ],
    points,
    said: ["shift", "speed"],
  };
}
