import Stripe from "stripe";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { type StripeObject, startStripeStub } from "../../../test/stripe-stub.ts";
import { onEveryDatabase, type Person } from "../../../test/test-server.ts";
import { until } from "../../../test/until.ts";
import { EMBEDDED_PROVIDERS } from "../../app/providers.ts";
import { LIMITS } from "../../platform/limits.ts";
import { renewAll } from "./jobs.ts";
import { syncSubscription } from "./subscriptions.ts";

// Some wait for jobs.
vi.setConfig({ testTimeout: 180_000 });
const stub = await startStripeStub();
const settings = { secret_key: "sk_test_1", webhook_secret: "whsec_test", api_url: stub.url };
const CURRENT_PERIOD_END_S = Math.floor(Date.now() / 1000) + 30 * 86_400;

const product = (name: string, features: string[]) => ({
  id: `prod_${name}`,
  object: "product",
  active: true,
  name,
  metadata: {},
  marketing_features: features.map((label) => ({ name: label })),
});
const price = (id: string, unit_amount: number, of: ReturnType<typeof product>) => ({
  id,
  object: "price",
  currency: "usd",
  unit_amount,
  recurring: { interval: "month" },
  product: of,
});
const COACH = price("price_coach", 2900, product("Coach", ["Athlete Tools", "Coach Tools", "A mug"]));
const ATHLETE = price("price_athlete", 900, { ...product("Athlete", []), metadata: { features: "athlete" } as object });
for (const one of [COACH, ATHLETE, price("price_old", 1, { ...product("Old", []), active: false })]) {
  stub.objects.set(`/v1/prices/${one.id}`, one);
}

