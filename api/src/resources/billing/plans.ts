import type { Feature } from "../account/schema.ts";
import type { Price } from "./schema.ts";

/** Features as the pricing table shows them. */
export const FEATURE_LABELS: Record<Feature, string> = {
  athlete: "Athlete Tools",
  auto_segmentation: "Auto Segmentation",
  coach_tools: "Coach Tools",
};

/** The features in the order of the pricing table. */
export const FEATURES = Object.keys(FEATURE_LABELS) as Feature[];

/** A plan that is paid for, and the features it grants. */
export interface PaidPrice extends Price {
  grants: Feature[];
}

/** The plan without a subscription. */
export const SAILOR: Price = {
  id: "sailor",
  amount: 0,
  currency: "usd",
  recurring: { interval: "month" },
  product: { name: "Sailor", features: ["View tracks"] },
};

/** What the pricing table shows of a plan. */
export const shownPrice = ({ id, amount, currency, recurring, product }: Price): Price => ({
  id,
  amount,
  currency,
  recurring,
  product,
});
