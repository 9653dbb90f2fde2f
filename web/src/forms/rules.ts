/** Rules of form fields for react-hook-form: those of the server's contract, with the specification's messages. */
import {
  Email,
  FirstName,
  LastName,
  LoginPassword,
  NewPassword,
  PASSWORD_MISMATCH,
  ProfileBoatClass,
  ProfilePassword,
  ReasonToOpen,
  ReplyContent,
} from "@leebow/api/contract";
import type { RegisterOptions } from "react-hook-form";

type Rules = Pick<RegisterOptions, "validate">;

interface Schema {
  safeParse(value: unknown): { success: true } | { success: false; error: { issues: { message: string }[] } };
}

/** True, or the message of the first rule that the value breaks. */
const check = (schema: Schema, value: unknown): true | string => {
  const result = schema.safeParse(value);
  return result.success || (result.error.issues[0]?.message ?? "Not valid");
};

const rule = (schema: Schema): Rules => ({ validate: (value: unknown) => check(schema, value) });

export const email = rule(Email);
export const loginPassword = rule(LoginPassword);
export const newPassword = rule(NewPassword);
/** On the profile: an empty password is not changed. */
export const optionalPassword: Rules = { validate: (value: unknown) => value === "" || check(ProfilePassword, value) };
export const firstName = rule(FirstName);
export const lastName = rule(LastName);
export const boatClass = rule(ProfileBoatClass);
export const reply = rule(ReplyContent);
export const reasonToOpen = rule(ReasonToOpen);

export const sameAs = (password: () => string): Rules => ({
  validate: (confirmation: string) => confirmation === password() || PASSWORD_MISMATCH,
});
