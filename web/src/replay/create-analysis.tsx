import { type FormEvent, useRef, useState } from "react";
import { showFailure } from "../api/client";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Field } from "../components/field";

interface CreateAnalysisProps {
  onClose: () => void;
  onCreate: (name: string | null) => Promise<void>;
}

/** Asks for the name of a straight-line analysis, which may stay empty, and makes it. */
export function CreateAnalysis({ onClose, onCreate }: CreateAnalysisProps) {
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await onCreate(name.trim() || null).catch(showFailure);
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Segment"
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="create-analysis" busy={isBusy}>
            Create Analysis
          </Button>
        </>
      }
    >
      <form id="create-analysis" onSubmit={(event) => void submit(event)}>
        <Field
          ref={field}
          label="Straight Line Analysis Name"
          hint="Optional."
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
