/** Calls about the corrections of a track by hand. */
import type { EarlierLogs, TrackCorrections } from "@leebow/api/contract";
import type { Correction, Why } from "@leebow/core";
import { call } from "./client";

export const fetchCorrections = (id: number, signal?: AbortSignal): Promise<TrackCorrections> =>
  call("GET /tracks/{id}/corrections/", { params: { id }, signal });

/** Fails with 412 when the stored list is no longer of this version. */
export const replaceCorrections = (
  id: number,
  corrections: readonly Correction[],
  version: string,
): Promise<TrackCorrections> =>
  call("PUT /tracks/{id}/corrections/", { params: { id }, body: { corrections: [...corrections] }, if_match: version });

/** The logs of its boat before this track, with what each is calibrated by. */
export const fetchEarlierLogs = (id: number, signal?: AbortSignal): Promise<EarlierLogs> =>
  call("GET /tracks/{id}/earlier-logs/", { params: { id }, signal });

export const calibrateEarlierLogs = (id: number, logs: EarlierLogs["logs"]): Promise<EarlierLogs> =>
  call("PUT /tracks/{id}/earlier-logs/", { params: { id }, body: { logs } });

/** Why a moment of a track is a maneuver or not. */
export const explainMoment = (id: number, time_ms: number): Promise<Why> =>
  call("GET /tracks/{id}/why/", { params: { id }, query: { time: new Date(time_ms).toISOString() } });
