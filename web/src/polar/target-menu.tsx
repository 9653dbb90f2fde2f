import type { Target } from "@leebow/api/contract";
import { Circle, CircleDot, Goal, Trash2, Upload, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button";
import { Confirm } from "../components/dialog";
import { Menu } from "../components/menu";
import { useTargetChanges, useTargetsOf } from "../queries/targets";
import styles from "./target-menu.module.css";
import { usePolarFile } from "./use-polar-file";

/** Which of the kept polars the sessions of a class are compared with, remembered for the class; and how to add one. */
export function TargetMenu({
  boat_class,
  classes = [boat_class],
}: {
  boat_class: string;
  classes?: readonly string[];
}) {
  const kept = useTargetsOf(boat_class);
  const { use, takeOff, remove } = useTargetChanges();
  const [asked, setAsked] = useState<Pick<Target, "id" | "name"> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { choose, elements } = usePolarFile({ boat_class, classes });
  // A menu that changes while it is reached for is worse than one that comes late.
  if (!kept) return null;
  const used = kept.find(({ in_use }) => in_use);
  return (
    <>
      <Menu
        trigger={
          <Button icon={Goal} aria-label={used ? `Target: ${used.name}` : "Target"} className={styles.trigger}>
            <span className="truncate">{used?.name ?? "Target"}</span>
          </Button>
        }
        head={
          kept.length === 0 && (
            <p className={styles.head}>With a polar file of the class {boat_class}, % of target stands here.</p>
          )
        }
        entries={[
          ...kept.map((one) => ({
            label: one.name,
            icon: one.in_use ? CircleDot : Circle,
            onSelect: () => void (one.in_use ? undefined : use(one)),
          })),
          ...(used ? [{ label: "No target", icon: X, separated: true, onSelect: () => void takeOff(used) }] : []),
          { label: "Add a polar file", icon: Upload, separated: kept.length > 0 && !used, onSelect: choose },
          ...(used
            ? [{ label: `Delete ${used.name}`, icon: Trash2, danger: true, onSelect: () => setAsked(used) }]
            : []),
        ]}
      />
      {asked && (
        <Confirm
          open
          question={`Are you sure you want to delete ${asked.name}?`}
          detail={`The sessions of the class ${boat_class} are then compared with no target.`}
          busy={isBusy}
          onYes={async () => {
            setBusy(true);
            await remove(asked);
            setBusy(false);
            setAsked(null);
          }}
          onNo={() => setAsked(null)}
        />
      )}
      {elements}
    </>
  );
}
