/** What the server tells its open pages. Importable by the browser. */
import { z } from "zod";
import { Id, ProcessingStatus } from "../http/schemas.ts";

const status = ProcessingStatus.nullable().meta({ description: "Null when it was deleted" });

const TrackChanged = z.strictObject({
  type: z.literal("track"),
  user_id: Id.meta({ description: "Owner" }),
  track_id: Id,
  processing_status: status,
});

const RaceChanged = z.strictObject({
  type: z.literal("race"),
  race_id: Id,
  processing_status: status,
});

const WindFileChanged = z.strictObject({
  type: z.literal("wind_file"),
  user_id: Id.meta({ description: "Owner" }),
  wind_file_id: Id,
  processing_status: status,
});

const ReportChanged = z.strictObject({
  type: z.literal("report"),
  user_id: Id.meta({ description: "Owner" }),
  report_id: Id,
});

const AccountChanged = z
  .strictObject({ type: z.literal("account"), user_id: Id })
  .meta({ description: "The user's account changed, or one of the sessions ended" });

const RelationsChanged = z
  .strictObject({ type: z.literal("relations"), user_id: Id })
  .meta({ description: "The user's membership in a team changed" });

/** About the stream itself: it begins; events may have been missed; the session has ended. */
const StreamState = z.strictObject({ type: z.enum(["ready", "gap", "end"]) });

/** An event as its recipients get it. */
export const ServerEvent = z
  .discriminatedUnion("type", [
    TrackChanged,
    RaceChanged,
    WindFileChanged,
    ReportChanged,
    AccountChanged,
    RelationsChanged,
    StreamState,
  ])
  .meta({ id: "ServerEvent" });
export type ServerEvent = z.infer<typeof ServerEvent>;

/** An event as it is published: of a race, with the users who see it. */
export const PublishedEvent = z.discriminatedUnion("type", [
  TrackChanged,
  RaceChanged.extend({ user_ids: z.array(Id) }),
  WindFileChanged,
  ReportChanged,
  AccountChanged,
  RelationsChanged,
]);
export type PublishedEvent = z.infer<typeof PublishedEvent>;
