/** Calls about target polars. */
import type { RequestTo, Target } from "@leebow/api/contract";
import { call } from "./client";

export const fetchTargets = async (signal?: AbortSignal): Promise<Target[]> =>
  (await call("GET /targets/", { signal })).results;

export const createTarget = (body: RequestTo<"POST /targets/">["body"]): Promise<Target> =>
  call("POST /targets/", { body });

export const changeTarget = (id: number, body: RequestTo<"PATCH /targets/{id}/">["body"]): Promise<Target> =>
  call("PATCH /targets/{id}/", { params: { id }, body });

export const deleteTarget = (id: number): Promise<void> => call("DELETE /targets/{id}/", { params: { id } });
