import { BOAT_CLASSES_EDIT } from "@leebow/api/contract";
import { STANDARD_UNITS, type Units } from "@leebow/core";
import { useEffect } from "react";
import { type Control, Controller, type UseFormRegisterReturn, useForm } from "react-hook-form";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button";
import { Switch } from "../../components/choices";
import { Field, FieldError } from "../../components/field";
import { EmailField, NameFields, NewPasswordField } from "../../forms/account-fields";
import { BoatClassField } from "../../forms/boat-class-field";
import * as rules from "../../forms/rules";
import { submitHandler } from "../../forms/submit-handler";
import { UnitFields } from "../../forms/unit-fields";
import { useSaveProfile } from "../../queries/profile";
import { notify } from "../../stores/notices";
import { session } from "../../stores/session";
import { AccountCard } from "./account-card";
import styles from "./profile-form.module.css";
import { ProfilePicture } from "./profile-picture";

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
export function ProfileForm() {
  const { form, submit, cancel } = useProfileForm();
  const { errors, isSubmitting, isDirty } = form.formState;
  const { register, control } = form;
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
            first={{ ...register("first_name", rules.firstName), error: errors.first_name?.message }}
            last={{ ...register("last_name", rules.lastName), error: errors.last_name?.message }}
          />
        </div>
        <EmailField {...register("email", rules.email)} error={errors.email?.message} />
        <div className={styles.pair}>
          <NewPasswordField
            label="Password"
            hint="Leave it empty to keep the one you have. A new one has at least 6 characters."
            {...register("password", rules.optionalPassword)}
            error={errors.password?.message}
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
          <CurrentPassword
            {...register("current_password", { required: "Current password required" })}
            error={errors.current_password?.message}
          />
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
            <b className={styles.switch}>Email notifications</b>
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
  const { user } = useSnapshot(session);
  useEffect(() => {
    if (user) reset(profile(), { keepDirtyValues: true, keepErrors: true });
  }, [user, reset]);
  const { mutateAsync } = useSaveProfile();
  const submit = submitHandler(form, async ({ password, current_password, ...rest }) => {
    const change = { ...rest, ...(password && { password }), ...(current_password && { current_password }) };
    const user = await mutateAsync(change);
    reset(profile());
    notify.success("User Updated");
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
