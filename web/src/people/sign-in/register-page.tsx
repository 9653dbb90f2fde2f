import { BOAT_CLASSES_REGISTER } from "@leebow/api/contract";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { beginSession } from "../../server/session";
import { BoatClassField, EmailField, NameFields, NewPasswordField } from "../../ui/forms/account-fields";
import * as rules from "../../ui/forms/rules";
import { fieldOf } from "../../ui/forms/submit-handler";
import { addressAfterLogin } from "../account/login-address";
import { register as openAccount, type Registration } from "../account/profile";
import { After, SignInFrame } from "./frame";

/** After the registration the user is logged in, and the page that was asked for or the upload page opens. */
export function Page() {
  const navigate = useNavigate();
  const { search: query } = useLocation();
  const [search] = useSearchParams();
  const form = useForm<Registration>({ mode: "onTouched", defaultValues: { primary_boat_class: "" } });
  const send = async (values: Registration) => {
    beginSession(await openAccount(values));
    await navigate(addressAfterLogin(search) ?? "/upload");
  };
  const confirmation = rules.sameAs(() => form.getValues("password"));
  return (
    <SignInFrame
      title="Sign up"
      form={form}
      send={send}
      submit="Sign Up"
      after={<After to={`/login${query}`}>Already have an acount?</After>}
    >
      <div className="halves gap-14">
        <NameFields
          first={fieldOf(form, "first_name", rules.firstName)}
          last={fieldOf(form, "last_name", rules.lastName)}
        />
      </div>
      <EmailField {...fieldOf(form, "email", rules.email)} />
      <NewPasswordField label="Password" {...fieldOf(form, "password", rules.newPassword)} />
      <NewPasswordField label="Confirm password" {...fieldOf(form, "password_confirmation", confirmation)} />
      <BoatClassField
        control={form.control}
        name="primary_boat_class"
        label="Primary boat class"
        classes={BOAT_CLASSES_REGISTER}
        onlyListed
        required="Primary Boat Class required"
      />
    </SignInFrame>
  );
}
