import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { type Maneuver, SEGMENT_KINDS, type SegmentKind } from "@leebow/core";
import { KindMark } from "../components/marks";
import { CORRECTABLE_KINDS } from "../corrections/correct";
import styles from "./kind-filter.module.css";
import type { ManeuverFilter } from "./replay-model";

/** Kinds in the order they are offered. */
const ORDER: readonly SegmentKind[] = ["turn", ...CORRECTABLE_KINDS];

interface Option {
  value: ManeuverFilter;
  name: string;
  /** Counted maneuvers; of "not_counted" those that are not. */
  count: number | null;
  kind: SegmentKind | null;
}

/** "Tack 1", "Tacks 11" */
const nameOf = (kind: SegmentKind, count: number): string => `${SEGMENT_KINDS[kind].name}${count === 1 ? "" : "s"}`;

/** The filters that this session has, with the number of counted maneuvers of each kind. */
export function filterOptions(maneuvers: readonly Maneuver[]): Option[] {
  const counted = (kind: SegmentKind) => maneuvers.filter((one) => one.kind === kind && one.counted).length;
  const present = ORDER.filter((kind) => maneuvers.some((one) => one.kind === kind));
  const left_out = maneuvers.filter((one) => !one.counted).length;
  return [
    { value: "all", name: "All", count: null, kind: null },
    ...present.map((kind): Option => ({ value: kind, name: nameOf(kind, counted(kind)), count: counted(kind), kind })),
    ...(left_out > 0 ? [{ value: "not_counted" as const, name: "Not counted", count: left_out, kind: null }] : []),
  ];
}

interface KindFilterProps {
  options: readonly Option[];
  value: ManeuverFilter;
  onChange: (value: ManeuverFilter) => void;
}

/** Chooses the kind that list, map and chart show; explains its letter. */
export function KindFilter({ options, value, onChange }: KindFilterProps) {
  return (
    <RadioGroup
      aria-label="Kind of maneuver"
      value={value}
      onValueChange={(next) => onChange(next as ManeuverFilter)}
      className={styles.chips}
    >
      {options.map(({ value: filter, name, count, kind }) => (
        <Radio.Root
          key={filter}
          value={filter}
          className={styles.chip}
          aria-label={count === null ? name : `${name} ${count}`}
        >
          {kind && <KindMark kind={kind} />}
          {filter === "not_counted" && <i className={styles.dashed} aria-hidden="true" />}
          <span>{name}</span>
          {count !== null && <span className={styles.count}>{count}</span>}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
