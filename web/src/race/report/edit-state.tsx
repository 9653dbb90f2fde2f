import { Undo2 } from "lucide-react";
import { Button } from "../../ui/button";
import { FieldError } from "../../ui/field";
import { Spinner } from "../../ui/progress";
import styles from "./edit-state.module.css";
import type { CorrectionEditing } from "./use-corrections";

/** Whether the last correction is stored, and the way back. */
export function EditState({ editing }: { editing: CorrectionEditing }) {
  return (
    <div className={styles.state}>
      <span role="status" className="small secondary grow">
        {editing.isSaving && (
          <>
            <Spinner /> Computing the race again
          </>
        )}
      </span>
      {editing.failure && (
        <>
          <FieldError>{`${editing.failure} Your change is kept on this page, but not stored.`}</FieldError>
          <Button onClick={editing.retry}>Try again</Button>
          <Button kind="quiet" onClick={editing.discard}>
            Give it up
          </Button>
        </>
      )}
      {editing.undo && (
        <Button kind="quiet" icon={Undo2} onClick={editing.undo}>
          Undo
        </Button>
      )}
    </div>
  );
}
