import { BOAT_CLASSES_EDIT } from "@leebow/api/contract";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { saveProfile, whoAmI } from "../../api/account";
import { sayFailure } from "../../api/client";
import { useTitle } from "../../app/title";
import { Button } from "../../components/button";
import { Switch } from "../../components/choices";
import { Field, FieldError } from "../../components/field";
import { notify } from "../../components/notify";
import { Select } from "../../components/select";
import { session, updateUser } from "../../stores/session";
import { showRefusal } from "../sign-in/refusal";
import * as rules from "../sign-in/rules";
import styles from "./page.module.css";

interface Form {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  primary_boat_class: string;
  email_notifications: boolean;
}

const FIELDS = ["first_name", "last_name", "email", "password", "primary_boat_class", "email_notifications"] as const;
const CLASSES = BOAT_CLASSES_EDIT.map((name) => ({ value: name as string, label: name as string }));

/** My Account: the profile. */
export function Page() {
  useTitle("My Account");
  const {
    register,
    control,
    handleSubmit,
    setError,
    reset,
    formState: { errors, isSubmitting },
  } = useForm<Form>({ mode: "onTouched", defaultValues: profile() });
  useEffect(() => {
    whoAmI().then((user) => {
      updateUser(user);
      reset(profile());
    }, sayFailure);
  }, [reset]);
  const submit = handleSubmit(async ({ password, ...rest }) => {
    try {
      updateUser(await saveProfile(password ? { ...rest, password } : rest));
      reset(profile());
      notify.success("User Updated");
    } catch (cause) {
      showRefusal(cause, FIELDS, setError);
    }
  });
  return (
    <main className={styles.main}>
      <form className={styles.form} onSubmit={submit} noValidate aria-labelledby="account-title">
        <h1 className="title" id="account-title">
          My Account
        </h1>
        {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        <div className={styles.pair}>
          <Field
            label="First name"
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...register("first_name", rules.firstName)}
          />
          <Field
            label="Last name"
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...register("last_name", rules.lastName)}
          />
        </div>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email", rules.email)}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="Only to change it; leave it empty to keep the one you have."
          error={errors.password?.message}
          {...register("password", rules.optionalPassword)}
        />
        <Controller
          control={control}
          name="primary_boat_class"
          rules={rules.boatClass}
          render={({ field, fieldState }) => (
            <Select
              label="Primary boat class"
              choices={CLASSES}
              placeholder="Choose a class"
              triggerRef={field.ref}
              value={field.value || null}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
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

function profile(): Form {
  const { user } = session;
  return {
    first_name: user?.first_name ?? "",
    last_name: user?.last_name ?? "",
    email: user?.email ?? "",
    password: "",
    primary_boat_class: user?.primary_boat_class ?? "",
    email_notifications: user?.email_notifications ?? false,
  };
}
