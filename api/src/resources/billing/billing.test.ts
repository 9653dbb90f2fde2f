import { sql } from "kysely";
import { expect, it } from "vitest";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { EMBEDDED_PROVIDERS } from "../../app/providers.ts";
import type { Db } from "../../platform/db/open.ts";
import { LIMITS } from "../../platform/limits.ts";
import { grantFeatures } from "../account/features.ts";
import { EMBEDDED_PRICES, embeddedBilling } from "../demo/embedded-billing.ts";
import { renewAll } from "./jobs.ts";
import { endEmbeddedSubscriptions } from "./subscriptions.ts";

onEveryDatabase("a plan of the embedded provider", (at) => {
  const begin = async (person: Person, price_id = "embedded_coach") =>
    (await person.call("GET", `/api/billing/init-checkout/?price_id=${price_id}`)).body as { id: string; url: string };
  const path = (url: string) => url.replace("http://leebow.test", "");
  const result = async (person: Person, id: string) =>
    (await person.call("GET", `/api/billing/checkout-result/?checkout_session_id=${id}`)).body;
  const subs = async (person: Person) => (await person.call("GET", "/api/billing/subs/")).body;
  const features = async (person: Person) => (await person.call("GET", "/api/users/me/")).body.enabled_features;
  const buy = async (person: Person, price_id?: string) => {
    const { id, url } = await begin(person, price_id);
    expect((await at().call("POST", `${path(url)}pay/`)).status).toBe(303);
    return id;
  };
  /** Lets the periods of all subscriptions end, and does what is done each hour. */
  const endPeriods = async () => {
    const { db } = at().context;
    for (const [table, column] of [
      ["subscriptions", "next_billing_date"],
      ["embedded_subscriptions", "period_end"],
    ] as const) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - interval '1 minute'`.execute(db);
    }
    await renewAll(at().context);
  };

  it("is one of the list, which begins with the free plan for viewing", async () => {
    const { status, body } = await (await at().signUp()).call("GET", "/api/billing/prices/");
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({ amount: 0, product: { name: "Sailor", features: ["View tracks"] } });
    expect(body.at(-1)).toEqual({
      id: "embedded_coach",
      amount: 2500,
      currency: "usd",
      recurring: { interval: "month" },
      product: { name: "Coach", features: ["Athlete Tools", "Auto Segmentation", "Coach Tools"] },
    });
  });

  it("is bought on a page without script, and grants its features", async () => {
    const ada = await at().signUp();
    const { id, url } = await begin(ada);
    expect(await result(ada, id)).toEqual({ status: "wait", price_id: "embedded_coach" });
    const page = await at().call("GET", path(url));
    const html = Buffer.from(page.bytes).toString();
    expect(html).toContain("$25.00 <span>a month</span>");
    for (const feature of ["Athlete Tools", "Auto Segmentation", "Coach Tools"]) expect(html).toContain(feature);
    expect(html).toContain("This server takes no money");
    expect(html.replaceAll("http://leebow.test/", "/")).not.toMatch(/<script|https?:/);
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    const action = /action="([^"]*pay\/)"/.exec(html)![1]!;
    const paid = await at().call("POST", action, { headers: { "content-type": "application/x-www-form-urlencoded" } });
    expect([paid.status, paid.headers.get("location")]).toEqual([
      303,
      `http://leebow.test/account/plan?checkout_session_id=${id}`,
    ]);
    expect(await result(ada, id)).toEqual({ status: "success", price_id: "embedded_coach" });
    expect(await features(ada)).toEqual(["athlete", "auto_segmentation", "coach_tools"]);
    const [subscription] = await subs(ada);
    expect(subscription).toMatchObject({
      price: { id: "embedded_coach", name: "Coach" },
      status: "active",
      cancel_at_period_end: false,
    });
    const days = (new Date(subscription.next_billing_date).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
  });

  it("is not bought by declining, and its page works once", async () => {
    const ada = await at().signUp();
    const { id, url } = await begin(ada);
    expect((await at().call("POST", `${path(url)}decline/`)).status).toBe(303);
    expect(await result(ada, id)).toEqual({ status: "fail", price_id: "embedded_coach" });
    for (const [method, end] of [
      ["POST", "pay/"],
      ["POST", "decline/"],
      ["GET", ""],
    ] as const) {
      expect((await at().call(method, `${path(url)}${end}`)).status).toBe(410);
    }
    expect(await subs(ada)).toEqual([]);
    expect(await features(ada)).toEqual(["athlete", "auto_segmentation"]);
  });

  it("is bought once by a button that is pressed several times at once", async () => {
    const ada = await at().signUp();
    const { url } = await begin(ada);
    const answers = await Promise.all([0, 1, 2, 3].map(() => at().call("POST", `${path(url)}pay/`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
    expect(await subs(ada)).toHaveLength(1);
  });

  it("cannot be paid when the checkout has expired", async () => {
    const ada = await at().signUp();
    const { id, url } = await begin(ada);
    for (const table of ["embedded_checkouts", "checkout_sessions"]) {
      await sql`update ${sql.table(table)} set expires_at = now() where id = ${id}`.execute(at().context.db);
    }
    expect((await at().call("POST", `${path(url)}pay/`)).status).toBe(410);
    expect(await result(ada, id)).toEqual({ status: "fail", price_id: "embedded_coach" });
  });

  it("runs to the end of its period when it is cancelled, and takes exactly its features with it", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    await grantFeatures(at().context.db, ben.session.user.id, ["coach_tools"]);
    for (const person of [ada, ben]) await buy(person);
    for (const person of [ada, ben]) {
      const cancelled = await person.call("POST", "/api/billing/cancel/");
      expect([cancelled.status, cancelled.body]).toEqual([200, { detail: "Subscription cancelled." }]);
      expect(await subs(person)).toMatchObject([{ status: "active", cancel_at_period_end: true }]);
      expect(await features(person)).toContain("coach_tools");
    }
    await endPeriods();
    for (const person of [ada, ben]) expect(await subs(person)).toEqual([]);
    expect(await features(ada)).toEqual(["athlete", "auto_segmentation"]);
    // Granted by an administrator.
    expect(await features(ben)).toEqual(["athlete", "auto_segmentation", "coach_tools"]);
    expect((await ada.call("POST", "/api/billing/cancel/")).body).toEqual({
      detail: "You have no subscription to cancel.",
      code: "no_subscription",
    });
  });

  it("is renewed at the end of its period otherwise", async () => {
    const ada = await at().signUp();
    await buy(ada);
    await endPeriods();
    const [subscription] = await subs(ada);
    expect(new Date(subscription.next_billing_date).getTime()).toBeGreaterThan(Date.now());
    expect(await features(ada)).toContain("coach_tools");
  });

  it("is changed for another by buying that one", async () => {
    const ada = await at().signUp();
    await buy(ada);
    expect((await ada.call("GET", "/api/billing/init-checkout/?price_id=embedded_coach")).body).toEqual({
      detail: "This is your current plan.",
      code: "current_plan",
    });
    await buy(ada, "embedded_athlete");
    expect(await subs(ada)).toMatchObject([{ price: { name: "Athlete" }, status: "active" }]);
    expect(await features(ada)).toEqual(["athlete", "auto_segmentation"]);
  });

  it.each([
    ["", "Choose a plan."],
    ["?price_id=", "Choose a plan."],
    ["?price_id=sailor", "The Sailor plan is free: cancel your subscription to return to it."],
    ["?price_id=price_of_another", "This plan is not offered. Choose one of the list."],
  ])("is not begun with %j", async (query, text) => {
    const ada = await at().signUp();
    const { status, body } = await ada.call("GET", `/api/billing/init-checkout/${query}`);
    expect([status, body]).toEqual([400, { price_id: [text] }]);
  });

  it("has a checkout that others cannot see the result of, and of which one user begins so many an hour", async () => {
    const [ada, ben] = [await at().signUp(), await at().signUp("Ben")];
    const { id } = await begin(ada);
    const others = await ben.call("GET", `/api/billing/checkout-result/?checkout_session_id=${id}`);
    const absent = await ben.call("GET", "/api/billing/checkout-result/?checkout_session_id=none");
    expect([others.status, others.body]).toEqual([absent.status, absent.body]);
    expect(others.status).toBe(404);
    for (let i = 1; i < LIMITS.checkouts_per_hour; i++) await begin(ada);
    expect((await ada.call("GET", "/api/billing/init-checkout/?price_id=embedded_coach")).status).toBe(429);
  });
});

