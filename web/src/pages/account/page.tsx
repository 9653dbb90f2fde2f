import { BOAT_CLASSES_EDIT } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { showFailure } from "../../api/client";
import { useTitle } from "../../app/title";
import { Button } from "../../components/button";
import { Switch } from "../../components/choices";
import { Field, FieldError } from "../../components/field";
import { BoatClassField, EmailField, NameFields, NewPasswordField } from "../../forms/account-fields";
import * as rules from "../../forms/rules";
import { showServerErrors } from "../../forms/server-errors";
import { profileOptions, useSaveProfile } from "../../queries/profile";
import { notify } from "../../stores/notices";
import { session } from "../../stores/session";
import styles from "./page.module.css";

interface Form {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  current_password: string;
  primary_boat_class: string;
  email_notifications: boolean;
}

const FIELDS = [
  "first_name",
  "last_name",
  "email",
  "password",
  "current_password",
  "primary_boat_class",
  "email_notifications",
] as const;

/** My Account: the profile. */
export function Page() {
  useTitle("My Account");
  const { form, submit } = useProfileForm();
  const { errors, isSubmitting } = form.formState;
  const { register, control } = form;
  const [email, password] = form.watch(["email", "password"]);
  const isCredentialChange = password !== "" || email !== profile().email;
  return (
    <main className={styles.main}>
      <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="account-title">
        <h1 className="title" id="account-title">
          My Account
        </h1>
        {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        <div className={styles.pair}>
          <NameFields
            first={{ ...register("first_name", rules.firstName), error: errors.first_name?.message }}
            last={{ ...register("last_name", rules.lastName), error: errors.last_name?.message }}
          />
        </div>
        <EmailField {...register("email", rules.email)} error={errors.email?.message} />
        <NewPasswordField
          label="Password"
          hint="Only to change it; leave it empty to keep the one you have."
          {...register("password", rules.optionalPassword)}
          error={errors.password?.message}
        />
        {isCredentialChange && (
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            hint="A new email or password needs the password you have now."
            error={errors.current_password?.message}
            {...register("current_password", { required: "Current password required" })}
          />
        )}
        <BoatClassField
          control={control}
          name="primary_boat_class"
          label="Primary boat class"
          classes={BOAT_CLASSES_EDIT}
          required="Primary Boat Class required"
        />
        <Controller
          control={control}
          name="email_notifications"
          render={({ field }) => <Switch label="Email notifications" checked={field.value} onChange={field.onChange} />}
        />
        <Button kind="primary" type="submit" className={styles.save} busy={isSubmitting}>
          Save
        </Button>
      </form>
    </main>
  );
}

/** The form with the stored profile; the server's takes its place when it arrives, except in fields already edited. */
function useProfileForm() {
  const form = useForm<Form>({ mode: "onTouched", defaultValues: profile() });
  const { reset, setError } = form;
  // Reading it lets react-hook-form record which fields were edited.
  void form.formState.dirtyFields;
  const { data, error } = useQuery(profileOptions());
  useEffect(() => {
    if (data) reset(profile(), { keepDirtyValues: true, keepErrors: true });
  }, [data, reset]);
  useEffect(() => {
    if (error) showFailure(error);
  }, [error]);
  const { mutateAsync } = useSaveProfile();
  const submit = form.handleSubmit(async ({ password, current_password, ...rest }) => {
    const change = { ...rest, ...(password && { password }), ...(current_password && { current_password }) };
    try {
      const user = await mutateAsync(change);
      reset(profile());
      notify.success("User Updated");
      if (user.email !== rest.email) notify.info("A link to confirm the new address was sent to it.");
    } catch (cause) {
      showServerErrors(cause, FIELDS, setError);
    }
  });
  return { form, submit };
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
  };
}
