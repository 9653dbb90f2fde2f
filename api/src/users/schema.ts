import { z } from "@hono/zod-openapi";
import { BOAT_CLASSES_EDIT, BOAT_CLASSES_REGISTER, LIMITS, type Session, type User } from "../contract.ts";

/** The texts are the specification's, word for word. */
const required = (message: string) => z.string({ error: message }).trim().min(1, message);
const email = required("Email required").max(LIMITS.email_chars, "Email not valid").pipe(z.email("Email not valid"));
const name = (what: string) =>
  required(`${what} name required`)
    .min(LIMITS.name_min_chars, `${what} name must be ${LIMITS.name_min_chars} characters`)
    .max(LIMITS.name_chars, `${what} name can have ${LIMITS.name_chars} characters at most`);
const password = (min_chars: number, message: string) =>
  z
    .string({ error: "Password required" })
    .min(1, "Password required")
    .min(min_chars, message)
    .max(LIMITS.password_max_chars, `Password can have ${LIMITS.password_max_chars} characters at most`);

export const UserSchema = z
  .object({
    id: z.number().int(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    role: z.number().int().nullable().openapi({ description: "1 administrator, 2 coach type" }),
    profile_img: z.string().nullable(),
    primary_boat_class: z.string().nullable(),
    email_notifications: z.boolean(),
    garmin_connected: z.boolean(),
    auto_segmentation_enabled: z.boolean(),
    show_wind_arrow: z.boolean(),
    enabled_features: z.array(z.enum(["athlete", "auto_segmentation", "coach_tools"])),
    teammates: z.array(z.object({ id: z.number().int(), first_name: z.string(), last_name: z.string() })),
  })
  .openapi("User") satisfies z.ZodType<User>;

export const SessionSchema = z
  .object({ user: UserSchema, access: z.string().openapi({ description: "Bearer token" }) })
  .openapi("Session") satisfies z.ZodType<Session>;

export const RegisterBody = z
  .object({
    first_name: name("First"),
    last_name: name("Last"),
    email,
    password: password(LIMITS.password_chars, "Password must be 3 characters"),
    password_confirmation: z.string({ error: "Password mismatch" }),
    primary_boat_class: z.enum(BOAT_CLASSES_REGISTER, { error: "Primary Boat Class required" }),
  })
  .superRefine((body, check) => {
    if (body.password === body.password_confirmation) return;
    check.addIssue({ code: "custom", path: ["password_confirmation"], message: "Password mismatch" });
  })
  .openapi("Register");

export const LoginBody = z
  .object({ email, password: password(LIMITS.password_chars, "Password must be 6 characters") })
  .openapi("Login");

export const ForgotBody = z.object({ email }).openapi("Forgot");

export const ResetBody = z
  .object({
    uuid: required("This link is not complete. Open it from the mail again."),
    password: password(LIMITS.password_chars, "Password must be 3 characters"),
    password_confirmation: z.string().optional(),
  })
  .superRefine((body, check) => {
    if (body.password_confirmation === undefined || body.password === body.password_confirmation) return;
    check.addIssue({ code: "custom", path: ["password_confirmation"], message: "Password mismatch" });
  })
  .openapi("Reset");

export const UpdateUserBody = z
  .object({
    first_name: name("First"),
    last_name: name("Last"),
    email,
    password: password(LIMITS.profile_password_chars, "Password must be 6 characters"),
    email_notifications: z.boolean(),
    primary_boat_class: z.enum(BOAT_CLASSES_EDIT, { error: "Primary Boat Class required" }),
    auto_segmentation_enabled: z.boolean(),
    show_wind_arrow: z.boolean(),
  })
  .partial()
  .openapi("UpdateUser");
