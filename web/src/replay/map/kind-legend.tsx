import { useSnapshot } from "valtio";
import { filterOptions } from "../../session/names-in-wind";
import type { ReplayModel } from "../../session/replay-model";
import { KindMark } from "../../ui/marks";
import styles from "./kind-legend.module.css";

/** What the letters on map and chart mean, with the counted maneuvers of each kind of the focus boat. */
export function KindLegend({ model }: { model: ReplayModel }) {
  const { focus } = useSnapshot(model.state);
  const options = filterOptions(model.boats[focus]!.report.maneuvers).filter(({ value }) => value !== "all");
  if (options.length === 0) return null;
  return (
    <ul className={styles.kinds} aria-label="Letters of the maneuvers">
      {options.map(({ value, name, count, kind }) => (
        <li key={value}>
          {kind ? <KindMark kind={kind} /> : <i className={styles.dashed} aria-hidden="true" />}
          {name}
          <span className="quiet">{count}</span>
        </li>
      ))}
    </ul>
  );
}
