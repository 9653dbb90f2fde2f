/** Lists that the server answers page by page, and the changes to their rows in the cache. */
import { type InfiniteData, infiniteQueryOptions, type QueryClient, type QueryKey } from "@tanstack/react-query";

interface Row {
  id: number;
}

interface Page<R> {
  results: R[];
  /** Cursor of the next page; null after the last. */
  next: string | null;
}

type FetchPage<P> = (cursor: string | null, signal: AbortSignal) => Promise<P>;

/** A list, page by page with the server's cursor. */
export const pagedOptions = <P extends Page<Row>>(queryKey: QueryKey, fetchPage: FetchPage<P>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The rows of all pages; one that moved to a later page while paging is listed once. */
export function rowsOf<R extends Row>({ pages }: { pages: readonly Page<R>[] }): R[] {
  const byId = new Map<number, R>();
  for (const row of pages.flatMap(({ results }) => results)) if (!byId.has(row.id)) byId.set(row.id, row);
  return [...byId.values()];
}

/** Every cached list whose key begins with this one; a change of its rows is written into all of them. */
export class PagedList<R extends Row> {
  constructor(readonly key: QueryKey) {}

  change(client: QueryClient, change: (rows: R[]) => R[]): void {
    client.setQueriesData<Pick<InfiniteData<Page<R>>, "pages">>(
      { queryKey: this.key },
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, results: change(page.results) })) },
    );
  }

  /** Writes a row into the lists that have it. */
  readonly store = (client: QueryClient, row: R): void =>
    this.change(client, (rows) => rows.map((one) => (one.id === row.id ? row : one)));

  readonly remove = (client: QueryClient, id: number): void =>
    this.change(client, (rows) => rows.filter((row) => row.id !== id));

  /** Fetches the lists again; those on the screen at once. */
  readonly refresh = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: this.key });
}

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
