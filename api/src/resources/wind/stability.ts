import type { Unsteadiness } from "@leebow/core/node";
import { quantile } from "./quantile.ts";
import type { WindStability } from "./report-schema.ts";

type FiveNumbers = NonNullable<WindStability["tws"]>;

/**
 * A report's unsteadiness compared with that of its owner's other reports, as the engine's `wind_report` defines it. Computed
 * when it is asked for, because the other reports change.
 */
export function stabilityOf(own: Unsteadiness, others: readonly Unsteadiness[]): WindStability {
  const [tws, relative_tws] = compareWith(
    own.puffiness_percent,
    others.map((other) => other.puffiness_percent),
  );
  const [twd, relative_twd] = compareWith(
    own.shiftiness_deg,
    others.map((other) => other.shiftiness_deg),
  );
  return { tws, twd, relative_tws, relative_twd };
}

/** Five numbers over all, and the percentage of the others that are less; ties count half. Nulls without others. */
function compareWith(own: number | null, with_unknown: (number | null)[]): [FiveNumbers, number] | [null, null] {
  const others = with_unknown.filter((value) => value !== null);
  if (own === null || others.length === 0) return [null, null];
  const less = others.filter((other) => other < own).length;
  const equal = others.filter((other) => other === own).length;
  const sorted = [...others, own].sort((a, b) => a - b);
  const five = [0, 1, 2, 3, 4].map((quarter) => quantile(sorted, quarter / 4)) as FiveNumbers;
  return [five, (100 * (less + equal / 2)) / others.length];
}
