import { BOAT_CLASSES_REGISTER } from "@leebow/api/contract";
import { Controller, useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router-dom";
import { register as openAccount, type Registration } from "../../api/account";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { Select } from "../../components/select";
import { beginSession } from "../../stores/session";
import { SignInFrame } from "./frame";
import styles from "./frame.module.css";
import { showRefusal } from "./refusal";
import * as rules from "./rules";

const FIELDS = ["first_name", "last_name", "email", "password", "password_confirmation", "primary_boat_class"] as const;
const CLASSES = BOAT_CLASSES_REGISTER.map((name) => ({ value: name as string, label: name as string }));

export function Page() {
  const navigate = useNavigate();
  const form = useForm<Registration>({ mode: "onTouched", defaultValues: { primary_boat_class: "" } });
  const {
    register,
    control,
    handleSubmit,
    setError,
    getValues,
    formState: { errors, isSubmitting },
  } = form;
  const submit = handleSubmit(async (values) => {
    try {
      beginSession(await openAccount(values));
      await navigate("/upload");
    } catch (cause) {
      showRefusal(cause, FIELDS, setError);
    }
  });
  return (
    <SignInFrame
      title="Sign up"
      error={errors.root?.message}
      onSubmit={submit}
      after={
        <div className={styles.after}>
          <Link to="/login" className={styles.link}>
            Already have an acount?
          </Link>
        </div>
      }
    >
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
        error={errors.password?.message}
        {...register("password", rules.newPassword)}
      />
      <Field
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
        {...register(
          "password_confirmation",
          rules.sameAs(() => getValues("password")),
        )}
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
      <Button kind="primary" type="submit" wide busy={isSubmitting}>
        Sign Up
      </Button>
    </SignInFrame>
  );
}
