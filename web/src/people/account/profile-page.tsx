import { BOAT_CLASSES_EDIT, LIMITS } from "@leebow/api/contract";
import { STANDARD_UNITS, type Units } from "@leebow/core";
import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { type Control, Controller, type UseFormRegisterReturn, useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { saveFrom } from "../../format/save-file";
import { ApiFailure, failureSentence } from "../../server/failure";
import { notify } from "../../server/notices";
import { fullName, session, useUser } from "../../server/session";
import { Avatar } from "../../ui/avatar";
import { Button } from "../../ui/button";
import { Switch } from "../../ui/choices";
import { useQuestion } from "../../ui/dialog";
import { Field, FieldError } from "../../ui/field";
import { BoatClassField, EmailField, NameFields, NewPasswordField } from "../../ui/forms/account-fields";
import { FormDialog } from "../../ui/forms/form-dialog";
import * as rules from "../../ui/forms/rules";
import { fieldOf, submitHandler } from "../../ui/forms/submit-handler";
import { UnitFields } from "../../ui/forms/unit-fields";
import { PictureDrop } from "../../ui/picture-drop";
import { useTitle } from "../../ui/title";
import { AccountCard, AccountPage } from "./account-card";
import accountPage from "./account-page.module.css";
import { ConfirmAddress } from "./confirm-address";
import { clearSession } from "./log-out";
import { deleteAccount, requestExport, useDeletePicture, useSaveProfile, useUploadPicture } from "./profile";
import styles from "./profile-page.module.css";

/** The profile, and what everybody may ask about the own data. */
export function Page() {
  useTitle("My Account");
  return (
    <AccountPage>
      <ConfirmAddress />
      <ProfileForm />
      <ExportCard />
      <DeleteAccountCard />
    </AccountPage>
  );
}

interface Form {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  current_password: string;
  primary_boat_class: string;
  email_notifications: boolean;
  units: Units;
}

/** Name, address, password, class, units, notifications and picture of the user. */
function ProfileForm() {
  const { form, submit, cancel } = useProfileForm();
  const { errors, isSubmitting, isDirty } = form.formState;
  const { control } = form;
  const [email, password] = form.watch(["email", "password"]);
  const isCredentialChange = password !== "" || email !== profile().email;
  return (
    <form onSubmit={submit} noValidate aria-label="Profile">
      <AccountCard
        title="Profile"
        foot={
          <>
            <Button disabled={!isDirty || isSubmitting} onClick={cancel}>
              Cancel
            </Button>
            <Button kind="primary" type="submit" busy={isSubmitting}>
              Save
            </Button>
          </>
        }
      >
        <ProfilePicture />
        {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        <div className={styles.pair}>
          <NameFields
            first={fieldOf(form, "first_name", rules.firstName)}
            last={fieldOf(form, "last_name", rules.lastName)}
          />
        </div>
        <EmailField {...fieldOf(form, "email", rules.email)} />
        <div className={styles.pair}>
          <NewPasswordField
            label="Password"
            hint="Leave it empty to keep the one you have. A new one has at least 6 characters."
            {...fieldOf(form, "password", rules.optionalPassword)}
          />
          <BoatClassField
            control={control}
            name="primary_boat_class"
            label="Primary boat class"
            classes={BOAT_CLASSES_EDIT}
            required="Primary Boat Class required"
          />
        </div>
        {isCredentialChange && (
          <CurrentPassword {...fieldOf(form, "current_password", { required: "Current password required" })} />
        )}
        <hr />
        <UnitChoice control={control} />
        <hr />
        <Notifications control={control} />
      </AccountCard>
    </form>
  );
}

const UnitChoice = ({ control }: { control: Control<Form> }) => (
  <Controller
    control={control}
    name="units"
    render={({ field }) => (
      <fieldset className={styles.units}>
        <legend>Units</legend>
        <UnitFields value={field.value} onChange={field.onChange} />
      </fieldset>
    )}
  />
);

const CurrentPassword = (field: UseFormRegisterReturn & { error: string | undefined }) => (
  <Field
    label="Current password"
    type="password"
    autoComplete="current-password"
    hint="A new email or password needs the password you have now."
    {...field}
  />
);

const Notifications = ({ control }: { control: Control<Form> }) => (
  <Controller
    control={control}
    name="email_notifications"
    render={({ field }) => (
      <Switch
        label={
          <>
            <b className="block medium">Email notifications</b>
            <span className="small secondary">
              When somebody adds you to a team. Mails about your account itself always come.
            </span>
          </>
        }
        checked={field.value}
        onChange={field.onChange}
      />
    )}
  />
);

/** The form with the stored profile; the server's takes its place when it arrives, except in fields already edited. */
function useProfileForm() {
  const form = useForm<Form>({ mode: "onTouched", defaultValues: profile() });
  const { reset } = form;
  // Reading it lets react-hook-form record which fields were edited.
  void form.formState.dirtyFields;
  const user = useUser();
  useEffect(() => {
    if (user) reset(profile(), { keepDirtyValues: true, keepErrors: true });
  }, [user, reset]);
  const { mutateAsync } = useSaveProfile();
  const submit = submitHandler(form, async ({ password, current_password, ...rest }) => {
    const change = { ...rest, ...(password && { password }), ...(current_password && { current_password }) };
    const user = await mutateAsync(change);
    reset(profile());
    if (user.email !== rest.email) notify.info("A link to confirm the new address was sent to it.");
  });
  return { form, submit, cancel: () => reset(profile()) };
}

function profile(): Form {
  const { user } = session;
  return {
    first_name: user?.first_name ?? "",
    last_name: user?.last_name ?? "",
    email: user?.email ?? "",
    password: "",
    current_password: "",
    primary_boat_class: user?.primary_boat_class ?? "",
    email_notifications: user?.email_notifications ?? false,
    units: { ...(user?.units ?? STANDARD_UNITS) },
  };
}

/** The user's picture; a new one is stored at once, without Save. */
function ProfilePicture() {
  const user = useUser();
  const { mutate, isPending, error } = useUploadPicture();
  const { mutateAsync: deletePicture } = useDeletePicture();
  const [question, ask] = useQuestion();
  if (!user) return null;
  const image = user.profile_img;
  // The button that asked is gone afterwards.
  const focusPage = () => setTimeout(() => document.getElementById("page")?.focus(), 50);
  const remove = () =>
    ask({
      question: "Remove your picture?",
      detail: "Your initials are shown in its place.",
      onYes: () => deletePicture().then(focusPage),
    });
  return (
    <>
      <PictureDrop
        label="Profile picture"
        hint="shown as a circle"
        preview={<Avatar name={fullName(user)} image={image} size="large" />}
        busy={isPending ? "Saving the picture" : null}
        error={error ? messageOf(error) : undefined}
        onPicture={(picture) => mutate(picture)}
        action={
          image && (
            <Button kind="quiet" icon={Trash2} onClick={remove}>
              Remove
            </Button>
          )
        }
      />
      {question}
    </>
  );
}

const messageOf = (cause: unknown): string =>
  (cause instanceof ApiFailure && cause.fields.file?.join(" ")) || failureSentence(cause);

const NAME = "leebow-export.zip";
const MINUTES = LIMITS.download_address_s / 60;

/** All data of the user as one file. The browser saves it while the server writes it, however large it is. */
function ExportCard() {
  const {
    mutate,
    data: url,
    isPending,
    error,
  } = useMutation({
    mutationFn: requestExport,
    onError: () => undefined,
    onSuccess: (url) => saveFrom(url, NAME),
  });
  return (
    <AccountCard title="Export all my data">
      <p className="secondary">
        One zip file with your profile, the files you uploaded, your tracks with their analyses, wind files, journal
        with photos, and teams.
      </p>
      <div className={accountPage.line}>
        <Button icon={Download} busy={isPending} onClick={() => mutate()}>
          Export my data
        </Button>
        <div role="status" className="grow">
          {url && !isPending && (
            <p className="small secondary">
              The download has begun; your browser shows how far it is and saves it as {NAME}. If nothing arrives,{" "}
              <a href={url} download={NAME}>
                download it again
              </a>{" "}
              within {MINUTES} minutes.
            </p>
          )}
        </div>
      </div>
      {error && <FieldError>Your data could not be exported. {failureSentence(error)}</FieldError>}
    </AccountCard>
  );
}

/** The end of the account, behind a question that is confirmed with the password. */
function DeleteAccountCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountCard title="Delete my account">
      <p className="secondary">
        Your account and all its data are deleted for good. Export your data first to keep it.
      </p>
      <div className={accountPage.line}>
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
      <ul className={accountPage.list}>
        <li>your tracks with their files, analyses and tags</li>
        <li>your races; the tracks of others in them stay theirs</li>
        <li>your journal with photos and replies, your wind files and reports</li>
        <li>your picture and profile, the connection with Garmin, your subscription</li>
      </ul>
      <p>This stays:</p>
      <ul className={accountPage.list}>
        <li>teams with other members; without another coach the member of longest standing becomes it</li>
        <li>copies that others have downloaded, and backups of this server until newer ones replace them</li>
      </ul>
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        hint="Type it to confirm that it is you."
        {...fieldOf(form, "current_password", { required: "Enter your current password to delete your account." })}
      />
    </FormDialog>
  );
}
