/** Calls on the connection with Garmin. */
import type { GarminConnection } from "@leebow/api/contract";
import { call } from "./client";

export const fetchGarmin = (signal?: AbortSignal): Promise<GarminConnection> => call("GET /garmin/", { signal });

/** The address at which the user allows the connection. */
export const authorizeGarmin = (): Promise<string> => call("GET /garmin/authorize/");

export const disconnectGarmin = () => call("DELETE /garmin/");
