import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { useTarget } from "../queries/targets";
import type { ReplayData } from "../session/replay-model";
import { type ReplayTarget, replayTarget } from "../session/replay-target";
import { windByHand } from "../stores/local-targets";

/** Null without a target, undefined while it is not known. */
export function useReplayTarget(data: ReplayData | undefined): ReplayTarget | null | undefined {
  const target = useTarget(data?.report.boat_class);
  const by_hand = useSnapshot(windByHand).tws_kn[data?.report.sha256 ?? ""] ?? null;
  return useMemo(() => {
    if (target === undefined || data === undefined) return undefined;
    return target && replayTarget(data, target, by_hand);
  }, [data, target, by_hand]);
}
