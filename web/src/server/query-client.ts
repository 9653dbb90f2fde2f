import { QueryCache, QueryClient } from "@tanstack/react-query";
import { showFailure } from "./client";

/** How the screens fetch, cache and refetch what the server stores. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // Without data the page shows the failure itself. `meta.silent`: the query's component handles failures.
      onError: (error, { state, meta }) => state.data !== undefined && !meta?.silent && showFailure(error),
    }),
    defaultOptions: {
      // A server on the same machine is reachable without a network.
      queries: { retry: false, networkMode: "always", refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { networkMode: "always", onError: showFailure },
    },
  });
}

export const queryClient = createQueryClient();
