/** Calls about wind files and wind reports. */
import type { RequestTo, Track, WindFile } from "@leebow/api/contract";
import { call, request } from "./client";

export const fetchWindFiles = (cursor: string | null, signal?: AbortSignal) =>
  call("GET /windfiles/", { query: { cursor: cursor ?? undefined }, signal });

export const fetchWindFile = (id: number, signal?: AbortSignal): Promise<WindFile> =>
  call("GET /windfiles/{id}/", { params: { id }, signal });

/** The wind of a whole file over time. */
export const fetchWindCurve = (id: number, signal?: AbortSignal) =>
  call("GET /windfiles/{id}/curve/", { params: { id }, signal });

/** The track with its new state: its wind is being computed again. */
export const attachWindFile = (id: number, track_id: number): Promise<Track> =>
  call("POST /windfiles/{id}/attach/", { params: { id }, body: { track_id } });

export const detachWindFile = (id: number, track_id: number): Promise<Track> =>
  call("POST /windfiles/{id}/detach/", { params: { id }, body: { track_id } });

/** True when the server answers 204. */
export const deleteWindFile = async (id: number): Promise<boolean> =>
  (await request("DELETE /windfiles/{id}/", { params: { id } })).status === 204;

export type NewWindReport = NonNullable<RequestTo<"POST /windreports/">["body"]>;

export const createWindReport = (report: NewWindReport) => call("POST /windreports/", { body: report });

export const fetchWindReport = (id: number, signal?: AbortSignal) =>
  call("GET /windreports/{id}/", { params: { id }, signal });

/** The reports of a wind file, oldest first, without their curves. */
export const fetchReportsOfFile = (id: number, signal?: AbortSignal) =>
  call("GET /windfiles/{id}/reports/", { params: { id }, signal });

/** True when the server answers 204. */
export const deleteWindReport = async (id: number): Promise<boolean> =>
  (await request("DELETE /windreports/{id}/", { params: { id } })).status === 204;
