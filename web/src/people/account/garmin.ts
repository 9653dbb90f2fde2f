/** The connection with Garmin, and the activities that came from there. */
import type { GarminConnection } from "@leebow/api/contract";
import { call } from "../../server/client";
import { pollOptions } from "../../server/polling";
import { useSend } from "../../server/read";
import { refreshProfile } from "./profile";

const GARMIN = ["garmin"] as const;

/** Whether an activity is still being fetched from Garmin. */
const isFetching = ({ activities }: GarminConnection): boolean => activities.some(({ status }) => status === "waiting");

export const garminOptions = () =>
  pollOptions({
    queryKey: GARMIN,
    fetch: (signal): Promise<GarminConnection> => call("GET /garmin/", { signal }),
    isUnfinished: isFetching,
  });

/** Leaves for the page on which the user allows the connection. */
export const useConnectGarmin = () =>
  useSend("GET /garmin/authorize/", () => ({}), { holds: (_, url) => location.assign(url) });

export const useDisconnectGarmin = () =>
  useSend("DELETE /garmin/", () => ({}), { holds: (client) => refreshProfile(client), touches: [GARMIN] });
