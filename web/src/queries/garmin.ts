/** The connection with Garmin, and the activities that came from there. */
import type { GarminConnection } from "@leebow/api/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { authorizeGarmin, disconnectGarmin, fetchGarmin } from "../api/garmin";
import { pollOptions } from "./polling";
import { refreshProfile } from "./profile";

const GARMIN = ["garmin"] as const;

/** Whether an activity is still being fetched from Garmin. */
const isFetching = ({ activities }: GarminConnection): boolean => activities.some(({ status }) => status === "waiting");

export const garminOptions = () => pollOptions({ queryKey: GARMIN, fetch: fetchGarmin, isUnfinished: isFetching });

/** Leaves for the page on which the user allows the connection. */
export function useConnectGarmin() {
  return useMutation({ mutationFn: authorizeGarmin, onSuccess: (url) => location.assign(url) });
}

export function useDisconnectGarmin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: disconnectGarmin,
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: GARMIN }), refreshProfile(client)]);
    },
  });
}