onEveryDatabase(
  "a plan at Stripe",
  (at) => {
    afterAll(() => stub.close());
    beforeEach(() => {
      stub.fails_with = 0;
      stub.onRead = () => undefined;
    });

    const begin = async (person: Person, price_id = COACH.id) =>
      (await person.call("GET", `/api/billing/init-checkout/?price_id=${price_id}`)).body as {
        id: string;
        url: string;
      };
    const result = async (person: Person, id: string) =>
      (await person.call("GET", `/api/billing/checkout-result/?checkout_session_id=${id}`)).body.status;
    const subs = async (person: Person) => (await person.call("GET", "/api/billing/subs/")).body;
    const features = async (person: Person) => (await person.call("GET", "/api/users/me/")).body.enabled_features;

    let made = 0;
    /** What Stripe does when a card was charged for a checkout. */
    function pay(checkout: string, user_id: number, bought = COACH): StripeObject {
      const subscription: StripeObject = {
        id: `sub_${++made}`,
        object: "subscription",
        status: "active",
        customer: `cus_of_${user_id}`,
        metadata: { user_id: String(user_id) },
        cancel_at: null,
        cancel_at_period_end: false,
        created: Math.floor(Date.now() / 1000) + made,
        items: { data: [{ price: bought, current_period_end: CURRENT_PERIOD_END_S }] },
      };
      stub.objects.set(`/v1/subscriptions/${subscription.id}`, subscription);
      const session = stub.objects.get(`/v1/checkout/sessions/${checkout}`)!;
      Object.assign(session, { status: "complete", payment_status: "paid", subscription: subscription.id });
      return subscription;
    }
    /** A person who has bought a plan, and the subscription at Stripe. */
    async function subscriber(bought = COACH) {
      const person = await at().signUp();
      const { id } = await begin(person, bought.id);
      const subscription = pay(id, person.session.user.id, bought);
      expect(await result(person, id)).toBe("success");
      return { person, subscription };
    }

    let events = 0;
    const stripe = new Stripe(settings.secret_key);
    const event = (type: string, object: StripeObject, id = `evt_${++events}`) =>
      JSON.stringify({ id, object: "event", type, data: { object } });
    const send = (payload: string, header?: string) => {
      const signature =
        header ?? stripe.webhooks.generateTestHeaderString({ payload, secret: settings.webhook_secret });
      const headers = { "content-type": "application/json", "stripe-signature": signature };
      return at().fetch(
        new Request("http://leebow.test/api/billing/webhook/", { method: "POST", body: payload, headers }),
      );
    };

    it("has the prices and features of the active products, the cheapest first", async () => {
      const { body } = await (await at().signUp()).call("GET", "/api/billing/prices/");
      expect(body.map((one: { id: string }) => one.id)).toEqual(["sailor", "price_athlete", "price_coach"]);
      expect(body[2]).toEqual({
        id: "price_coach",
        amount: 2900,
        currency: "usd",
        recurring: { interval: "month" },
        product: { name: "Coach", features: ["Athlete Tools", "Coach Tools"] },
      });
    });

    it("is bought on Stripe's page, for the user who began it", async () => {
      const ada = await at().signUp();
      const { id, url } = await begin(ada);
      expect(url).toBe(`https://checkout.stripe.test/${id}`);
      const { form, authorization } = stub.requests.findLast(({ name }) => name === "POST /v1/checkout/sessions")!;
      expect(authorization).toBe("Bearer sk_test_1");
      expect(Object.fromEntries(form)).toMatchObject({
        mode: "subscription",
        client_reference_id: String(ada.session.user.id),
        "line_items[0][price]": "price_coach",
        success_url: "http://leebow.test/account/plan?checkout_session_id={CHECKOUT_SESSION_ID}",
      });
      expect(await result(ada, id)).toBe("wait");
      pay(id, ada.session.user.id);
      expect(await result(ada, id)).toBe("success");
      expect(await features(ada)).toEqual(["athlete", "auto_segmentation", "coach_tools"]);
      expect(await subs(ada)).toMatchObject([
        {
          price: { id: "price_coach", name: "Coach" },
          status: "active",
          next_billing_date: new Date(CURRENT_PERIOD_END_S * 1000).toISOString(),
        },
      ]);
    });

    it("is not bought in a checkout that expired, nor by a payment that failed at last", async () => {
      const ada = await at().signUp();
      const [one, two] = [await begin(ada), await begin(ada)];
      Object.assign(stub.objects.get(`/v1/checkout/sessions/${one.id}`)!, { status: "expired" });
      expect(await result(ada, one.id)).toBe("fail");
      const subscription = { ...pay(two.id, ada.session.user.id), status: "incomplete_expired" };
      stub.objects.set(`/v1/subscriptions/${subscription.id}`, subscription);
      const session = stub.objects.get(`/v1/checkout/sessions/${two.id}`)!;
      Object.assign(session, { payment_status: "unpaid", subscription });
      expect(await result(ada, two.id)).toBe("fail");
      expect(await features(ada)).toEqual(["athlete", "auto_segmentation"]);
    });

    it("is granted by the event alone when the browser does not come back", async () => {
      const ada = await at().signUp();
      const { id } = await begin(ada);
      pay(id, ada.session.user.id);
      const session = stub.objects.get(`/v1/checkout/sessions/${id}`)!;
      expect((await send(event("checkout.session.completed", session))).status).toBe(204);
      await until(async () => (await features(ada)).includes("coach_tools"));
      expect(await result(ada, id)).toBe("success");
    });

    it("loses its features with a failed payment and has them again when it is made", async () => {
      const { person, subscription } = await subscriber();
      const invoice = { id: "in_1", parent: { subscription_details: { subscription: subscription.id } } };
      subscription.status = "past_due";
      await send(event("invoice.payment_failed", invoice));
      await until(async () => !(await features(person)).includes("coach_tools"));
      expect(await subs(person)).toMatchObject([{ status: "past_due" }]);
      subscription.status = "active";
      await send(event("invoice.paid", invoice));
      await until(async () => (await features(person)).includes("coach_tools"));
    });

    it("has Stripe's state, in whatever order old events come", async () => {
      const { person, subscription } = await subscriber();
      const old = structuredClone(subscription);
      subscription.status = "canceled";
      await send(event("customer.subscription.deleted", subscription));
      await until(async () => (await subs(person)).length === 0);
      await send(event("customer.subscription.updated", old));
      await send(event("customer.subscription.created", old));
      const { db } = at().context;
      await until(
        async () =>
          (
            await db
              .selectFrom("subscriptions")
              .select("version")
              .where("provider_id", "=", subscription.id)
              .executeTakeFirstOrThrow()
          ).version >= 4,
      );
      expect(await subs(person)).toEqual([]);
      expect(await features(person)).toEqual(["athlete", "auto_segmentation"]);
    });

    it("keeps the later state when an answer of Stripe's is overtaken by another", async () => {
      const { person, subscription } = await subscriber();
      let isFirst = true;
      stub.onRead = async () => {
        if (!isFirst) return;
        isFirst = false;
        // While this answer, which still says active, is under way, the subscription ends and that is stored.
        subscription.status = "canceled";
        await syncSubscription(at().context, subscription.id);
        expect(await subs(person)).toEqual([]);
      };
      await syncSubscription(at().context, subscription.id);
      expect(isFirst).toBe(false);
      expect(await subs(person)).toEqual([]);
    });

    it("takes an event once, however often it comes", async () => {
      const { person, subscription } = await subscriber();
      subscription.cancel_at_period_end = true;
      const payload = event("customer.subscription.updated", subscription);
      for (const answer of await Promise.all([0, 1, 2, 3, 4].map(() => send(payload)))) expect(answer.status).toBe(204);
      await until(async () => (await subs(person))[0]?.cancel_at_period_end);
      const reads = () =>
        stub.requests.filter(({ name }) => name === `GET /v1/subscriptions/${subscription.id}`).length;
      const before = reads();
      expect((await send(payload)).status).toBe(204);
      await new Promise((wake) => setTimeout(wake, 1000));
      expect(reads()).toBe(before);
    });

    it("takes no event that Stripe has not signed just now, and none that was altered", async () => {
      const { person, subscription } = await subscriber();
      subscription.status = "canceled";
      const payload = event("customer.subscription.deleted", subscription);
      const signed = (changes: object) =>
        stripe.webhooks.generateTestHeaderString({ payload, secret: settings.webhook_secret, ...changes });
      const now_s = Math.floor(Date.now() / 1000);
      const dated = (seconds: number) => signed({ timestamp: now_s + seconds });
      for (const header of ["", "t=1,v1=00", signed({ secret: "whsec_other" }), dated(-3600), dated(360)]) {
        const answer = await send(payload, header);
        expect([answer.status, await answer.json()]).toEqual([
          400,
          { detail: "The signature of this event is not valid.", code: "bad_request" },
        ]);
      }
      expect((await send(`${payload} `, signed({}))).status).toBe(400);
      expect((await send("")).status).toBe(400);
      expect(await subs(person)).toHaveLength(1);
      expect((await send(event("price.updated", COACH))).status).toBe(204);
    });

    it.each(["null", "{}", "[]", "3", '{"id":"evt_1","type":"invoice.paid"}', '{"id":1,"type":2,"data":{"object":3}}'])(
      "answers 400 to a signed event with the content %j",
      async (payload) => {
        const answer = await send(payload);
        expect([answer.status, await answer.json()]).toEqual([
          400,
          { detail: "This is not an event of Stripe.", code: "bad_request" },
        ]);
      },
    );

    it.each([
      ["is not JSON is refused", 1, 400],
      ["is larger than a call is refused whatever it says it is", 4 * LIMITS.json_bytes, 413],
    ])("an event that %s", async (_which, bytes, status) => {
      const headers = { "content-type": "multipart/form-data; boundary=x", "stripe-signature": "t=1,v1=00" };
      const body = new Blob([new Uint8Array(bytes)]).stream();
      const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
      const answer = await at().fetch(new Request("http://leebow.test/api/billing/webhook/", init));
      expect(answer.status).toBe(status);
    });

    it("is cancelled at Stripe with the end of its period", async () => {
      const { person, subscription } = await subscriber();
      expect((await person.call("POST", "/api/billing/cancel/")).body).toEqual({ detail: "Subscription cancelled." });
      expect(subscription.cancel_at_period_end).toBe(true);
      expect(await subs(person)).toMatchObject([{ status: "active", cancel_at_period_end: true }]);
      expect(await features(person)).toContain("coach_tools");
    });

    it("ends the plan it replaces", async () => {
      const { person, subscription } = await subscriber();
      const { id } = await begin(person, ATHLETE.id);
      pay(id, person.session.user.id, ATHLETE);
      expect(await result(person, id)).toBe("success");
      expect(subscription.status).toBe("canceled");
      expect(await subs(person)).toMatchObject([{ price: { id: "price_athlete" } }]);
      expect(await features(person)).toEqual(["athlete", "auto_segmentation"]);
    });

    it("is asked for at Stripe when its period is over and no event came", async () => {
      const { person, subscription } = await subscriber();
      subscription.status = "unpaid";
      const past = new Date(Date.now() - 1000);
      const { db } = at().context;
      await db
        .updateTable("subscriptions")
        .set({ next_billing_date: past })
        .where("provider_id", "=", subscription.id)
        .execute();
      await renewAll(at().context);
      expect(await features(person)).toEqual(["athlete", "auto_segmentation"]);
    });

    it("ends with the account", async () => {
      const { person, subscription } = await subscriber();
      const deleted = await person.call("DELETE", "/api/users/me/", { json: { current_password: "lee bow" } });
      expect(deleted.status).toBe(204);
      await until(async () => subscription.status === "canceled");
    });

    it("is not changed while Stripe does not answer: 503, and the event is tried again", async () => {
      const { person, subscription } = await subscriber();
      const { id } = await begin(person, ATHLETE.id);
      stub.fails_with = 500;
      for (const [method, path] of [
        ["POST", "/api/billing/cancel/"],
        ["GET", `/api/billing/checkout-result/?checkout_session_id=${id}`],
        ["GET", "/api/billing/init-checkout/?price_id=price_athlete"],
      ] as const) {
        const { status, headers, body } = await person.call(method, path);
        expect([status, headers.get("retry-after")]).toEqual([503, "60"]);
        expect(body.detail).toMatch(/payment provider does not answer/);
      }
      expect(at().errors.splice(0)).toHaveLength(3);
      expect(await subs(person)).toMatchObject([{ status: "active", cancel_at_period_end: false }]);
      expect(subscription.cancel_at_period_end).toBe(false);
    }, 60_000);
  },
  { providers: { ...EMBEDDED_PROVIDERS, billing: settings } },
);
