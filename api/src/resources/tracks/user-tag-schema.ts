/** Tags that a user gives to segments. Importable by the browser. */
import { z } from "zod";
import { Id } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";

export const DEFAULT_TAG_COLOR = "green";

/** A name of CSS or #rrggbb: it is used in styles. */
const TagColor = z
  .string("Choose a colour.")
  .trim()
  .toLowerCase()
  .regex(/^([a-z]{3,20}|#[0-9a-f]{6})$/, "Write a colour by its name or as #rrggbb.");

const TagValue = z
  .string("Write a tag.")
  .trim()
  .min(1, "Write a tag.")
  .max(LIMITS.tag_chars, `A tag has ${LIMITS.tag_chars} characters at most.`);

export const UserTag = z
  .strictObject({
    id: Id,
    value: z.string(),
    color: z.string().meta({ description: "A name of CSS or #rrggbb" }),
    visible: z.boolean().meta({ description: "False for a hidden one, which segments keep" }),
  })
  .meta({ id: "UserTag" });
export type UserTag = z.infer<typeof UserTag>;

export const UserTags = z
  .strictObject({ tags: z.array(UserTag).meta({ description: "By value; hidden ones among them" }) })
  .meta({ id: "UserTags" });

export const UserTagAnswer = z.strictObject({ tag: UserTag }).meta({ id: "UserTagAnswer" });

export const CreateUserTag = z
  .object({ value: TagValue, color: TagColor.default(DEFAULT_TAG_COLOR) })
  .meta({ id: "CreateUserTag" });

/** Two values with the same key are one tag: case and compatible forms of a character make no difference. */
export function tagKey(value: string): string {
  return value.normalize("NFKC").toLowerCase();
}
