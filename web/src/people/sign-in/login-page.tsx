import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { beginSession, knownDevices } from "../../server/session";
import { Button, ButtonLink } from "../../ui/button";
import { Field } from "../../ui/field";
import { EmailField } from "../../ui/forms/account-fields";
import * as rules from "../../ui/forms/rules";
import { submitHandler } from "../../ui/forms/submit-handler";
import { addressAfterLogin } from "../account/login-address";
import { logIn } from "../account/profile";
import { SignInFrame } from "./frame";
import styles from "./frame.module.css";

interface Form {
  email: string;
  password: string;
}

export function Page() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useForm<Form>({ mode: "onTouched" });
  const { errors, isSubmitting } = form.formState;
  const submit = submitHandler(form, async ({ email, password }) => {
    beginSession(await logIn(email, password, knownDevices()));
    await navigate(addressAfterLogin(search) ?? "/", { replace: true });
  });
  return (
    <SignInFrame title="Log in" error={errors.root?.message} onSubmit={submit} after={<NoAccount />}>
      <EmailField autoFocus {...form.register("email", rules.email)} error={errors.email?.message} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password", rules.loginPassword)}
      />
      <Button kind="primary" type="submit" wide busy={isSubmitting}>
        Log In
      </Button>
    </SignInFrame>
  );
}

function NoAccount() {
  const { search } = useLocation();
  return (
    <div className={styles.after}>
      <Link to="/forgot" className={styles.link}>
        Forgot Password?
      </Link>
      <hr className={styles.line} />
      <ButtonLink to={`/register${search}`} wide>
        Sign Up
      </ButtonLink>
    </div>
  );
}
