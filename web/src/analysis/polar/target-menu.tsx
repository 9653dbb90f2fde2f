import type { Target } from "@leebow/api/contract";
import { Circle, CircleDot, Goal, Trash2, Upload, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { useQuestion } from "../../ui/dialog";
import { lazyQuiet } from "../../ui/lazy-component";
import { Menu } from "../../ui/menu";
import styles from "./target-menu.module.css";
import { useTargetChanges, useTargetsOf } from "./targets";

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
  const [question, ask] = useQuestion();
  const { choose, elements } = usePolarFile({ boat_class, classes });
  // A menu that changes while it is reached for is worse than one that comes late.
  if (!kept) return null;
  const used = kept.find(({ in_use }) => in_use);
  const askToDelete = (target: Target) =>
    ask({
      question: `Are you sure you want to delete ${target.name}?`,
      detail: `The sessions of the class ${boat_class} are then compared with no target.`,
      onYes: () => remove(target),
    });
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
            ? [{ label: `Delete ${used.name}`, icon: Trash2, danger: true, onSelect: () => askToDelete(used) }]
            : []),
        ]}
      />
      {question}
      {elements}
    </>
  );
}

/** The choice of a polar file; once some are kept for the class, the choice of one of them or of another file. */
export function PolarFileButton(props: PolarFileProps) {
  const { choose, elements } = usePolarFile(props);
  const kept = useTargetsOf(props.boat_class);
  if (kept && kept.length > 0) return <TargetMenu {...props} />;
  return (
    <>
      <Button icon={Upload} onClick={choose} title="A polar of Expedition, ORC, OpenCPN or qtVlm as the target">
        Polar file
      </Button>
      {elements}
    </>
  );
}

const PolarFileDialog = lazyQuiet(() => import("./polar-file-dialog").then((part) => part.PolarFileDialog));

interface PolarFileProps {
  /** The class it is proposed for; empty where none is known. */
  boat_class: string;
  classes: readonly string[];
}

/** Opens a polar file: its preview, and what it is used for. `elements` are put beside what calls `choose`. */
function usePolarFile({ boat_class, classes }: PolarFileProps): { choose: () => void; elements: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; bytes: Uint8Array } | null>(null);
  const choose = () => input.current?.click();
  const read = async (chosen: File | undefined) => {
    if (chosen) setFile({ name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) });
    // The same file again is a change, too.
    if (input.current) input.current.value = "";
  };
  const elements = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Polar file"
        onChange={(event) => void read(event.target.files?.[0])}
      />
      {file && (
        <PolarFileDialog
          key={file.name}
          file={file}
          boat_class={boat_class}
          classes={classes}
          onAnother={choose}
          onClose={() => setFile(null)}
        />
      )}
    </>
  );
  return { choose, elements };
}
