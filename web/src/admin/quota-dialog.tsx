import type { AdminUser, ChangeUser } from "@leebow/api/contract";
import { useRef, useState } from "react";
import { ApiFailure, failureSentence } from "../api/failure";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { Field } from "../components/field";
import { useChangeUser } from "../queries/admin";
import { fullName } from "../stores/session";
import styles from "./cards.module.css";

const GB = 1024 ** 3;

/** Gives a user another quota, or the usual one again. */
export function QuotaDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [size, setSize] = useState(String(Math.round((user.quota_bytes / GB) * 100) / 100));
  const [tracks, setTracks] = useState(String(user.quota_tracks));
  const [reason, setReason] = useState("");
  const name = fullName(user);
  const { change, save } = useSaveQuota(user, reason, onClose);
  const wrong = change.error instanceof ApiFailure ? change.error.fields.quota?.[0] : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Quota of ${name}`}
      description="Above it uploads stop. What is stored stays, also when it is more."
      initialFocus={field}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {user.own_quota && (
            <Button disabled={change.isPending} onClick={() => save(null, `${name} has the usual quota.`)}>
              Usual quota
            </Button>
          )}
          <Button
            kind="primary"
            busy={change.isPending}
            onClick={() =>
              save(
                { bytes: bytesOf(size), tracks: numberOf(tracks) },
                `${name} may store ${size} GB and ${tracks} tracks.`,
              )
            }
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field
          ref={field}
          label="Storage, GB"
          inputMode="decimal"
          value={size}
          error={wrong ?? (change.error ? failureSentence(change.error) : undefined)}
          onChange={(event) => setSize(event.target.value)}
        />
        <Field label="Tracks" inputMode="numeric" value={tracks} onChange={(event) => setTracks(event.target.value)} />
        <Field
          label="Reason, for the audit"
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

/** The call that saves a quota, which can be undone, and its state. */
function useSaveQuota(user: AdminUser, reason: string, onSuccess: () => void) {
  const change = useChangeUser();
  const before = user.own_quota ? { bytes: user.quota_bytes, tracks: user.quota_tracks } : null;
  const save = (quota: ChangeUser["quota"], said: string) =>
    change.mutate(
      { id: user.id, changes: { quota, ...(reason.trim() && { reason }) }, said, undo: { quota: before } },
      { onSuccess },
    );
  return { change, save };
}

/** An empty or other text is no number, which the server answers with its sentence. */
const numberOf = (text: string): number => (text.trim() === "" ? -1 : Number(text.replaceAll(",", "")));
const bytesOf = (text: string): number => Math.round(numberOf(text) * GB);
