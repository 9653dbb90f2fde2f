import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

type Changes = Readonly<Record<string, string | null>>;

/** The query of an address with these values; null removes one. */
export function withValues(search: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}

/** The query of the address, and a function that changes values of it in the same entry of the history. */
export function useAddress(): [URLSearchParams, (changes: Changes) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Changes) =>
      setSearch((before) => withValues(before, changes), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  return [search, change];
}
