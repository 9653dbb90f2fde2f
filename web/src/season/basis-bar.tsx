import { LOSS_BASIS_TEXT } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { Segments } from "../ui/choices";
import styles from "./basis-bar.module.css";
import type { Grouping } from "./grouping";
import { expectedLossOptions, type GroupBy, type LossBasis } from "./queries";
import type { DashboardFilter } from "./report-filter";

const BASES: readonly LossBasis[] = ["vmg", "speed"];

interface BasisBarProps {
  filter: DashboardFilter;
  /** Null: that of most losses. */
  basis: LossBasis | null;
  by: GroupBy | null;
  onChange: (basis: LossBasis) => void;
}

/** Which losses the four loss panels show, where there are both; they are never mixed. */
export function BasisBar({ filter, basis, by, onChange }: BasisBarProps) {
  const tacks = useQuery(expectedLossOptions(filter, "T", basis, by)).data;
  const gybes = useQuery(expectedLossOptions(filter, "G", basis, by)).data;
  const known = BASES.filter((one) => [tacks, gybes].some((data) => data?.loss_bases.includes(one)));
  if (known.length < 2) return null;
  const shown = basis ?? tacks?.loss_basis ?? gybes?.loss_basis ?? "vmg";
  const isMixed = basis === null && tacks && gybes && tacks.loss_basis !== gybes.loss_basis;
  return (
    <div className={styles.bar}>
      <Segments<LossBasis>
        label="Losses shown"
        choices={known.map((value) => ({ value, label: `Loss ${LOSS_BASIS_TEXT[value]}` }))}
        value={shown}
        onChange={onChange}
      />
      <span className="small secondary">
        Some maneuvers began or ended on a reach, where only lost speed can be measured. The two are not averaged
        together.
        {isMixed && " Each panel shows the losses that most of its maneuvers have, until you choose."}
      </span>
    </div>
  );
}

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
