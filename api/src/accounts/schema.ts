/** Messages about leaving, taking one's data along, and other people. Importable by the browser. */
import { z } from "zod";
import { Id } from "../http/schemas.ts";
import { LIMITS } from "../limits.ts";

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
