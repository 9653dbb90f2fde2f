import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { deleteAccount } from "../../api/account";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { FormDialog } from "../../forms/form-dialog";
import { clearSession } from "../../queries/log-out";
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
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { current_password: "" } });
  const remove = async ({ current_password }: { current_password: string }) => {
    await deleteAccount(current_password);
    clearSession();
    navigate("/login");
    notify.success("Your account was deleted with all its data.");
  };
  return (
    <FormDialog
      form={form}
      save={remove}
      onClose={onClose}
      title="Delete your account?"
      size="medium"
      cancel="Keep my account"
      submit="Delete my account"
      danger
    >
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
        label="Current password"
        type="password"
        autoComplete="current-password"
        hint="Type it to confirm that it is you."
        error={form.formState.errors.current_password?.message}
        {...form.register("current_password", { required: "Enter your current password to delete your account." })}
      />
    </FormDialog>
  );
}
