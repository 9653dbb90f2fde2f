import { writeSession } from "@leebow/core/node";

/** A simulated session of a Laser as GPX; the spec has what differs. */
export const sailedSession = (spec: object): Uint8Array =>
  writeSession({ class: "Laser", minutes: 60, rate_hz: 1, ...spec }, "gpx");
