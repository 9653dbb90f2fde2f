import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiFailure, failureSentence } from "../../api/failure";
import type { RaceAddress } from "../../api/race-replay";
import { isExhausted, POLLS_EXHAUSTED } from "../../queries/polling";
import { isRaceUnfinished, raceInfoOptions, raceReplayOptions } from "../../queries/race-replay";

/** A race, polled until its wind is estimated, and its boats, which are loaded at once. */
export function useStoredRace(address: RaceAddress) {
  const client = useQueryClient();
  const info = useQuery(raceInfoOptions(client, address));
  const race = info.data?.value;
  const replay = useQuery({ ...raceReplayOptions(client, address), enabled: race !== undefined });
  const error = info.error ?? (replay.data ? null : replay.error);
  const isOver = !replay.data && isExhausted(info.data, isRaceUnfinished);
  return {
    race,
    replay: replay.data,
    failure: isOver ? POLLS_EXHAUSTED : error && failureSentence(error),
    /** The server knows no such race, or not for this viewer. */
    isAbsent: error instanceof ApiFailure && (error.status === 404 || error.status === 400),
    /** Of an administrator, for a race with private tracks. */
    isReasonRequired: error instanceof ApiFailure && error.status === 409,
    retry: () => void client.resetQueries({ queryKey: ["race-replay"], type: "active" }),
  };
}
