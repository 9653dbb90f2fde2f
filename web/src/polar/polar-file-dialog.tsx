import {
  type PolarFile,
  PolarFileError,
  polarFileDamage,
  polarFileText,
  polarFileWords,
  readPolarFile,
} from "@leebow/core";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Icon } from "../components/icon";
import { Segments } from "../components/segments";
import { BoatClassChoice } from "../forms/boat-class-choice";
import { useTargetChanges } from "../queries/targets";
import styles from "./polar-file-dialog.module.css";
import { PolarPreview } from "./polar-preview";

interface PolarFileDialogProps {
  file: { name: string; bytes: Uint8Array };
  boat_class: string;
  classes: readonly string[];
  /** Chooses another file. */
  onAnother: () => void;
  onClose: () => void;
}

/** What is in a polar file, and for which class it is the target; or why it is no polar. */
export function PolarFileDialog(props: PolarFileDialogProps) {
  const { file, onAnother, onClose } = props;
  const read = useMemo(() => readOrSentence(file.bytes), [file]);
  if (typeof read !== "string") return <Preview {...props} read={read} />;
  const [first, ...rest] = read.split(/(?<=\.) /);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Polar file"
      description={file.name}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={onAnother}>
            Choose another file
          </Button>
        </>
      }
    >
      <p className={styles.bad} role="alert">
        <Icon of={CircleAlert} />
        <span>
          <b>{first}</b> {rest.join(" ")}
        </span>
      </p>
    </Dialog>
  );
}

function readOrSentence(bytes: Uint8Array): PolarFile | string {
  try {
    return readPolarFile(bytes);
  } catch (error) {
    if (error instanceof PolarFileError) return error.message;
    throw error;
  }
}

const MOTIONS = [
  { value: "water", label: "Through water" },
  { value: "ground", label: "Over ground" },
] as const;

function Preview({ file, read, boat_class, classes, onClose }: PolarFileDialogProps & { read: PolarFile }) {
  const { keep } = useTargetChanges();
  const [of, setOf] = useState(boat_class);
  const [motion, setMotion] = useState<(typeof MOTIONS)[number]["value"]>("water");
  const useButton = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const use = async () => {
    if (of === "") return setError("Choose a boat class.");
    setBusy(true);
    try {
      const kept = { boat_class: of, name: file.name.slice(0, 60), over_ground: motion === "ground" };
      await keep({ ...kept, file: polarFileText(file.bytes) });
      onClose();
    } catch (cause) {
      setError(failureSentence(cause));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Polar file"
      description={polarFileWords(file.name, read)}
      size="large"
      initialFocus={useButton}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button ref={useButton} kind="primary" busy={busy} onClick={() => void use()}>
            Use this polar
          </Button>
        </>
      }
    >
      <PolarPreview read={read} />
      <Damage read={read} />
      <div className={styles.fields}>
        <BoatClassChoice
          label="For"
          classes={classes.map((value) => ({ value, label: value }))}
          value={of}
          onChange={setOf}
          error={error}
          className={styles.field}
        />
        <div>
          <span className={styles.label}>Speeds are</span>
          <Segments label="Speeds are" choices={MOTIONS} value={motion} onChange={setMotion} />
        </div>
      </div>
    </Dialog>
  );
}

function Damage({ read }: { read: PolarFile }) {
  const damage = polarFileDamage(read);
  if (damage.length === 0) return null;
  return (
    <ul className={styles.damage} aria-label="What is not used">
      {damage.map((sentence) => (
        <li key={sentence}>
          <Icon of={TriangleAlert} />
          {sentence}
        </li>
      ))}
    </ul>
  );
}
