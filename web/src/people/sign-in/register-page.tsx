import { BOAT_CLASSES_REGISTER } from "@leebow/api/contract";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { beginSession } from "../../server/session";
import { Button } from "../../ui/button";
import { BoatClassField, EmailField, NameFields, NewPasswordField } from "../../ui/forms/account-fields";
import * as rules from "../../ui/forms/rules";
import { submitHandler } from "../../ui/forms/submit-handler";
import { addressAfterLogin } from "../account/login-address";
import { register as openAccount, type Registration } from "../account/profile";
import { SignInFrame } from "./frame";
import styles from "./frame.module.css";

export function Page() {
  const { form, submit } = useRegistration();
  const { search } = useLocation();
  const { register, control, getValues } = form;
  const { errors, isSubmitting } = form.formState;
  return (
    <SignInFrame
      title="Sign up"
      error={errors.root?.message}
      onSubmit={submit}
      after={
        <div className={styles.after}>
          <Link to={`/login${search}`} className={styles.link}>
            Already have an acount?
          </Link>
        </div>
      }
    >
      <div className={styles.pair}>
        <NameFields
          first={{ ...register("first_name", rules.firstName), error: errors.first_name?.message }}
          last={{ ...register("last_name", rules.lastName), error: errors.last_name?.message }}
        />
      </div>
      <EmailField {...register("email", rules.email)} error={errors.email?.message} />
      <NewPasswordField
        label="Password"
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
      <BoatClassField
        control={control}
        name="primary_boat_class"
        label="Primary boat class"
        classes={BOAT_CLASSES_REGISTER}
        onlyListed
        required="Primary Boat Class required"
      />
      <Button kind="primary" type="submit" wide busy={isSubmitting}>
        Sign Up
      </Button>
    </SignInFrame>
  );
}

/** The form; after the registration the user is logged in, and the page that was asked for or the upload page opens. */
function useRegistration() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useForm<Registration>({ mode: "onTouched", defaultValues: { primary_boat_class: "" } });
  const submit = submitHandler(form, async (values) => {
    beginSession(await openAccount(values));
    await navigate(addressAfterLogin(search) ?? "/upload");
  });
  return { form, submit };
}
