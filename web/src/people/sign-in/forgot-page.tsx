import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { notify } from "../../server/notices";
import { Button } from "../../ui/button";
import { EmailField } from "../../ui/forms/account-fields";
import * as rules from "../../ui/forms/rules";
import { submitHandler } from "../../ui/forms/submit-handler";
import { requestPasswordReset } from "../account/profile";
import { SignInFrame } from "./frame";
import styles from "./frame.module.css";

interface Form {
  email: string;
}

export function Page() {
  const form = useForm<Form>({ mode: "onTouched" });
  const { errors, isSubmitting } = form.formState;
  const submit = submitHandler(form, async ({ email }) => {
    await requestPasswordReset(email);
    notify.success("A reset link was sent to your email");
  });
  return (
    <SignInFrame
      title="Forgot password"
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
      <p className="secondary">We send a link to your email. It lets you choose a new password.</p>
      <EmailField {...form.register("email", rules.email)} error={errors.email?.message} />
      <Button kind="primary" type="submit" wide busy={isSubmitting}>
        Send a Reset Link
      </Button>
    </SignInFrame>
  );
}
