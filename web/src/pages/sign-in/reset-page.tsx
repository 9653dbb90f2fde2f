import { useForm } from "react-hook-form";
import { Link, useNavigate, useParams } from "react-router-dom";
import { resetPassword } from "../../api/account";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { notify } from "../../components/notify";
import { SignInFrame } from "./frame";
import styles from "./frame.module.css";
import { showRefusal } from "./refusal";
import * as rules from "./rules";

interface Form {
  password: string;
  password_confirmation: string;
}

export function Page() {
  const { uuid = "" } = useParams();
  const navigate = useNavigate();
  const {
    register,
    handleSubmit,
    setError,
    getValues,
    formState: { errors, isSubmitting },
  } = useForm<Form>({ mode: "onTouched" });
  const submit = handleSubmit(async ({ password }) => {
    try {
      await resetPassword(uuid, password);
      notify.success("Password changed");
      await navigate("/login");
    } catch (cause) {
      showRefusal(cause, ["password", "password_confirmation"], setError);
    }
  });
  return (
    <SignInFrame
      title="Choose a new password"
      error={errors.root?.message}
      onSubmit={submit}
      after={
        <div className={styles.after}>
          <Link to="/login" className={styles.link}>
            Back to Login
          </Link>
        </div>
      }
    >
      <Field
        label="New password"
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
      <Button kind="primary" type="submit" wide busy={isSubmitting}>
        Change Password
      </Button>
    </SignInFrame>
  );
}
