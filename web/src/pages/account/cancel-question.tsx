import type { Price, Subscription } from "@leebow/api/contract";
import { Confirm } from "../../components/dialog";
import { listed } from "../../format/counts";
import { useCancelSubscription } from "../../queries/billing";
import { notify } from "../../stores/notices";
import { localDay } from "./plans";

interface CancelQuestionProps {
  prices: readonly Price[];
  running: Subscription;
  onClose: () => void;
}

/** The question before a subscription is cancelled; the focus is on keeping it. */
export function CancelQuestion({ prices, running, onClose }: CancelQuestionProps) {
  const { mutate, isPending } = useCancelSubscription();
  const { name } = running.price;
  const features = prices.find(({ id }) => id === running.price.id)?.product.features ?? [];
  const cancel = () =>
    mutate(undefined, {
      onSettled: onClose,
      onSuccess: () => notify.success("Subscription cancelled."),
    });
  const until = running.next_billing_date
    ? ` until ${localDay(running.next_billing_date)}`
    : " to the end of its period";
  return (
    <Confirm
      open
      question="Cancel subscription?"
      no={`Keep ${name}`}
      yes="Cancel subscription"
      busy={isPending}
      onYes={cancel}
      onNo={onClose}
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
