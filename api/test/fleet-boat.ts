import { writeSession } from "@leebow/core/node";

/** True direction of the wind of {@link fleetBoat}, degrees; its shifts are a few degrees about it. */
export const FLEET_TWD_DEG = 225;
const START_MS = Date.UTC(2026, 6, 4, 11);

interface FleetBoatOptions {
  seed: number;
  class?: string;
  minutes?: number;
  /** After the start of the first race. */
  start_min?: number;
  lat_deg?: number;
  /** Speed upwind as a share of that of the class. */
  upwind_speed?: number;
  /** Settings of races; without them the boats sail laps, for practice. */
  race?: object;
}

/** A recording of one boat of a fleet: all have the same wind. */
export function fleetBoat({
  seed,
  minutes = 25,
  start_min = 0,
  lat_deg = 50.57,
  upwind_speed = 1,
  race,
  ...rest
}: FleetBoatOptions): Uint8Array {
  const spec = {
    class: rest.class ?? "Laser",
    seed,
    wind_seed: 77,
    ...(race ? { scenario: "race", race } : { scenario: "windward_leeward" }),
    minutes,
    rate_hz: 1,
    twd_deg: FLEET_TWD_DEG,
    tws_kn: 12,
    oscillation_deg: 4,
    trend_deg_per_h: 0,
    lat_deg,
    lon_deg: -2.46,
    sailing: { upwind_speed },
    start_time_ms: START_MS + start_min * 60_000,
  };
  return writeSession(spec, "gpx");
}
