import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { failureSentence } from "../../server/failure";
import { isExhausted, POLLS_EXHAUSTED } from "../../server/polling";
import { Button, ButtonLink } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Spinner } from "../../ui/progress";
import { AccountPage } from "./account-card";
import {
  checkoutOptions,
  isWaiting,
  pricesOptions,
  subscriptionsOptions,
  useCheckout,
  useRefreshPlan,
} from "./billing";
import styles from "./plan-page.module.css";
import { dollars, localDay, runningOf } from "./plans";

/** Where a payment stands: waiting, failed or made. Each has the page to itself until the user leaves it. */
export function CheckoutResult({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(checkoutOptions(id));
  const status = data?.value.status;
  if (error && !data)
    return (
      <Result sign={<Bad />} title="The payment could not be looked up" actions={<BackToPlans onRetry={refetch} />}>
        {failureSentence(error)}
      </Result>
    );
  if (isExhausted(data, isWaiting))
    return (
      <Result sign={<Bad />} title={POLLS_EXHAUSTED} actions={<BackToPlans onRetry={refetch} />}>
        The plan begins as soon as the payment provider has answered.
      </Result>
    );
  if (status === "success") return <Success />;
  if (status === "fail") return <Failure price_id={data!.value.price_id} />;
  return <Waiting price_id={data?.value.price_id ?? null} />;
}

const Bad = () => <Icon of={CircleAlert} size={36} className={styles.bad} />;

interface ResultProps {
  sign: ReactNode;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

const Result = ({ sign, title, actions, children }: ResultProps) => (
  <AccountPage>
    <section className={`card ${styles.result}`} aria-live="polite">
      {sign}
      <h2>{title}</h2>
      <p className="secondary">{children}</p>
      {actions && <div className={styles.resultActions}>{actions}</div>}
    </section>
  </AccountPage>
);

const BackToPlans = ({ onRetry }: { onRetry: () => unknown }) => (
  <>
    <ButtonLink to="/account/plan">Back to plans</ButtonLink>
    <Button kind="primary" onClick={() => void onRetry()}>
      Look again
    </Button>
  </>
);

function Waiting({ price_id }: { price_id: string | null }) {
  const { data: prices } = useQuery({ ...pricesOptions(), enabled: price_id !== null });
  const price = prices?.find(({ id }) => id === price_id);
  return (
    <Result sign={<Spinner size={36} label="Waiting for the payment" />} title="Waiting for your payment">
      {price && `${price.product.name}, ${dollars(price)} a ${price.recurring.interval}. `}
      This takes a few seconds. You can leave this page; the plan begins when the payment provider has answered.
    </Result>
  );
}

function Failure({ price_id }: { price_id: string }) {
  const { mutate, isPending, isSuccess } = useCheckout();
  const { data } = useQuery(subscriptionsOptions());
  const plan = data && (runningOf(data)?.price.name ?? "Sailor");
  return (
    <Result
      sign={<Bad />}
      title="Payment failed. Please try another payment method."
      actions={
        <>
          <ButtonLink to="/account/plan">Back to plans</ButtonLink>
          <Button kind="primary" busy={isPending || isSuccess} onClick={() => mutate(price_id)}>
            Try again
          </Button>
        </>
      }
    >
      Nothing was charged.{plan && ` You are still on the ${plan} plan.`}
    </Result>
  );
}

function Success() {
  useFreshPlan();
  const { data: prices } = useQuery(pricesOptions());
  const { data: subscriptions } = useQuery(subscriptionsOptions());
  const running = subscriptions && runningOf(subscriptions);
  const price = prices?.find(({ id }) => id === running?.price.id);
  return (
    <Result
      sign={<Icon of={CircleCheck} size={36} />}
      title="Subscription successful, thank you!"
      actions={
        <>
          <ButtonLink to="/account/plan">See the plan</ButtonLink>
          <ButtonLink kind="primary" to="/home">
            Go to tracks
          </ButtonLink>
        </>
      }
    >
      {running && `${running.price.name} is on.`}
      {running?.next_billing_date &&
        ` The next bill is on ${localDay(running.next_billing_date)}${price ? `, ${dollars(price)}` : ""}.`}
    </Result>
  );
}

/** The features of a paid plan work at once: the user is fetched again, once. */
function useFreshPlan(): void {
  const refresh = useRefreshPlan();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    void refresh();
  });
}
