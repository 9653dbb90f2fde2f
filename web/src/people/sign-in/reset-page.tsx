import { useForm } from "react-hook-form";
import { Link, useNavigate, useParams } from "react-router-dom";
import { notify } from "../../server/notices";
import { Button } from "../../ui/button";
import { NewPasswordField } from "../../ui/forms/account-fields";
import * as rules from "../../ui/forms/rules";
import { submitHandler } from "../../ui/forms/submit-handler";
import { resetPassword } from "../account/profile";
import { SignInFrame } from "./frame";
import styles from "./frame.module.css";

interface Form {
  password: string;
  password_confirmation: string;
}

export function Page() {
  const { uuid = "" } = useParams();
  const navigate = useNavigate();
  const form = useForm<Form>({ mode: "onTouched" });
  const { register, getValues } = form;
  const { errors, isSubmitting } = form.formState;
  const submit = submitHandler(form, async ({ password }) => {
    await resetPassword(uuid, password);
    notify.success("Password changed");
    await navigate("/login");
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
