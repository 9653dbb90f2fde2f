import type { Price, Subscription } from "@leebow/api/contract";
import { Check, CircleAlert } from "lucide-react";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button";
import { Icon } from "../../components/icon";
import { listed } from "../../format/counts";
import { session } from "../../stores/session";
import { AccountCard } from "./account-card";
import styles from "./plan-page.module.css";
import { dollars, localDay, statusText } from "./plans";

interface CurrentSubscriptionProps {
  prices: readonly Price[];
  /** Null: the free plan. */
  running: Subscription | null;
  onCancel: () => void;
}

/** The plan of the user: what it is, how it stands, and when the next bill comes. */
export function CurrentSubscription({ prices, running, onCancel }: CurrentSubscriptionProps) {
  const price = prices.find(({ id }) => id === running?.price.id);
  const free = prices.find(({ amount }) => amount === 0);
  const canCancel = running !== null && !running.cancel_at_period_end;
  const isFine = !running || ["active", "trialing"].includes(running.status);
  return (
    <AccountCard title="Current subscription">
      <div className={styles.current}>
        <table className={styles.table}>
          <caption className="visually-hidden">Current subscription</caption>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Status</th>
              <th scope="col">Next Bill</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <b>{running?.price.name ?? free?.product.name ?? "Sailor"}</b>
              </td>
              <td>
                <span className={`row ${isFine ? "" : styles.overdue}`}>
                  <Icon of={isFine ? Check : CircleAlert} size={14} />
                  {running ? statusText(running) : "Active"}
                </span>
              </td>
              <td>{nextBill(running, price)}</td>
            </tr>
          </tbody>
        </table>
        {canCancel && (
          <Button kind="danger" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {running?.cancel_at_period_end && (
        <p className="small secondary">
          Cancelled: {running.price.name} stays until {localDay(running.next_billing_date)}. Then you return to the
          Sailor plan.
        </p>
      )}
      <FeaturesForEverybody prices={prices} running={running} />
    </AccountCard>
  );
}

function nextBill(running: Subscription | null, price: Price | undefined): string {
  if (!running || running.cancel_at_period_end || !running.next_billing_date) return "None";
  const date = localDay(running.next_billing_date);
  return price ? `${date}, ${dollars(price)}` : date;
}

const LABELS = {
  athlete: "Athlete Tools",
  auto_segmentation: "Auto Segmentation",
  coach_tools: "Coach Tools",
} as const;

/** The features the user has although the plan does not list them: those this server gives everybody. */
function FeaturesForEverybody({ prices, running }: Pick<CurrentSubscriptionProps, "prices" | "running">) {
  const { user } = useSnapshot(session);
  const own = prices.find(({ id }) => id === running?.price.id)?.product.features ?? [];
  const more = (user?.enabled_features ?? []).map((name) => LABELS[name]).filter((label) => !own.includes(label));
  if (more.length === 0 || (running && own.length === 0)) return null;
  return <p className="small secondary">This server also gives you {listed(more)}, whatever your plan.</p>;
}
