import { Segments } from "../components/segments";
import styles from "./basis-bar.module.css";
import type { GroupBy, Grouping } from "./grouping";

/** What the panels group sessions by, where both are known. */
export function GroupingBar({ grouping, onChange }: { grouping: Grouping; onChange: (by: GroupBy) => void }) {
  const { by, isWindMeasured, isBanded } = grouping;
  if (by === null || !isWindMeasured || !isBanded) return null;
  return (
    <div className={styles.bar}>
      <Segments<GroupBy>
        label="Sessions by"
        choices={[
          { value: "wind", label: "By measured wind" },
          { value: "speed", label: "By upwind speed" },
        ]}
        value={by}
        onChange={onChange}
      />
      <span className="small secondary">
        {by === "wind"
          ? "Sessions without a measured wind are counted by upwind speed alone."
          : "Each session is in a third of the boat's own mean upwind speed."}
      </span>
    </div>
  );
}
