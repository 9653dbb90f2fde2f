/** Pages of the embedded providers, in the place of Stripe's and Garmin's. Importable by the browser. */
import { HTML, route } from "../../platform/http/route.ts";
import { CheckoutParams, ConsentQuery } from "./schema.ts";

const BILLING = { tag: "Billing", access: "anonymous" } as const;
const GARMIN = { tag: "Garmin", access: "anonymous" } as const;

const PAGE =
  "Page of the embedded provider, on which a person pays or declines; 410 when the checkout was used or has expired. Its " +
  "id, which cannot be guessed, is the permission.";

export const DEMO_ROUTES = {
  "GET /billing/checkout/{id}/": route({
    ...BILLING,
    operationId: "showCheckout",
    summary: "Checkout of the embedded provider",
    description: PAGE,
    params: CheckoutParams,
    answers: { 200: HTML, 410: HTML },
  }),
  "POST /billing/checkout/{id}/pay/": route({
    ...BILLING,
    operationId: "payCheckout",
    summary: "Pay a checkout of the embedded provider, and return to the screens",
    params: CheckoutParams,
    answers: { 303: null, 410: HTML },
  }),
  "POST /billing/checkout/{id}/decline/": route({
    ...BILLING,
    operationId: "declineCheckout",
    summary: "Decline a checkout of the embedded provider, and return to the screens",
    params: CheckoutParams,
    answers: { 303: null, 410: HTML },
  }),
  "GET /garmin/embedded/authorize/": route({
    ...GARMIN,
    operationId: "showGarminConsent",
    summary: "Consent page of the embedded provider",
    query: ConsentQuery,
    is_from_outside: true,
    answers: { 200: HTML },
    errors: [404],
  }),
  "POST /garmin/embedded/authorize/": route({
    ...GARMIN,
    operationId: "grantGarminConsent",
    summary: "Consent of the embedded provider, and back to the server",
    query: ConsentQuery,
    is_from_outside: true,
    answers: { 303: null },
    errors: [404],
  }),
} as const;
