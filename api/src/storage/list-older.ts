import type { Storage, StoredPage } from "./storage.ts";

/** Keys of a page that have not changed for this long. */
export function olderThan({ files }: StoredPage, age_ms: number): string[] {
  const before = Date.now() - age_ms;
  return files.filter(({ modified_ms }) => modified_ms <= before).map(({ key }) => key);
}

/** Those of all pages of a folder. */
export async function listOlder(storage: Pick<Storage, "page">, folder: string, age_ms: number): Promise<string[]> {
  const old: string[] = [];
  for (let page = await storage.page(folder); ; page = await storage.page(folder, page.next)) {
    old.push(...olderThan(page, age_ms));
    if (page.next === null) return old;
  }
}
