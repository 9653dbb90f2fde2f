import { useForm } from "react-hook-form";
import { Link, useNavigate, useParams } from "react-router-dom";
import { resetPassword } from "../../api/account";
import { Button } from "../../components/button";
import { NewPasswordField } from "../../forms/account-fields";
import * as rules from "../../forms/rules";
import { showServerErrors } from "../../forms/server-errors";
import { notify } from "../../stores/notices";
import { SignInFrame } from "./frame";
import styles from "./frame.module.css";

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
      showServerErrors(cause, ["password", "password_confirmation"], setError);
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
      <NewPasswordField
        label="New password"
        {...register("password", rules.newPassword)}
        error={errors.password?.message}
      />
      <NewPasswordField
        label="Confirm password"
        {...register(
          "password_confirmation",
          rules.sameAs(() => getValues("password")),
        )}
        error={errors.password_confirmation?.message}
      />
      <Button kind="primary" type="submit" wide busy={isSubmitting}>
        Change Password
      </Button>
    </SignInFrame>
  );
}
