import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { beginSession, knownDevices } from "../../server/session";
import { ButtonLink } from "../../ui/button";
import { Field } from "../../ui/field";
import { EmailField } from "../../ui/forms/account-fields";
import * as rules from "../../ui/forms/rules";
import { fieldOf } from "../../ui/forms/submit-handler";
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
  const send = async ({ email, password }: Form) => {
    beginSession(await logIn(email, password, knownDevices()));
    await navigate(addressAfterLogin(search) ?? "/", { replace: true });
  };
  return (
    <SignInFrame title="Log in" form={form} send={send} submit="Log In" after={<NoAccount />}>
      <EmailField autoFocus {...fieldOf(form, "email", rules.email)} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        {...fieldOf(form, "password", rules.loginPassword)}
      />
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
