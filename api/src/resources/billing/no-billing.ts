import type { BillingProvider } from "./provider.ts";

/** Of a server that sells nothing: an administrator grants features. Nothing can be bought, so nothing else is called. */
export const NO_BILLING: BillingProvider = {
  name: "off",
  prices: async () => [],
  createCustomer: async () => null,
  startCheckout: async () => {
    throw new Error("this server offers no plan");
  },
  checkoutResult: async () => ({ status: "fail", subscription_id: null }),
  subscription: async () => null,
  cancel: async () => undefined,
  end: async () => undefined,
  webhook: () => null,
  renewDue: async () => undefined,
};
