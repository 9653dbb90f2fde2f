import { createHash } from "node:crypto";

/** The version of a list of small objects that is replaced as a whole: the same for the same list, as sent and as stored. */
export function versionOf(list: readonly object[]): string {
  return createHash("sha256")
    .update(JSON.stringify(list.map(inOrder)))
    .digest("base64url")
    .slice(0, 22);
}

/** The fields in the order of their names: the database has an order of its own. */
const inOrder = (item: object) => Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether an If-Match header names this version. A tag that a proxy marked as weak when it compressed the answer counts. */
export function isExpected(if_match: string | undefined, version: string): boolean {
  const tags = if_match?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return !tags || tags.includes("*") || tags.includes(`"${version}"`);
}
