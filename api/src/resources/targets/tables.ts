import type { PolarFileFormat, TargetWind } from "@leebow/core";
import type { Generated } from "kysely";
import type { CreatedAt, Json } from "../../platform/db/columns.ts";

/** Polars of files that a user keeps for his classes. */
export interface TargetsTable {
  id: Generated<number>;
  user_id: number;
  boat_class: string;
  name: string;
  /** Whether its speeds are over the ground, not through the water. */
  over_ground: boolean;
  /** Whether it is what the sessions of its class are compared with. */
  in_use: boolean;
  format: PolarFileFormat;
  /** What of the file was not used, as sentences. */
  damage: Json<string[]>;
  winds: Json<TargetWind[]>;
  created_at: CreatedAt;
}

declare module "../../platform/db/schema.ts" {
  interface Database {
    targets: TargetsTable;
  }
}
