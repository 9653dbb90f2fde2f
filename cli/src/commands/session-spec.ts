/** The options of `leebow simulate` under the simulator's names. */

export const SCENARIOS = ["windward_leeward", "reach_only", "free_ride", "motoring", "race"];
export const DEVICES = ["perfect", "logger", "watch"];
export const CSV_LAYOUTS = ["vakaros", "velocitek"] as const;
export type CsvLayout = (typeof CSV_LAYOUTS)[number];

export interface SimulateOptions {
  boat?: string;
  seed?: number;
  minutes?: number;
  rate?: number;
  twd?: number;
  tws?: number;
  current?: number;
  currentTo?: number;
  place?: { lat_deg: number; lon_deg: number };
  start?: number;
  scenario?: string;
  device?: string;
  csv: CsvLayout;
  spec?: string;
}

/** The settings that are given; the simulator has defaults for the others. */
export function specOf(options: SimulateOptions): object {
  const spec = {
    class: options.boat,
    seed: options.seed,
    minutes: options.minutes,
    rate_hz: options.rate,
    twd_deg: options.twd,
    tws_kn: options.tws,
    current_kn: options.current,
    current_deg: options.currentTo,
    ...options.place,
    start_time_ms: options.start,
    scenario: options.scenario,
    device: options.device,
  };
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined));
}
