/** Rules of form fields for react-hook-form: those of the server's contract, with the specification's messages. */
import { PASSWORD_MISMATCH } from "@leebow/api/contract";
import type { RegisterOptions } from "react-hook-form";

type Rules = Pick<RegisterOptions, "validate">;
type Name = keyof typeof import("./rule-schemas");

/** After the form, which is drawn without it: to create schemas takes 40 ms of the processor. */
const schemas = () => import("./rule-schemas");
// Loaded when a first field is entered, it is there when that is left.
globalThis.document?.addEventListener("focusin", () => void schemas().catch(() => undefined), { once: true });

/** True, or the message of the first rule that the value breaks. What cannot be checked here the server refuses. */
async function check(name: Name, value: unknown): Promise<true | string> {
  const loaded = await schemas().catch(() => null);
  const result = loaded?.[name].safeParse(value);
  return !result || result.success || (result.error.issues[0]?.message ?? "Not valid");
}

const rule = (name: Name): Rules => ({ validate: (value: unknown) => check(name, value) });

export const email = rule("email");
export const loginPassword = rule("loginPassword");
export const newPassword = rule("newPassword");
/** On the profile: an empty password is not changed. */
export const optionalPassword: Rules = {
  validate: (value: unknown) => value === "" || check("profilePassword", value),
};
export const firstName = rule("firstName");
export const lastName = rule("lastName");
export const boatClass = rule("boatClass");
export const reply = rule("reply");
export const reasonToOpen = rule("reasonToOpen");

export const sameAs = (password: () => string): Rules => ({
  validate: (confirmation: string) => confirmation === password() || PASSWORD_MISMATCH,
});
