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
  /** Writes the answer into the cache. */
  holds?: (client: QueryClient, answer: Answer, value: Value) => unknown;
  /** Beginnings of the keys of what is fetched again afterwards; the change is done when that is there. */
  touches?: readonly QueryKey[];
  /** The same after the server has refused the change: what is shown is not as it is stored. */
  refused?: readonly QueryKey[];
}

/** A change that is sent to a route. */
export function useSend<R extends RouteName, Value = void>(
  route: R,
  optionsOf: (value: Value) => CallOptions<R>,
  { inForm, holds, touches = [], refused = [] }: Effects<Body<R>, Value> = {},
) {
  const client = useQueryClient();
  const refresh = (keys: readonly QueryKey[]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: (value: Value) => callWith(route, optionsOf(value)),
    ...(inForm && { onError: shownByForm }),
    onSuccess: async (answer, value) => {
      await holds?.(client, answer, value);
      await refresh(touches);
    },
    onSettled: (_answer, error) => {
      if (error instanceof ApiFailure && error.status !== 0) void refresh(refused);
    },
  });
}

/** Deletes; whether the server answers 204. */
export async function remove<R extends RouteName>(route: R, options: CallOptions<R>): Promise<boolean> {
  return (await request(route, ...([options] as unknown as OptionsOf<R>))).status === 204;
}
