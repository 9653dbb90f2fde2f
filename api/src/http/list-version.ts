import { createHash } from "node:crypto";

/** The version of a list that is replaced as a whole: the same for the same list. */
export function versionOf(list: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 22);
}

/** Whether an If-Match header names this version. A tag that a proxy marked as weak when it compressed the answer counts. */
export function isExpected(if_match: string | undefined, version: string): boolean {
  const tags = if_match?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return !tags || tags.includes("*") || tags.includes(`"${version}"`);
}
