import type { Price, Subscription } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { BlockableButton } from "../../components/blockable-button";
import { Button } from "../../components/button";
import { classes } from "../../components/classes";
import { Icon } from "../../components/icon";
import { billingOptions, useCheckout } from "../../queries/billing";
import styles from "./plan-page.module.css";
import { dollars, featuresOf, hasFeature, localDay } from "./plans";

interface PricingTableProps {
  prices: readonly Price[];
  running: Subscription | null;
  /** Returning to the free plan is to cancel the subscription. */
  onCancel: () => void;
}

/** The plans side by side, each with its price, its features and a button to choose it. */
export function PricingTable({ prices, running, onCancel }: PricingTableProps) {
  const { mutate, isPending, variables, isSuccess } = useCheckout();
  const { data: provider } = useQuery(billingOptions());
  const isSold = prices.some(({ amount }) => amount > 0);
  return (
    <section className={`card ${styles.plans}`} aria-labelledby="plans">
      <div className={styles.head}>
        <h2 id="plans" className="grow">
          Plans
        </h2>
        {isSold && <span className="caption">US dollars, billed monthly</span>}
      </div>
      <div className={styles.columns} style={{ "--plans": prices.length } as React.CSSProperties}>
        {prices.map((price) => (
          <Plan
            key={price.id}
            price={price}
            prices={prices}
            running={running}
            // The browser is on its way to the payment provider after the answer.
            isBusy={(isPending || isSuccess) && variables === price.id}
            onChoose={() => (price.amount === 0 ? onCancel() : mutate(price.id))}
          />
        ))}
      </div>
      <p className={styles.note}>
        {provider === "embedded" && "This server is a demonstration: its plans cost nothing. "}
        {isSold
          ? running
            ? "Another plan begins when it is paid. The one you have ends then, and its unused time is credited."
            : "You are taken to the payment provider, and back here afterwards."
          : "This server sells no plans. Ask its administrator for the features you need."}
      </p>
    </section>
  );
}

interface PlanProps {
  price: Price;
  prices: readonly Price[];
  running: Subscription | null;
  isBusy: boolean;
  onChoose: () => void;
}

function Plan({ price, prices, running, isBusy, onChoose }: PlanProps) {
  const isCurrent = isCurrentPlan(price, running);
  const name = price.product.name;
  return (
    <article className={classes(styles.plan, isCurrent && styles.chosen)} aria-labelledby={`plan-${price.id}`}>
      <div className={styles.title}>
        <h3 id={`plan-${price.id}`}>{name}</h3>
        <p>
          <span className={styles.price}>{dollars(price)}</span>
          <span className="secondary">/{price.recurring.interval}</span>
        </p>
      </div>
      <ul>
        {featuresOf(prices).map((feature) => (
          <Feature key={feature} name={feature} isIncluded={hasFeature(prices, price, feature)} />
        ))}
      </ul>
      {isCurrent ? (
        <Button wide disabled>
          Current plan
        </Button>
      ) : (
        <BlockableButton
          wide
          busy={isBusy}
          blocked={price.amount === 0 && running?.cancel_at_period_end ? returnText(running) : null}
          aria-label={`Choose ${name}`}
          onClick={onChoose}
        >
          Choose
        </BlockableButton>
      )}
    </article>
  );
}

/** A cancelled plan can be chosen again. */
function isCurrentPlan(price: Price, running: Subscription | null): boolean {
  if (!running) return price.amount === 0;
  return running.price.id === price.id && !running.cancel_at_period_end;
}

const returnText = ({ next_billing_date }: Subscription): string =>
  `You return to the Sailor plan on ${localDay(next_billing_date)}.`;

const Feature = ({ name, isIncluded }: { name: string; isIncluded: boolean }) => (
  <li className={isIncluded ? undefined : styles.missing}>
    <Icon of={isIncluded ? Check : Minus} />
    <span>
      {!isIncluded && <span className="visually-hidden">Without </span>}
      {name}
    </span>
  </li>
);
