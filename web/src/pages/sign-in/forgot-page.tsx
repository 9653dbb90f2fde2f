import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { askForReset } from "../../api/account";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { notify } from "../../components/notify";
import { SignInFrame } from "./frame";
import styles from "./frame.module.css";
import { showRefusal } from "./refusal";
import * as rules from "./rules";

interface Form {
  email: string;
}

export function Page() {
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Form>({ mode: "onTouched" });
  const submit = handleSubmit(async ({ email }) => {
    try {
      await askForReset(email);
      notify.success("A reset link was sent to your email");
    } catch (cause) {
      showRefusal(cause, ["email"], setError);
    }
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
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register("email", rules.email)}
      />
      <Button kind="primary" type="submit" wide busy={isSubmitting}>
        Send a Reset Link
      </Button>
    </SignInFrame>
  );
}
