/** Which columns the table of straights has, with their values and the averages of all rows. */
import { amount, compass, turned } from "../../format/numbers";
import { unitName } from "../../format/units";
import { channelMetric, type MetricId } from "../../help/metric-ids";
import { durationOf, type StraightRow } from "./time-window";

type Kind = "avgs" | "stds" | "travels";

/** A numeric column; `id` is that of the server, "heel_std". */
export interface Quantity {
  id: string;
  title: string;
  unit: string;
  decimals: number;
  of: (row: StraightRow) => number | null;
  /** Over all rows, weighted by their durations; null where it means nothing: a mean course over both tacks. */
  average: (rows: readonly StraightRow[]) => number | null;
}

/** In the order of the specification. */
const AVERAGES = ["ewd", "tws", "twd", "vmg", "vmg_twd", "sog", "etab", "twa", "heel", "clew_load", "cog"];
const DEVIATIONS = ["heel", "cog"];
const TRAVELS = ["heel", "pitch"];
/** Course over ground differs by tack. */
const WITHOUT_AVERAGE: ReadonlySet<string> = new Set(["cog"]);

/** The columns with a value other than zero in at least one straight. */
export function quantitiesOf(rows: readonly StraightRow[]): Quantity[] {
  const all = [
    ...AVERAGES.map((variable) => quantity("avgs", variable)),
    ...DEVIATIONS.map((variable) => quantity("stds", variable)),
    ...TRAVELS.map((variable) => quantity("travels", variable)),
  ];
  return all.filter(({ of }) => rows.some((row) => of(row)));
}

const SUFFIX: Record<Kind, string> = { avgs: "", stds: "_std", travels: "_travel" };

function quantity(kind: Kind, variable: string): Quantity {
  const { label, unit, decimals, isDirection } = variableOf(variable);
  const of = (row: StraightRow) => row[kind][variable] ?? null;
  const plain = { id: variable + SUFFIX[kind], unit, of };
  if (kind === "stds") return { ...plain, title: `${label} std`, decimals: 1, average: (rows) => weighted(rows, of) };
  if (kind === "travels")
    return {
      ...plain,
      title: `${label} travel`,
      unit: "° per 60 s",
      decimals: 0,
      average: (rows) => weighted(rows, of),
    };
  const mean = isDirection ? meanDirection : weighted;
  return {
    ...plain,
    title: label,
    decimals,
    average: (rows) => (WITHOUT_AVERAGE.has(variable) ? null : mean(rows, of)),
  };
}

function weighted(rows: readonly StraightRow[], of: Quantity["of"]): number | null {
  const known = rows.filter((row) => of(row) !== null);
  const seconds = durationOf(known);
  return seconds > 0 ? known.reduce((sum, row) => sum + of(row)! * row.duration_s, 0) / seconds : null;
}

/** The circular mean, by differences from the first direction. */
function meanDirection(rows: readonly StraightRow[], of: Quantity["of"]): number | null {
  const first = rows.map(of).find((value) => value !== null);
  if (first === undefined || first === null) return null;
  const mean = weighted(rows, (row) => {
    const value = of(row);
    return value === null ? null : turned(value, first);
  });
  return mean === null ? null : compass(first + mean);
}

/** The definitions of these columns: what the table has of a variable, then each variable once. */
export function helpOf(quantities: readonly Quantity[]): MetricId[] {
  const variables = [...new Set(quantities.map(({ id }) => id.replace(/_(std|travel)$/, "")))];
  return ["StraightColumn.value", ...variables.flatMap((variable) => channelMetric(variable) ?? [])];
}

/** "SOG, kn" */
export const titleOf = ({ title, unit }: Pick<Quantity, "title" | "unit">): string =>
  unit ? `${title}, ${unitName(unit)}` : title;

export const valueText = ({ decimals, unit }: Quantity, value: number | null): string => amount(value, decimals, unit);

/** Measured wind speed over the straights, kn; null where none was measured. */
export const meanWindSpeed = (rows: readonly StraightRow[]): number | null =>
  weighted(rows, ({ avgs }) => avgs.tws || null);

// The quantities of a straight-line analysis: their labels, units and decimals.

export interface Variable {
  id: string;
  /** Short, for heads of columns. */
  label: string;
  name: string;
  unit: string;
  decimals: number;
  /** A compass direction, whose mean and axis are circular. */
  isDirection?: boolean;
}

const VARIABLES: readonly Variable[] = [
  { id: "ewd", label: "EWD", name: "estimated wind direction", unit: "°", decimals: 0, isDirection: true },
  { id: "tws", label: "TWS", name: "true wind speed", unit: "kn", decimals: 1 },
  { id: "twd", label: "TWD", name: "true wind direction", unit: "°", decimals: 0, isDirection: true },
  { id: "vmg", label: "VMG", name: "speed made good along the estimated wind", unit: "kn", decimals: 2 },
  { id: "vmg_twd", label: "VMG via TWD", name: "speed made good along the measured wind", unit: "kn", decimals: 2 },
  { id: "sog", label: "SOG", name: "speed over ground", unit: "kn", decimals: 2 },
  { id: "etab", label: "ETAB", name: "angle to the estimated wind", unit: "°", decimals: 1 },
  { id: "twa", label: "TWA", name: "angle to the measured wind", unit: "°", decimals: 1 },
  { id: "heel", label: "Heel", name: "heel, to leeward positive", unit: "°", decimals: 1 },
  { id: "pitch", label: "Pitch", name: "pitch, bow up positive", unit: "°", decimals: 1 },
  { id: "clew_load", label: "Clew load", name: "load at the clew", unit: "", decimals: 1 },
  { id: "cog", label: "COG", name: "course over ground", unit: "°", decimals: 0, isDirection: true },
];

const BY_ID = new Map(VARIABLES.map((variable) => [variable.id, variable]));

/** A quantity that this page does not know has its id as label. */
export const variableOf = (id: string): Variable => BY_ID.get(id) ?? { id, label: id, name: id, unit: "", decimals: 2 };

/** "SOG, kn" */
export const nameWithUnit = ({ label, unit }: Pick<Variable, "label" | "unit">): string =>
  unit ? `${label}, ${unitName(unit)}` : label;
