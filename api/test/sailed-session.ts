import { writeSession } from "@leebow/core/node";

/** A simulated session of a Laser, as GPX or another format; the spec has what differs. */
export const sailedSession = (spec: object, format = "gpx"): Uint8Array =>
  writeSession({ class: "Laser", minutes: 60, rate_hz: 1, ...spec }, format);
