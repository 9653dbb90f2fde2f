import { randomUUID } from "node:crypto";
import { type AccessRows, onlyTo, toEveryone, withSession } from "../../../test/access.ts";
import type { World } from "../../../test/world.ts";
import type { BILLING_ROUTES } from "./contract.ts";

const PRICE = "embedded_coach";
const IN_A_DAY_MS = 86_400_000;

export const BILLING_THINGS = {
  /** A checkout of the owner's that is open. */
  checkout: async ({ at, owner }: World) => {
    const { db } = at.context;
    const row = { id: `checkout_${randomUUID()}`, user_id: owner.session.user.id, price_id: PRICE };
    const expires_at = new Date(Date.now() + IN_A_DAY_MS);
    await db
      .insertInto("embedded_checkouts")
      .values({ ...row, expires_at })
      .execute();
    await db
      .insertInto("checkout_sessions")
      .values({ ...row, provider: "embedded", expires_at })
      .execute();
    return row.id;
  },
  /** A subscription of the owner's. */
  subscription: async ({ at, owner }: World) => {
    const { db } = at.context;
    const [user_id, id] = [owner.session.user.id, `sub_${randomUUID()}`];
    const period_end = new Date(Date.now() + IN_A_DAY_MS);
    const common = { user_id, price_id: PRICE, started_at: new Date() };
    await db
      .insertInto("embedded_subscriptions")
      .values({ ...common, id, period_end })
      .execute();
    const copy = { provider: "embedded", provider_id: id, price_name: "Coach", features: "[]", status: "active" };
    const next = { next_billing_date: period_end, cancel_at_period_end: false };
    await db
      .insertInto("subscriptions")
      .values({ ...common, ...copy, ...next })
      .execute();
    return id;
  },
};

export const BILLING_ACCESS: AccessRows<typeof BILLING_ROUTES> = {
  "GET /billing/prices/": { statuses: withSession(200) },
  "GET /billing/subs/": { statuses: withSession(200) },
  "POST /billing/cancel/": [
    { statuses: withSession(409), about: "without a subscription" },
    {
      about: "of the owner",
      request: async (world) => {
        await world.the("subscription");
        return {};
      },
      statuses: withSession(409, { owner: 200 }),
    },
  ],
  "GET /billing/init-checkout/": { statuses: withSession(400) },
  "GET /billing/checkout-result/": {
    request: async (world) => ({ query: { checkout_session_id: String(await world.the("checkout")) } }),
    statuses: onlyTo(["owner"], 200),
  },
  // The embedded provider sends no events.
  "POST /billing/webhook/": { statuses: toEveryone(404) },
};
