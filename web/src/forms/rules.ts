/** What the forms ask of their fields, with the specification's words. */
import type { RegisterOptions } from "react-hook-form";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

type Rules = Pick<RegisterOptions, "required" | "minLength" | "pattern" | "validate">;

export const email: Rules = { required: "Email required", pattern: { value: EMAIL, message: "Email not valid" } };

/** The message of the login form says 6, the rule is 3: so the specification has it. */
export const loginPassword: Rules = {
  required: "Password required",
  minLength: { value: 3, message: "Password must be 6 characters" },
};

export const newPassword: Rules = {
  required: "Password required",
  minLength: { value: 3, message: "Password must be 3 characters" },
};

/** On the profile a password is only asked for when it is to change. */
export const optionalPassword: Rules = { minLength: { value: 6, message: "Password must be 6 characters" } };

export const firstName: Rules = {
  required: "First name required",
  minLength: { value: 3, message: "First name must be 3 characters" },
};

export const lastName: Rules = {
  required: "Last name required",
  minLength: { value: 3, message: "Last name must be 3 characters" },
};

export const boatClass: Rules = { required: "Primary Boat Class required" };

export const sameAs = (password: () => string): Rules => ({
  validate: (confirmation: string) => confirmation === password() || "Password mismatch",
});
