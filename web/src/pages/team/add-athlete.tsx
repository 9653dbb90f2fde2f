import type { Team } from "@leebow/api/contract";
import { useRef, useState } from "react";
import { ApiFailure, failureSentence } from "../../api/failure";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Field } from "../../components/field";
import { useAddMember } from "../../queries/teams";
import { notify } from "../../stores/notices";

/** The dialog that adds the person with an e-mail address to the team. An empty entry is ignored. */
export function AddAthlete({ team, onClose }: { team: Team; onClose: () => void }) {
  const [email, setEmail] = useState("");
  const { mutate, isPending, error, reset } = useAddMember(team.id);
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    if (isPending) return;
    if (!email.trim()) return onClose();
    mutate(email.trim(), {
      onError: () => field.current?.focus(),
      onSuccess: () => {
        notify.success("Team member added successfully.");
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add an athlete"
      description="The person needs an account, and is a member at once."
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={isPending} onClick={add}>
            Add
          </Button>
        </>
      }
    >
      <Field
        ref={field}
        label="Enter athlete's email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        error={error ? messageOf(error) : undefined}
        onChange={(event) => {
          setEmail(event.target.value);
          if (error) reset();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The button that has the focus when the dialog is closed would be pressed by the same key.
          event.preventDefault();
          add();
        }}
      />
    </Dialog>
  );
}

const messageOf = (cause: unknown): string =>
  (cause instanceof ApiFailure && cause.fields.email?.join(" ")) || failureSentence(cause);