onEveryDatabase(
  "a server with few features for everybody",
  (at) => {
    it("gives a new account those, and the plan's more; the switch of a feature stays where it was", async () => {
      const ada = await at().signUp();
      const me = async () => (await ada.call("GET", "/api/users/me/")).body;
      expect(await me()).toMatchObject({ enabled_features: ["athlete"], auto_segmentation_enabled: false });
      await grantFeatures(at().context.db, ada.session.user.id, ["auto_segmentation"]);
      expect(await me()).toMatchObject({
        enabled_features: ["athlete", "auto_segmentation"],
        auto_segmentation_enabled: true,
      });
    });

    it("sells nothing when billing is off, and says so; no checkout of the embedded provider can be paid", async () => {
      const ada = await at().signUp();
      expect((await ada.call("GET", "/api/billing/prices/")).body).toMatchObject([{ product: { name: "Sailor" } }]);
      expect((await ada.call("GET", "/api/config/")).body).toMatchObject({ billing: "off" });
      const begun = await ada.call("GET", "/api/billing/init-checkout/?price_id=embedded_coach");
      expect(begun.status).toBe(400);
      const { db, config } = at().context;
      const price = EMBEDDED_PRICES[1]!;
      const left = await embeddedBilling(db, config.public_url).startCheckout(
        { user_id: ada.session.user.id, email: "ada@sail.example", customer_id: null },
        price,
      );
      expect((await at().call("GET", `/api/billing/checkout/${left.id}/`)).status).toBe(404);
      expect((await at().call("POST", `/api/billing/checkout/${left.id}/pay/`)).status).toBe(404);
    });

    it("ends at its start what a demonstration in the same database gave; an administrator's grants stay", async () => {
      const ada = await at().signUp();
      const user_id = ada.session.user.id;
      const { db } = at().context;
      await insertEmbeddedCoach(db, user_id);
      await grantFeatures(db, user_id, ["auto_segmentation"]);
      const features = async () => (await ada.call("GET", "/api/users/me/")).body.enabled_features;
      expect(await features()).toEqual(["athlete", "auto_segmentation", "coach_tools"]);
      await endEmbeddedSubscriptions(db);
      expect(await features()).toEqual(["athlete", "auto_segmentation"]);
      expect((await ada.call("GET", "/api/billing/subs/")).body).toEqual([]);
    });
  },
  { providers: { ...EMBEDDED_PROVIDERS, default_features: ["athlete"], billing: "off" } },
);

/** A subscription that the embedded provider sold. */
async function insertEmbeddedCoach(db: Db, user_id: number): Promise<void> {
  await db
    .insertInto("subscriptions")
    .values({
      user_id,
      provider: "embedded",
      provider_id: `sub_${user_id}`,
      price_id: "embedded_coach",
      price_name: "Coach",
      features: JSON.stringify(["coach_tools"]),
      status: "active",
      next_billing_date: null,
      cancel_at_period_end: false,
      started_at: new Date(),
    })
    .execute();
}
