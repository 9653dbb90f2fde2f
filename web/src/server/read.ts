/** Reading a route of the API as a query, and sending a change to one. */
import type { ResponseFrom, RouteName } from "@leebow/api/contract";
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { type CallOptions, call, type OptionsOf, request } from "./client";
import { ApiFailure, shownByForm } from "./failure";
import { notify } from "./notices";

type Body<R extends RouteName> = ResponseFrom<R>["body"];
type ReadOptions<R extends RouteName> = Omit<UseQueryOptions<Body<R>>, "queryKey" | "queryFn" | "initialData">;

const callWith = <R extends RouteName>(route: R, options: CallOptions<R>): Promise<Body<R>> =>
  call(route, ...([options] as unknown as OptionsOf<R>));

/** The query of what a route answers. The key begins with the name of the resource, which changes of it touch. */
export function read<R extends RouteName>(
  queryKey: QueryKey,
  route: R,
  options: CallOptions<R>,
  more: ReadOptions<R> = {},
) {
  return queryOptions<Body<R>>({
    ...more,
    queryKey,
    queryFn: ({ signal }) => callWith(route, { ...options, signal }),
  });
}

/** What a change does beside being sent. */
interface Effects<Answer, Value> {
  /** The form shows failures; without it a notice does. */
  inForm?: boolean;
  /** Shows failures in the place of the notice. */
  failed?: (cause: unknown) => unknown;
  /** Said when it is done. */
  notice?: string | ((answer: Answer, value: Value) => string);
  /** Writes the answer into the cache. */
  holds?: (client: QueryClient, answer: Answer, value: Value) => unknown;
  /** Beginnings of the keys of what is fetched again afterwards; the change is done when that is there. */
  touches?: readonly QueryKey[];
  /** The same after the server has refused the change: what is shown is not as it is stored. */
  refused?: readonly QueryKey[];
  /** Changes of one scope are sent one after the other. */
  scope?: string;
}

/** A change that is sent by a function. */
export function useChange<Answer, Value = void>(
  send: (value: Value) => Promise<Answer>,
  { inForm, failed, notice, holds, touches = [], refused = [], scope }: Effects<Answer, Value> = {},
) {
  const client = useQueryClient();
  const onError = failed ?? (inForm ? shownByForm : undefined);
  const refresh = (keys: readonly QueryKey[]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation<Answer, Error, Value>({
    mutationFn: send,
    ...(scope && { scope: { id: scope } }),
    ...(onError && { onError }),
    onSuccess: async (answer, value) => {
      if (notice) notify.success(typeof notice === "string" ? notice : notice(answer, value));
      await holds?.(client, answer, value);
      await refresh(touches);
    },
    onSettled: (_answer, error) => {
      if (error instanceof ApiFailure && error.status !== 0) void refresh(refused);
    },
  });
}

/** A change that is sent to a route. */
export const useSend = <R extends RouteName, Value = void>(
  route: R,
  optionsOf: (value: Value) => CallOptions<R>,
  effects?: Effects<Body<R>, Value>,
) => useChange((value: Value) => callWith(route, optionsOf(value)), effects);

/** A deletion that is sent to a route. */
export const useRemove = <R extends RouteName, Value = void>(
  route: R,
  optionsOf: (value: Value) => CallOptions<R>,
  effects?: Effects<void, Value>,
) => useChange((value: Value) => remove(route, optionsOf(value)), effects);

/** Deletes; any answer but 204 is a failure. */
export async function remove<R extends RouteName>(route: R, options: CallOptions<R>): Promise<void> {
  const { status } = await request(route, ...([options] as unknown as OptionsOf<R>));
  if (status !== 204) throw new ApiFailure(status, null);
}

/** How often something is sent that somebody else's has overtaken. *guess* */
const MOST_TRIES = 5;

/**
 * Stores what is made of the newest state: `send` fails with 412 where somebody else has stored another one since `base`, and
 * is then called with that one. `merged` is said where both changes are kept.
 */
export async function saveNewest<State>(
  base: State,
  send: (newest: State) => Promise<State>,
  fetchNewest: () => Promise<State>,
  merged: string,
): Promise<State> {
  let newest = base;
  for (let tries = 1; ; tries++) {
    try {
      const saved = await send(newest);
      if (tries > 1) notify.info(merged);
      return saved;
    } catch (cause) {
      if (!(cause instanceof ApiFailure) || cause.status !== 412 || tries === MOST_TRIES) throw cause;
      newest = await fetchNewest();
    }
  }
}
