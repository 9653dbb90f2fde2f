import { type AccessRow, type AccessRows, onlyTo, withSession } from "../../../test/access.ts";
import type { Maker } from "../../../test/world.ts";
import type { TARGET_ROUTES } from "./contract.ts";
import { insertTarget } from "./queries.ts";

const WINDS = [
  { tws_kn: 8, twa_deg: [45, 90, 150], speed_kn: [5, 6, 5] },
  { tws_kn: 12, twa_deg: [45, 90, 150], speed_kn: [6, 8, 7] },
];

/** A polar of the owner's. */
const target: Maker = async (world) => {
  const { id } = await insertTarget(world.at.context.db, {
    user_id: world.owner.session.user.id,
    boat_class: "Laser",
    name: "Class rules",
    over_ground: false,
    in_use: true,
    format: "qtvlm",
    damage: "[]",
    winds: JSON.stringify(WINDS),
  });
  return id;
};

export const TARGET_THINGS = { target } satisfies Record<string, Maker>;

const own = (status: number, parts: object = {}): AccessRow => ({
  request: async (world) => ({ params: { id: await world.the("target") }, ...parts }),
  statuses: onlyTo(["owner"], status),
});

export const TARGET_ACCESS: AccessRows<typeof TARGET_ROUTES> = {
  "GET /targets/": { statuses: withSession(200) },
  "POST /targets/": {
    request: () => ({
      json: { boat_class: "Laser", name: "Own", file: "twa/tws;8;12\n45;5;6\n90;6;8\n150;5;7\n" },
    }),
    statuses: withSession(201),
  },
  "PATCH /targets/{id}/": own(200, { json: { name: "Tuning guide" } }),
  "DELETE /targets/{id}/": own(204),
};
