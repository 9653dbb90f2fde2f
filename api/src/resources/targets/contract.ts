/** Calls on target polars. Importable by the browser. */
import { route } from "../../platform/http/route.ts";
import { LIMITS } from "../../platform/limits.ts";
import { ChangeTarget, CreateTarget, Target, TargetList, TargetParams } from "./schema.ts";

const TARGETS = { tag: "Targets", access: "signed_in" } as const;

export const TARGET_ROUTES = {
  "GET /targets/": route({
    ...TARGETS,
    operationId: "listTargets",
    summary: "The caller's target polars, by class and name",
    answers: { 200: TargetList },
  }),
  "POST /targets/": route({
    ...TARGETS,
    operationId: "createTarget",
    summary: "Keep a polar file for a class",
    description:
      "From then on the caller's sessions of the class are compared with it. 409 with more than " +
      `${LIMITS.targets_per_user} polars.`,
    body: CreateTarget,
    body_bytes: LIMITS.target_body_bytes,
    answers: { 201: Target },
    errors: [409],
  }),
  "PATCH /targets/{id}/": route({
    ...TARGETS,
    operationId: "changeTarget",
    summary: "Rename a polar, or compare sessions with it or not",
    params: TargetParams,
    body: ChangeTarget,
    answers: { 200: Target },
  }),
  "DELETE /targets/{id}/": route({
    ...TARGETS,
    operationId: "deleteTarget",
    summary: "Delete a polar",
    params: TargetParams,
    answers: { 204: null },
  }),
} as const;
