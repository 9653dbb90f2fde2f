/**
 * By which this browser is known to the server at the next login to an account, so that wrong guesses of others do not delay
 * it. They open nothing, and stay after logging out.
 */
import { LIMITS } from "@leebow/api/contract";
import { readStored, textsOf, writeStored } from "./stored";

const KEY = "leebow.devices";

/** The newest first, one of each account that was used on this browser. */
export const knownDevices = (): string[] => textsOf(readStored(KEY)).slice(0, LIMITS.device_tokens);

export function keepDevice(token: string): void {
  const others = knownDevices().filter((other) => other !== token);
  writeStored(KEY, [token, ...others].slice(0, LIMITS.device_tokens));
}
