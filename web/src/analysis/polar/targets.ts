/** Target polars: those of the account, or of this browser without one. */
import type { Target } from "@leebow/api/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { call, showFailure } from "../../server/client";
import { notify } from "../../server/notices";
import { useUser } from "../../server/session";
import { deleteLocalTarget, keepLocalTarget, localTargets, putLocalTarget } from "./local-targets";

const KEY = ["targets"] as const;

const targetListOptions = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }): Promise<Target[]> => (await call("GET /targets/", { signal })).results,
  // A track is shown without a target rather than late.
  retry: false,
  meta: { silent: true },
});

/** All of them; undefined while they are not known. A failure counts as none: a track is shown without. */
function useTargetList(): readonly Target[] | undefined {
  const user = useUser();
  const { list } = useSnapshot(localTargets);
  const stored = useQuery({ ...targetListOptions, enabled: user !== null });
  if (user === null) return list as readonly Target[];
  return stored.data ?? (stored.isError ? [] : undefined);
}

/** Those of a class, by name. */
export function useTargetsOf(boat_class: string | null): readonly Target[] | undefined {
  const list = useTargetList();
  return useMemo(
    () =>
      list
        ?.filter((one) => one.boat_class === boat_class)
        .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
    [list, boat_class],
  );
}

/** Those that are in use, one of a class. */
export function useTargetsInUse(): readonly Target[] | undefined {
  const list = useTargetList();
  return useMemo(() => list?.filter(({ in_use }) => in_use), [list]);
}

/** What the sessions of a class are compared with; null for nothing, undefined while it is not known. */
export function useTarget(boat_class: string | null | undefined): Target | null | undefined {
  const list = useTargetList();
  return useMemo(
    () => list && (list.find((one) => one.in_use && one.boat_class === boat_class) ?? null),
    [list, boat_class],
  );
}

const targetText = ({ name, boat_class }: Pick<Target, "name" | "boat_class">) =>
  `${name} is the target of the class ${boat_class}.`;

interface TargetChanges {
  /** Keeps a file for its class; the form shows failures. */
  keep: (file: Pick<Target, "boat_class" | "name" | "over_ground"> & { file: string }) => Promise<void>;
  /** Takes a kept one in use in place of another one of its class. */
  use: (target: Pick<Target, "id" | "boat_class" | "name">) => Promise<void>;
  /** Takes it off; a notice offers to take it back. */
  takeOff: (target: Pick<Target, "id" | "boat_class" | "name">) => Promise<void>;
  /** Deletes it for good. */
  remove: (target: Pick<Target, "id" | "name">) => Promise<void>;
}

export function useTargetChanges(): TargetChanges {
  const user = useUser();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: KEY }), client.invalidateQueries({ queryKey: ["reports"] })]);
  const changed = async (change: () => unknown) => {
    try {
      await change();
      await refresh();
      return true;
    } catch (cause) {
      showFailure(cause);
      return false;
    }
  };
  const put = ({ id, boat_class }: Pick<Target, "id" | "boat_class">, in_use: boolean) =>
    changed(() =>
      user
        ? call("PATCH /targets/{id}/", { params: { id }, body: { in_use } })
        : putLocalTarget({ id, boat_class }, in_use),
    );
  return {
    keep: async (file) => {
      const target = user ? await call("POST /targets/", { body: file }) : keepLocalTarget(file);
      await refresh();
      notify.success(targetText(target), {
        label: "Undo",
        run: () => void put(target, false),
      });
    },
    use: async (target) => {
      if (await put(target, true)) notify.success(targetText(target));
    },
    takeOff: async (target) => {
      if (!(await put(target, false))) return;
      notify.success(`${target.name} is taken off.`, { label: "Undo", run: () => void put(target, true) });
    },
    remove: async ({ id, name }) => {
      if (await changed(() => (user ? call("DELETE /targets/{id}/", { params: { id } }) : deleteLocalTarget(id))))
        notify.success(`${name} is deleted.`);
    },
  };
}
