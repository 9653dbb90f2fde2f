import type { Storage, StoredPage } from "./storage.ts";

/** Keys of a page that have not changed for this long. */
export function olderThan({ files }: StoredPage, age_ms: number): string[] {
  const before = Date.now() - age_ms;
  return files.filter(({ modified_ms }) => modified_ms <= before).map(({ key }) => key);
}

/** Those of all pages of a folder. */
export async function listOlder(storage: Pick<Storage, "pages">, folder: string, age_ms: number): Promise<string[]> {
  const old: string[] = [];
  for await (const page of storage.pages(folder)) old.push(...olderThan(page, age_ms));
  return old;
}
