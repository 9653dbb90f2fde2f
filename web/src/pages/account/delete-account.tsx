import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { deleteAccount } from "../../api/account";
import { ApiFailure, failureSentence } from "../../api/failure";
import { clearSession } from "../../app/log-out";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Field } from "../../components/field";
import { notify } from "../../stores/notices";
import { AccountCard } from "./account-card";
import styles from "./account-page.module.css";

/** The end of the account, behind a question that is confirmed with the password. */
export function DeleteAccountCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountCard title="Delete my account">
      <p className="secondary">
        Your account and all its data are deleted for good. Export your data first to keep it.
      </p>
      <div className={styles.line}>
        <Button kind="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </div>
      {isOpen && <DeleteQuestion onClose={() => setOpen(false)} />}
    </AccountCard>
  );
}

function DeleteQuestion({ onClose }: { onClose: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { password, setPassword, error, isPending, submit } = useDeletion(field);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account?"
      size="medium"
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} onClick={onClose}>
            Keep my account
          </Button>
          <Button kind="danger" busy={isPending} onClick={submit}>
            Delete my account
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>This is deleted, and nobody can bring it back:</p>
        <ul className={styles.list}>
          <li>your tracks with their files, analyses and tags</li>
          <li>your races; the tracks of others in them stay theirs</li>
          <li>your journal with photos and replies, your wind files and reports</li>
          <li>your picture and profile, the connection with Garmin, your subscription</li>
        </ul>
        <p>This stays:</p>
        <ul className={styles.list}>
          <li>teams with other members; without another coach the member of longest standing becomes it</li>
          <li>copies that others have downloaded, and backups of this server until newer ones replace them</li>
        </ul>
        <Field
          ref={field}
          label="Current password"
          type="password"
          autoComplete="current-password"
          hint="Type it to confirm that it is you."
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && submit()}
        />
      </div>
    </Dialog>
  );
}

/** The password, and the deletion with it; after it this browser has no session. */
function useDeletion(field: React.RefObject<HTMLInputElement | null>) {
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: deleteAccount, onError: () => undefined });
  const submit = () => {
    if (isPending) return;
    reset();
    setMissing(password === "");
    if (password === "") {
      field.current?.focus();
      return;
    }
    mutate(password, {
      onError: () => field.current?.focus(),
      onSuccess: () => {
        clearSession();
        navigate("/login");
        notify.success("Your account was deleted with all its data.");
      },
    });
  };
  const change = (value: string) => {
    setPassword(value);
    setMissing(false);
    if (error) reset();
  };
  const refused = error ? messageOf(error) : undefined;
  const missing = isMissing ? "Enter your current password to delete your account." : undefined;
  return { password, setPassword: change, error: missing ?? refused, isPending, submit };
}

const messageOf = (cause: unknown): string =>
  (cause instanceof ApiFailure && cause.fields.current_password?.join(" ")) || failureSentence(cause);
