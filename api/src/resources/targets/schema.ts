/** Messages about target polars. Importable by the browser. */
import { z } from "zod";
import { boatClassText, Id, Instant, idText, ONE_LINE } from "../../platform/http/schemas.ts";
import { LIMITS } from "../../platform/limits.ts";

export const TargetParams = z.object({ id: idText() });

const Name = z
  .string("Name the polar.")
  .trim()
  .min(1, "Name the polar.")
  .max(LIMITS.target_name_chars, `Use ${LIMITS.target_name_chars} characters at most.`)
  .regex(ONE_LINE, "Write the name on one line.");

export const CreateTarget = z.strictObject({
  boat_class: boatClassText("Choose a boat class."),
  name: Name,
  over_ground: z
    .boolean()
    .default(false)
    .meta({ description: "Its speeds are over the ground, not through the water" }),
  file: z
    .string("Choose a file.")
    .min(1, "The file is empty.")
    .max(LIMITS.target_file_chars, "The file is too large for a polar.")
    .meta({ description: "Text of a polar file: Expedition, ORC, OpenCPN, qtVlm (docs/formats.md)" }),
});

export const ChangeTarget = z.strictObject({
  name: Name.optional(),
  in_use: z
    .boolean()
    .optional()
    .meta({ description: "The sessions of its class are compared with it; one of a class is" }),
});

export const Target = z
  .strictObject({
    id: Id,
    boat_class: z.string(),
    name: z.string(),
    over_ground: z.boolean(),
    in_use: z.boolean(),
    format: z.enum(["expedition", "orc", "opencpn", "qtvlm", "csv"]),
    damage: z.array(z.string()).meta({ description: "What of the file is not used, as sentences" }),
    winds: z
      .array(
        z.strictObject({
          tws_kn: z.number(),
          twa_deg: z.array(z.number()).meta({ description: "Rising" }),
          speed_kn: z.array(z.number()),
        }),
      )
      .meta({ description: "By wind speed" }),
    created: Instant,
  })
  .meta({ id: "Target" });
export type Target = z.infer<typeof Target>;

export const TargetList = z.strictObject({ results: z.array(Target) }).meta({ id: "TargetList" });
