/** Messages about the connection with Garmin. Importable by the browser. */
import { z } from "zod";
import { Id, Instant } from "../../platform/http/schemas.ts";

export const ActivityStatus = z.enum(["waiting", "imported", "ignored", "failed"]);
export type ActivityStatus = z.infer<typeof ActivityStatus>;

export const GarminConnection = z
  .strictObject({
    garmin_connected: z.boolean(),
    provider: z
      .enum(["garmin", "embedded"])
      .nullable()
      .meta({ description: "`embedded` is a simulated account; null: this server connects none" }),
    connected_at: Instant.nullable(),
    permissions: z.array(z.string()).meta({ description: "As Garmin names them: ACTIVITY_EXPORT …" }),
    activities: z.array(
      z.strictObject({
        summary_id: z.string(),
        name: z.string().nullable(),
        status: ActivityStatus,
        reason: z.string().nullable().meta({ description: "Why it became no track" }),
        track: Id.nullable(),
        received_at: Instant,
      }),
    ),
  })
  .meta({ id: "GarminConnection" });
export type GarminConnection = z.infer<typeof GarminConnection>;

/** What the browser brings from Garmin's consent page. */
export const CallbackQuery = z.object({
  code: z.string().max(2000).optional(),
  state: z.string().max(200).default(""),
  error: z.string().max(200).optional(),
});

export const WebhookParams = z.object({ secret: z.string().min(1).max(200) });

const GarminId = z.coerce.string().min(1).max(200);
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .transform((all) => valid(item, all))
    .optional();

/** Garmin adds fields and kinds of its own; an entry that is not understood does not keep the others out. */
function valid<T extends z.ZodType>(item: T, all: unknown[]): z.output<T>[] {
  return all.flatMap((one) => {
    const result = item.safeParse(one);
    return result.success ? [result.data] : [];
  });
}

const ActivityFile = z.object({
  userId: GarminId,
  summaryId: GarminId,
  activityId: GarminId.nullish(),
  activityName: z.string().max(200).nullish(),
  activityType: z.string().max(100).nullish(),
  fileType: z.string().max(20),
  callbackURL: z.string().max(2000),
});
export type ActivityFile = z.infer<typeof ActivityFile>;

export const Notification = z.object({
  activityFiles: listOf(ActivityFile),
  deregistrations: listOf(z.object({ userId: GarminId })),
  userPermissionsChange: listOf(z.object({ userId: GarminId, permissions: z.array(z.string().max(100)).max(50) })),
});
export type Notification = z.infer<typeof Notification>;
