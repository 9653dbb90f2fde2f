/** The rows of all pages of a list that is answered page by page; the pages after `limit` rows are not fetched. */
export async function allRows<Row>(
  fetchPage: (cursor: string | null) => Promise<{ results: Row[]; next: string | null }>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page = await fetchPage(cursor);
    rows.push(...page.results);
    cursor = page.next;
  } while (cursor && rows.length < limit);
  return rows.slice(0, limit);
}
