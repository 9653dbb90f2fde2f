import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { KindMark } from "../../components/marks";
import type { FilterOption } from "../../session/kind-options";
import type { ManeuverFilter } from "../../session/replay-model";
import styles from "./kind-filter.module.css";

interface KindFilterProps {
  options: readonly FilterOption[];
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
