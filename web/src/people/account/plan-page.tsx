import type { Price, Subscription } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, CircleCheck, Minus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { listed } from "../../format/numbers";
import { failureSentence } from "../../server/failure";
import { isExhausted, POLLS_EXHAUSTED } from "../../server/polling";
import { useUser } from "../../server/session";
import { BlockableButton, Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { classes } from "../../ui/classes";
import { Confirm } from "../../ui/dialog";
import { Async, Loading, together } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import { Spinner } from "../../ui/progress";
import { Table } from "../../ui/table";
import { useTitle } from "../../ui/title";
import { AccountCard, AccountPage } from "./account-card";
import {
  billingOptions,
  checkoutOptions,
  isWaiting,
  pricesOptions,
  subscriptionsOptions,
  useCancelSubscription,
  useCheckout,
  useRefreshPlan,
} from "./billing";
import styles from "./plan-page.module.css";
import { dollars, featuresOf, hasFeature, localDay, runningOf, statusText } from "./plans";

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
  return (
    <AccountPage wide>
      <Async
        query={together(prices, subscriptions)}
        title="The plans could not be read"
        loading={
          <AccountCard title="Plans">
            <Loading what="the plans" heights={[40, 180]} />
          </AccountCard>
        }
      >
        {([prices, subscriptions]) => <LoadedPlans prices={prices} running={runningOf(subscriptions)} />}
      </Async>
    </AccountPage>
  );
}

function LoadedPlans({ prices, running }: { prices: readonly Price[]; running: Subscription | null }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = () => setAsking(true);
  return (
    <>
      <CurrentSubscription prices={prices} running={running} onCancel={cancel} />
      <PricingTable prices={prices} running={running} onCancel={cancel} />
      {isAsking && running && <CancelQuestion prices={prices} running={running} onClose={() => setAsking(false)} />}
    </>
  );
}

interface PricingTableProps {
  prices: readonly Price[];
  running: Subscription | null;
  /** Returning to the free plan is to cancel the subscription. */
  onCancel: () => void;
}

/** The plans side by side, each with its price, its features and a button to choose it. */
function PricingTable({ prices, running, onCancel }: PricingTableProps) {
  const { mutate, isPending, variables, isSuccess } = useCheckout();
  const { data: provider } = useQuery(billingOptions());
  const isSold = prices.some(({ amount }) => amount > 0);
  return (
    <Card title="Plans" aside={isSold && <span className="caption">US dollars, billed monthly</span>}>
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
      <p className="small secondary padded lined">
        {provider === "embedded" && "This server is a demonstration: its plans cost nothing. "}
        {isSold
          ? running
            ? "Another plan begins when it is paid. The one you have ends then, and its unused time is credited."
            : "You are taken to the payment provider, and back here afterwards."
          : "This server sells no plans. Ask its administrator for the features you need."}
      </p>
    </Card>
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

interface CurrentSubscriptionProps {
  prices: readonly Price[];
  /** Null: the free plan. */
  running: Subscription | null;
  onCancel: () => void;
}

/** The plan of the user: what it is, how it stands, and when the next bill comes. */
function CurrentSubscription({ prices, running, onCancel }: CurrentSubscriptionProps) {
  const price = prices.find(({ id }) => id === running?.price.id);
  const free = prices.find(({ amount }) => amount === 0);
  const canCancel = running !== null && !running.cancel_at_period_end;
  const isFine = !running || ["active", "trialing"].includes(running.status);
  return (
    <AccountCard title="Current subscription">
      <div className={styles.current}>
        <Table
          className={styles.table}
          caption="Current subscription"
          isPlain
          heads={["Plan", "Status", "Next Bill"]}
          rows={[
            [
              <b key="plan">{running?.price.name ?? free?.product.name ?? "Sailor"}</b>,
              <span key="status" className={`row ${isFine ? "" : "warn"}`}>
                <Icon of={isFine ? Check : CircleAlert} size={14} />
                {running ? statusText(running) : "Active"}
              </span>,
              nextBill(running, price),
            ],
          ]}
        />
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
  const user = useUser();
  const own = prices.find(({ id }) => id === running?.price.id)?.product.features ?? [];
  const more = (user?.enabled_features ?? []).map((name) => LABELS[name]).filter((label) => !own.includes(label));
  if (more.length === 0 || (running && own.length === 0)) return null;
  return <p className="small secondary">This server also gives you {listed(more)}, whatever your plan.</p>;
}

interface CancelQuestionProps {
  prices: readonly Price[];
  running: Subscription;
  onClose: () => void;
}

/** The question before a subscription is cancelled; the focus is on keeping it. */
function CancelQuestion({ prices, running, onClose }: CancelQuestionProps) {
  const { mutateAsync: cancel } = useCancelSubscription();
  const { name } = running.price;
  const features = prices.find(({ id }) => id === running.price.id)?.product.features ?? [];
  const until = running.next_billing_date
    ? ` until ${localDay(running.next_billing_date)}`
    : " to the end of its period";
  return (
    <Confirm
      question="Cancel subscription?"
      no={`Keep ${name}`}
      yes="Cancel subscription"
      onYes={() => cancel()}
      onClose={onClose}
    >
      <p>
        {name} stays{until}. Then you return to the Sailor plan, the starter plan
        {features.length > 0 && `: you can view your tracks, without ${listed(features)}`}.
      </p>
      <p className="small secondary">
        Nothing is deleted. Tags, journals and analyses are there again if you come back.
      </p>
    </Confirm>
  );
}

/** Where a payment stands: waiting, failed or made. Each has the page to itself until the user leaves it. */
function CheckoutResult({ id }: { id: string }) {
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

const Bad = () => <Icon of={CircleAlert} size={36} className="danger" />;

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
