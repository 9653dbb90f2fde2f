/**
 * By which this browser is known to the server at the next login to an account, so that wrong guesses of others do not delay
 * it. They open nothing, and stay after logging out.
 */
import { LIMITS } from "@leebow/api/contract";

const KEY = "leebow.devices";

/** The newest first, one of each account that was used on this browser. */
export function knownDevices(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((token) => typeof token === "string").slice(0, LIMITS.device_tokens);
  } catch {
    return [];
  }
}

export function keepDevice(token: string): void {
  const others = knownDevices().filter((other) => other !== token);
  try {
    localStorage.setItem(KEY, JSON.stringify([token, ...others].slice(0, LIMITS.device_tokens)));
  } catch {
    // Without localStorage the device is not known at its next login.
  }
}
