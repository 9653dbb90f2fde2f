import { type FileAnalysis, type SessionOfTarget, sessionOfTarget } from "@leebow/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSnapshot } from "valtio";
import type { ReplayData } from "../../playback/rows";
import { failureSentence } from "../../server/failure";
import { type ReplayTarget, replayTarget } from "../../session/replay-target";
import { chartColumnsOptions } from "../straights/queries";
import { windByHand } from "./local-targets";
import { useTarget } from "./targets";

/** A report against the target of its class. */
export interface ReportTarget {
  /** Null without a target; undefined while it is not known. */
  compared: ReplayTarget | null | undefined;
  /** The session by the side of the wind; null without a target, and until it is known. */
  session: SessionOfTarget | null;
  /** Why it could not be read, a sentence. */
  failure: string | null;
  retry: () => void;
}

/** Of a file that is open. */
export function useLocalTarget(data: ReplayData): ReportTarget {
  const compared = useReplayTarget(data);
  const session = useSessionOfTarget(data, compared);
  return { compared, session, failure: null, retry: () => {} };
}

function useSessionOfTarget(
  data: ReplayData | undefined,
  compared: ReplayTarget | null | undefined,
): SessionOfTarget | null {
  return useMemo(() => {
    if (!data || !compared) return null;
    const { name, winds, over_ground } = compared.target;
    return sessionOfTarget(data.report, data.columns, { name, winds, over_ground }, compared.tws_kn);
  }, [data, compared]);
}

/** Of a track on the server, whose columns are read where there is a target. */
export function useStoredTarget(track_id: number, report: FileAnalysis): ReportTarget {
  const target = useTarget(report.boat_class);
  const { data, error, refetch } = useQuery({ ...chartColumnsOptions(track_id), enabled: Boolean(target) });
  const read = useMemo(() => (data ? { report, columns: data } : undefined), [report, data]);
  const compared = useReplayTarget(read);
  const session = useSessionOfTarget(read, compared);
  return {
    compared: target === null ? null : compared,
    session: target === null ? null : session,
    failure: target && error ? failureSentence(error) : null,
    retry: () => void refetch(),
  };
}

/** Null without a target, undefined while it is not known. */
export function useReplayTarget(data: ReplayData | undefined): ReplayTarget | null | undefined {
  const target = useTarget(data?.report.boat_class);
  const by_hand = useSnapshot(windByHand).tws_kn[data?.report.sha256 ?? ""] ?? null;
  return useMemo(() => {
    if (target === undefined || data === undefined) return undefined;
    return target && replayTarget(data, target, by_hand);
  }, [data, target, by_hand]);
}
