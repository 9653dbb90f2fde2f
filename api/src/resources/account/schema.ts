import { UNIT_CHOICES } from "@leebow/core";
import { z } from "zod";
import { boatClassText, Id, ONE_LINE } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";
import { BOAT_CLASSES_REGISTER } from "../boats/boat-classes.ts";

/** Messages about leaving, taking one's data along, and other people. Importable by the browser. */

export const DeleteAccount = z
  .object({
    current_password: z
      .string({ error: "Enter your current password to delete your account." })
      .min(1, "Enter your current password to delete your account.")
      .max(LIMITS.password_max_chars, "This is not your current password."),
  })
  .meta({ id: "DeleteAccount" });

export const UserInfoQuery = z.object({ id: Id.meta({ description: "Of the user" }) }).meta({ id: "FindUserInfo" });

export const UserInfo = z
  .strictObject({
    id: Id,
    first_name: z.string(),
    last_name: z.string(),
    profile_img: z.string().nullable().meta({ description: "Signed address of a picture" }),
    primary_boat_class: z.string().nullable(),
  })
  .meta({ id: "UserInfo" });
export type UserInfo = z.infer<typeof UserInfo>;

export const ExportAddress = z
  .strictObject({ url: z.string().meta({ description: "Valid for minutes, without a session" }) })
  .meta({ id: "ExportAddress" });

export const ExportQuery = z.object({ user: z.string(), expires: z.string(), signature: z.string() }).partial();

/** Messages about accounts, and the rules of their fields. The texts of the rules are the specification's. Importable by the browser. */

const required = (message: string) => z.string({ error: message }).trim().min(1, message);

const name = (which: string) =>
  required(`${which} name required`)
    .min(LIMITS.name_min_chars, `${which} name must be ${LIMITS.name_min_chars} characters`)
    .max(LIMITS.mailed_name_chars, `${which} name can have ${LIMITS.mailed_name_chars} characters at most`)
    .regex(ONE_LINE, `${which} name must be one line of text`);

const password = (min_chars: number, message: string) =>
  z
    .string({ error: "Password required" })
    .min(1, "Password required")
    .min(min_chars, message)
    .max(LIMITS.password_max_chars, `Password can have ${LIMITS.password_max_chars} characters at most`);

export const FirstName = name("First");
export const LastName = name("Last");
export const Email = required("Email required")
  .max(LIMITS.email_chars, "Email not valid")
  .pipe(z.email("Email not valid"));
/** The specification's login demands 3 characters with a message that says 6. */
export const LoginPassword = password(LIMITS.password_chars, "Password must be 6 characters");
export const NewPassword = password(LIMITS.password_chars, "Password must be 3 characters");
export const ProfilePassword = password(LIMITS.profile_password_chars, "Password must be 6 characters");
export const RegisterBoatClass = z.enum(BOAT_CLASSES_REGISTER, { error: "Primary Boat Class required" });
export const ProfileBoatClass = boatClassText("Primary Boat Class required");
export const PASSWORD_MISMATCH = "Password mismatch";

export const Feature = z.enum(["athlete", "auto_segmentation", "coach_tools"]);
export type Feature = z.infer<typeof Feature>;

export const UserCan = z
  .strictObject({
    list_all_tracks: z.boolean(),
    switch_auto_segmentation: z.boolean(),
    create_team: z.boolean(),
  })
  .meta({ id: "UserCan", description: "What this user may do, apart from what a single object allows" });
export type UserCan = z.infer<typeof UserCan>;

const unit = <const U extends readonly string[]>(choices: U) =>
  z.enum(choices, { error: `Choose ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}.` }).nullable();

export const Units = z
  .strictObject({
    distance: unit(UNIT_CHOICES.distance),
    speed: unit(UNIT_CHOICES.speed),
    length: unit(UNIT_CHOICES.length),
  })
  .meta({
    id: "Units",
    description: "Of screens, spreadsheets and CSV files; null: the unit that the specification has for the figure",
  });

export const User = z
  .strictObject({
    id: Id,
    email: z.string(),
    email_confirmed: z.boolean().meta({ description: "False: teams and roles give this user no rights yet" }),
    first_name: z.string(),
    last_name: z.string(),
    role: z.int().nullable().meta({ description: "1 administrator, 2 coach" }),
    profile_img: z.string().nullable().meta({ description: "Signed address of a picture" }),
    primary_boat_class: z.string().nullable(),
    email_notifications: z.boolean(),
    garmin_connected: z.boolean(),
    auto_segmentation_enabled: z.boolean(),
    show_wind_arrow: z.boolean(),
    units: Units,
    enabled_features: z.array(Feature),
    teammates: z.array(z.strictObject({ id: Id, first_name: z.string(), last_name: z.string() })),
    can: UserCan,
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

export const Session = z
  .strictObject({
    user: User,
    access: z.string().meta({ description: "Bearer token" }),
    device: z
      .string()
      .meta({ description: "By which this device is known at its next login to this account; send it in devices" }),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof Session>;

export const Register = z
  .object({
    first_name: FirstName,
    last_name: LastName,
    email: Email,
    password: NewPassword,
    password_confirmation: z.string({ error: PASSWORD_MISMATCH }),
    primary_boat_class: RegisterBoatClass,
  })
  .refine((body) => body.password === body.password_confirmation, {
    path: ["password_confirmation"],
    message: PASSWORD_MISMATCH,
  })
  .meta({ id: "Register" });
export type Register = z.infer<typeof Register>;

export const Login = z
  .object({
    email: Email,
    password: LoginPassword,
    devices: z
      .array(z.string().max(200), "devices is a list of texts.")
      .max(LIMITS.device_tokens, `At most ${LIMITS.device_tokens} devices are read.`)
      .optional()
      .meta({ description: "Values of device that this device has received" }),
  })
  .meta({ id: "Login" });

export const Forgot = z.object({ email: Email }).meta({ id: "Forgot" });

export const Reset = z
  .object({
    uuid: required("This link is not complete. Open it from the mail again.").max(500, "This link is not valid."),
    password: NewPassword,
    password_confirmation: z.string().optional(),
  })
  .refine(({ password, password_confirmation = password }) => password === password_confirmation, {
    path: ["password_confirmation"],
    message: PASSWORD_MISMATCH,
  })
  .meta({ id: "Reset" });

export const UpdateUser = z
  .object({
    first_name: FirstName,
    last_name: LastName,
    email: Email,
    password: ProfilePassword,
    email_notifications: z.boolean(),
    primary_boat_class: ProfileBoatClass,
    auto_segmentation_enabled: z.boolean(),
    show_wind_arrow: z.boolean(),
    units: Units,
    current_password: z
      .string()
      .max(LIMITS.password_max_chars, "This is not your current password.")
      .meta({ description: "Required when email or password changes" }),
  })
  .partial()
  .meta({ id: "UpdateUser" });
export type UpdateUser = z.infer<typeof UpdateUser>;

export const ConfirmEmailQuery = z.object({ token: z.string().max(2000).default("") });

export const ImageForm = z.object({ file: z.file() }).meta({ id: "UploadImage" });
