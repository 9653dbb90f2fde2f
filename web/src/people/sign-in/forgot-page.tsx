import { useForm } from "react-hook-form";
import { notify } from "../../server/notices";
import { EmailField } from "../../ui/forms/account-fields";
import * as rules from "../../ui/forms/rules";
import { fieldOf } from "../../ui/forms/submit-handler";
import { requestPasswordReset } from "../account/profile";
import { After, SignInFrame } from "./frame";

export function Page() {
  const form = useForm<{ email: string }>({ mode: "onTouched" });
  const send = async ({ email }: { email: string }) => {
    await requestPasswordReset(email);
    notify.success("A reset link was sent to your email");
  };
  return (
    <SignInFrame
      title="Forgot password"
      form={form}
      send={send}
      submit="Send a Reset Link"
      after={<After to="/login">Back to Login</After>}
    >
      <p className="secondary">We send a link to your email. It lets you choose a new password.</p>
      <EmailField {...fieldOf(form, "email", rules.email)} />
    </SignInFrame>
  );
}
