/** What a sailor sailed on a day with several tracks. */
import type { Track } from "@leebow/api/contract";
import { hms } from "../format/durations";
import { distance } from "../format/numbers";
import { unitName } from "../format/units";

/** "2 tracks, 6.97 mi, 01:32:00"; null for one track, and while figures are still being worked out. */
export function dayTotal(tracks: readonly Pick<Track, "metric">[]): string | null {
  const metrics = tracks.map(({ metric }) => metric).filter((metric) => metric !== null);
  if (tracks.length < 2 || metrics.length < tracks.length) return null;
  const sum = (of: (metric: (typeof metrics)[number]) => number) => metrics.reduce((all, one) => all + of(one), 0);
  const sailed = `${distance(sum((one) => one.distance))} ${unitName("mi")}`;
  return `${tracks.length} tracks, ${sailed}, ${hms(sum(({ duration }) => duration))}`;
}
