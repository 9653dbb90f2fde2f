/** Lists whose rows the server is still working on. */
import { type QueryClient, type UseQueryOptions, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiFailure } from "../api/failure";
import { notify } from "../stores/notices";
import { isExhausted, POLLS_EXHAUSTED, type Polled, pollOptions } from "./polling";

/** What a list needs to follow the work on its rows. */
export interface Progress<Row extends { id: number }> {
  /** The query's name, before the row's id. */
  key: readonly string[];
  fetch: (id: number, signal: AbortSignal) => Promise<Row>;
  /** Whether the server is still working on a row. */
  isUnfinished: (row: Row) => boolean;
  /** Writes an answer into the lists. */
  store: (client: QueryClient, row: Row) => void;
  /** Takes a row that no longer exists out of the lists. */
  remove: (client: QueryClient, id: number) => void;
}

/** Polls a row and writes each answer into the lists. */
export const rowProgressOptions = <Row extends { id: number }>(
  client: QueryClient,
  { key, fetch, isUnfinished, store, remove }: Progress<Row>,
  row: Row,
) =>
  pollOptions({
    queryKey: [...key, row.id],
    fetch: async (signal) => {
      const next = await fetch(row.id, signal).catch((cause: unknown) => {
        if (cause instanceof ApiFailure && cause.status === 404) remove(client, row.id);
        throw cause;
      });
      store(client, next);
      return next;
    },
    isUnfinished,
    initial: row,
  });

/** Polls the unfinished rows while the component is mounted; reports once when polling has ended. */
export function useProgress<Row extends { id: number }>(progress: Progress<Row>, rows: readonly Row[]): void {
  const client = useQueryClient();
  const { isUnfinished } = progress;
  const hasEnded = useQueries({
    queries: rows
      .filter(isUnfinished)
      .map((row): UseQueryOptions<Polled<Row>> => rowProgressOptions(client, progress, row)),
    combine: (results) => results.some(({ data }) => isExhausted(data, isUnfinished)),
  });
  useEffect(() => {
    if (hasEnded) notify.error(POLLS_EXHAUSTED);
  }, [hasEnded]);
}
