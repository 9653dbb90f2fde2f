import type { Price, Subscription } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { failureSentence } from "../../api/failure";
import { Button } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { Skeleton } from "../../components/skeleton";
import { useTitle } from "../../components/title";
import { pricesOptions, subscriptionsOptions } from "../../queries/billing";
import { AccountCard, AccountPage } from "./account-card";
import { CancelQuestion } from "./cancel-question";
import { CheckoutResult } from "./checkout-result";
import { CurrentSubscription } from "./current-subscription";
import { runningOf } from "./plans";
import { PricingTable } from "./pricing-table";

/** The parameter with which the payment provider leads back. */
const CHECKOUT = "checkout_session_id";

/** The plan of the user and the others; after a payment its result. */
export function Page() {
  useTitle("Plan");
  const [search] = useSearchParams();
  const checkout = search.get(CHECKOUT);
  return checkout ? <CheckoutResult id={checkout} /> : <Plans />;
}

function Plans() {
  const prices = useQuery(pricesOptions());
  const subscriptions = useQuery(subscriptionsOptions());
  const error = prices.error ?? subscriptions.error;
  if (prices.data && subscriptions.data)
    return <LoadedPlans prices={prices.data} running={runningOf(subscriptions.data)} />;
  return (
    <AccountPage wide>
      {error ? (
        <EmptyState
          title="The plans could not be read"
          action={
            <Button
              onClick={() => {
                void prices.refetch();
                void subscriptions.refetch();
              }}
            >
              Try again
            </Button>
          }
        >
          {failureSentence(error)}
        </EmptyState>
      ) : (
        <Loading />
      )}
    </AccountPage>
  );
}

function LoadedPlans({ prices, running }: { prices: readonly Price[]; running: Subscription | null }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = () => setAsking(true);
  return (
    <AccountPage wide>
      <CurrentSubscription prices={prices} running={running} onCancel={cancel} />
      <PricingTable prices={prices} running={running} onCancel={cancel} />
      {isAsking && running && <CancelQuestion prices={prices} running={running} onClose={() => setAsking(false)} />}
    </AccountPage>
  );
}

const Loading = () => (
  <AccountCard title="Plans">
    <div role="status" aria-label="Loading the plans" style={{ display: "grid", gap: 12 }}>
      <Skeleton height={40} />
      <Skeleton height={180} />
    </div>
  </AccountCard>
);
