/** Repeats a request until the server has finished something, at most {@link POLL_LIMIT} times. */
import {
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiFailure } from "./failure";
import { notify } from "./notices";

export const POLL_INTERVAL_MS = 5000;
/** 120 polls every 5 s: ten minutes. */
export const POLL_LIMIT = 120;
/** What is usually there in a second is polled every second this many times, then every {@link POLL_INTERVAL_MS}. */
const QUICK_POLLS = 10;
const QUICK_INTERVAL_MS = 1000;
/** The message after the last poll. */
export const POLLS_EXHAUSTED = "Could not retrieve data. Please check back later.";

/** The latest answer and the number of requests that were sent for it. */
export interface Polled<T> {
  value: T;
  polls: number;
}

interface PollOptions<T> {
  queryKey: QueryKey;
  fetch: (signal: AbortSignal) => Promise<T>;
  /** Whether the server is still working on this value. */
  isUnfinished: (value: T) => boolean;
  /** The value known before the first poll. With it the first request is sent one interval later, else at once. */
  initial?: T;
  /** Wait after this value and number of polls, ms; {@link POLL_INTERVAL_MS} without it. */
  interval_ms?: (value: T, polls: number) => number;
}

/** Wait after this number of polls for what is usually computed in a second or two, ms. */
export const quickInterval = (polls: number): number => (polls < QUICK_POLLS ? QUICK_INTERVAL_MS : POLL_INTERVAL_MS);

/**
 * `refetchInterval` of a query that is repeated while its data is pending, quickly at first, at most {@link POLL_LIMIT}
 * times; counted anew each time that it becomes pending.
 */
export function whilePending<T>(isPending: (data: T) => boolean) {
  /** The number of answers, failures included, when the data became pending. */
  const starts = new WeakMap<object, number>();
  return (query: Pick<Query<T>, "state">): number | false => {
    const { data, dataUpdateCount, errorUpdateCount } = query.state;
    if (data === undefined || !isPending(data)) {
      starts.delete(query);
      return false;
    }
    const answers = dataUpdateCount + errorUpdateCount;
    const polls = answers - (starts.get(query) ?? answers);
    starts.set(query, answers - polls);
    return polls < POLL_LIMIT ? quickInterval(polls) : false;
  };
}

/** Whether polling has ended without a result. */
export const isExhausted = <T>(data: Polled<T> | undefined, isUnfinished: (value: T) => boolean): boolean =>
  data !== undefined && data.polls >= POLL_LIMIT && isUnfinished(data.value);

/**
 * Options of a query that is polled while `isUnfinished` holds. A failed request counts as a poll and retains the
 * value; 404, or a failure without a value, fails the query. Polling ends with the last observer; a later observer
 * counts from zero.
 */
export function pollOptions<T>({ queryKey, fetch, isUnfinished, initial, interval_ms }: PollOptions<T>) {
  const wait_ms = interval_ms ?? (() => POLL_INTERVAL_MS);
  return queryOptions<Polled<T>>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<Polled<T>>(queryKey);
      const polls = (before?.polls ?? 0) + 1;
      try {
        return { value: await fetch(signal), polls };
      } catch (cause) {
        const isFinal = signal.aborted || (cause instanceof ApiFailure && cause.status === 404);
        if (isFinal || !before) throw cause;
        return { value: before.value, polls };
      }
    },
    initialData: initial === undefined ? undefined : { value: initial, polls: 0 },
    meta: { silent: true },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Each poll is a new value, so that observers count it.
    structuralSharing: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, status } }) =>
      status === "success" && data && isUnfinished(data.value) && data.polls < POLL_LIMIT
        ? wait_ms(data.value, data.polls)
        : false,
  });
}

// Lists whose rows the server is still working on.

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
