import { useForm } from "react-hook-form";
import { useNavigate, useParams } from "react-router-dom";
import { notify } from "../../server/notices";
import { NewPasswordField } from "../../ui/forms/account-fields";
import * as rules from "../../ui/forms/rules";
import { fieldOf } from "../../ui/forms/submit-handler";
import { resetPassword } from "../account/profile";
import { After, SignInFrame } from "./frame";

interface Form {
  password: string;
  password_confirmation: string;
}

export function Page() {
  const { uuid = "" } = useParams();
  const navigate = useNavigate();
  const form = useForm<Form>({ mode: "onTouched" });
  const send = async ({ password }: Form) => {
    await resetPassword(uuid, password);
    notify.success("Password changed");
    await navigate("/login");
  };
  const confirmation = rules.sameAs(() => form.getValues("password"));
  return (
    <SignInFrame
      title="Choose a new password"
      form={form}
      send={send}
      submit="Change Password"
      after={<After to="/login">Back to Login</After>}
    >
      <NewPasswordField label="New password" {...fieldOf(form, "password", rules.newPassword)} />
      <NewPasswordField label="Confirm password" {...fieldOf(form, "password_confirmation", confirmation)} />
    </SignInFrame>
  );
}
