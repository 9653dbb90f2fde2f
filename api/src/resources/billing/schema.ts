/** Messages about plans and subscriptions. Importable by the browser. */
import { z } from "zod";
import { Id, Instant } from "../../platform/http/schemas.ts";

export const Price = z
  .strictObject({
    id: z.string(),
    amount: z.int().meta({ description: "In cents" }),
    currency: z.string().meta({ description: "ISO 4217, lower case" }),
    recurring: z.strictObject({ interval: z.string().meta({ description: "day, week, month or year" }) }),
    product: z.strictObject({
      name: z.string(),
      features: z.array(z.string()).meta({ description: "As the pricing table shows them" }),
    }),
  })
  .meta({ id: "Price" });
export type Price = z.infer<typeof Price>;

export const Subscription = z
  .strictObject({
    id: Id,
    price: z.strictObject({ id: z.string(), name: z.string() }),
    status: z
      .string()
      .meta({ description: "active, trialing, past_due …; features are granted by active and trialing" }),
    next_billing_date: Instant.nullable(),
    cancel_at_period_end: z.boolean(),
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof Subscription>;

/** `id` is the checkout session's; the browser goes to `url` to pay. */
export const Checkout = z.strictObject({ id: z.string(), url: z.string() }).meta({ id: "Checkout" });
export type Checkout = z.infer<typeof Checkout>;

export const CheckoutStatus = z.enum(["wait", "fail", "success"]);
export type CheckoutStatus = z.infer<typeof CheckoutStatus>;
export const CheckoutResult = z
  .strictObject({ status: CheckoutStatus, price_id: z.string().meta({ description: "Of the plan" }) })
  .meta({ id: "CheckoutResult" });

/** Longer than every id of a provider. */
const MAX_ID_CHARS = 200;
const providerId = (message: string) => z.string(message).min(1, message).max(MAX_ID_CHARS, message);

export const CheckoutQuery = z.object({ price_id: providerId("Choose a plan.") });
export const ResultQuery = z.object({ checkout_session_id: providerId("The id of the checkout is missing.") });
