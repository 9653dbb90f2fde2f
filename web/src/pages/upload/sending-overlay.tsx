import { Button } from "../../components/button";
import { Progress } from "../../components/progress";
import { bytes } from "../../format/numbers";
import styles from "./sending-overlay.module.css";

/** Covers the form during the upload with the progress and a cancel button. */
export function SendingOverlay({ file, bytes: sent, onCancel }: { file: File; bytes: number; onCancel: () => void }) {
  const all = sent >= file.size;
  return (
    <div className={styles.overlay}>
      <div className={styles.box}>
        {all ? (
          <Progress label="The file has arrived. The server is reading and storing it." done={null} />
        ) : (
          <Progress
            label={`Sending ${file.name}`}
            done={sent / file.size}
            amount={`${bytes(sent)} of ${bytes(file.size)}`}
          />
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}
