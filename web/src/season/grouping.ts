/** What four panels group sessions by: the measured wind, or the boat's own upwind speed, which every session has. */
import type { WindConditions } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { countText, withUnit, wordFor } from "../format/numbers";
import { type GroupBy, windConditionsOptions } from "./queries";
import { type DashboardFilter, SPEED_BANDS, WIND_CATEGORIES } from "./report-filter";

export interface Grouping {
  /** Null while it is not known whether there is a measured wind. */
  by: GroupBy | null;
  /** As the address has it; null without a choice. */
  chosen: GroupBy | null;
  isWindMeasured: boolean;
  /** Whether some of the sessions are in a band of speed. */
  isBanded: boolean;
}

/** By wind where some was measured, else by speed, unless the address says which. */
export function useGrouping(filter: DashboardFilter, chosen: GroupBy | null): Grouping {
  const { data, isError } = useQuery(windConditionsOptions(filter));
  const isWindMeasured = data !== undefined && measured(data) > 0;
  const usual = isWindMeasured || isError || data?.total_time === 0 ? "wind" : "speed";
  const by = chosen ?? (data || isError ? usual : null);
  return { by, chosen, isWindMeasured, isBanded: data !== undefined && banded(data) > 0 };
}

/** Seconds with a measured wind. */
export const measured = ({ time_in_conditions: time }: WindConditions): number =>
  WIND_CATEGORIES.reduce((sum, category) => sum + time[category], 0);

/** Seconds of the sessions in each band, of all classes. */
export function timeInBands({ speed_bands }: Pick<WindConditions, "speed_bands">) {
  const of = (band: (typeof SPEED_BANDS)[number]) =>
    speed_bands.reduce((sum, { time_in_bands }) => sum + time_in_bands[band], 0);
  return { slow: of("slow"), middle: of("middle"), fast: of("fast") };
}

export function banded(data: Pick<WindConditions, "speed_bands">): number {
  const time = timeInBands(data);
  return SPEED_BANDS.reduce((sum, band) => sum + time[band], 0);
}

const whose = ({ user }: DashboardFilter): string => (user === null ? "your own" : "the boat's own");

/** The start of the line below a panel's title. */
export const bySpeedText = (filter: DashboardFilter, { isWindMeasured }: Grouping): string =>
  `By ${whose(filter)} upwind speed${isWindMeasured ? "" : ": no wind speed was measured"}.`;

/** Why there are no bands. */
export function withoutBands({ speed_bands }: Pick<WindConditions, "speed_bands">, filter: DashboardFilter): string {
  if (speed_bands.some(({ slow_below_kn }) => slow_below_kn !== null))
    return "None of these sessions has ten minutes straight upwind.";
  const most = Math.max(0, ...speed_bands.map(({ sessions }) => sessions));
  return `Bands of ${whose(filter)} upwind speed need three sessions of one class with ten minutes straight upwind; there ${wordFor(most, "is", "are")} ${most === 0 ? "none" : most}. A wind file that is attached to a track counts here, too.`;
}

/** Where the bands begin and end, of one class, or that each class has its own. */
export function limitsText({ speed_bands }: Pick<WindConditions, "speed_bands">): string {
  const known = speed_bands.filter(({ slow_below_kn }) => slow_below_kn !== null);
  const [only] = known;
  if (known.length !== 1 || !only) return "Each class is split in thirds of its own.";
  const { boat_class, sessions, slow_below_kn, fast_above_kn } = only;
  return `Thirds of all ${countText(sessions, "session")} in the ${boat_class}: slow below ${withUnit(slow_below_kn, 1, "kn")}, fast above ${withUnit(fast_above_kn, 1, "kn")} on average upwind.`;
}
