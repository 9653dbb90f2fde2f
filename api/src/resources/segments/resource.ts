import { defineResource } from "../../platform/ops/resource.ts";
import { SEGMENT_ROUTES } from "./contract.ts";
import { SEGMENT_HANDLERS } from "./handlers.ts";
import { sweepRetiredSegments } from "./queries.ts";

export const SEGMENTS = defineResource({
  name: "segments",
  routes: SEGMENT_ROUTES,
  handlers: SEGMENT_HANDLERS,
  ids: { segments: "segment", "user-tags": "tag" },
  sweep: ({ db }) => sweepRetiredSegments(db),
});
