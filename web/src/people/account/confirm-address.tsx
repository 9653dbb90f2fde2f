import { useMutation, useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { notify } from "../../server/notices";
import { useUser } from "../../server/session";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import styles from "./confirm-address.module.css";
import { profileOptions, resendConfirmation } from "./profile";

/** Says to a user whose e-mail address is not confirmed how to confirm it, and sends the mail again. */
export function ConfirmAddress() {
  const user = useUser();
  // A session stored by an earlier version does not say it.
  return user?.email_confirmed === false ? <Unconfirmed email={user.email} /> : null;
}

function Unconfirmed({ email }: { email: string }) {
  // The link is opened in another window: whoever returns from there finds the notice gone.
  useQuery({ ...profileOptions(), refetchOnWindowFocus: "always" });
  const { mutate, isPending } = useMutation({
    mutationFn: resendConfirmation,
    onSuccess: ({ detail }) => notify.success(detail),
  });
  return (
    <section className={`card ${styles.notice}`} aria-label="Confirm your address">
      <Icon of={Mail} />
      <p>
        <b>Confirm your address</b> by the link in the mail to <span className="anywhere">{email}</span>. Teams and
        roles give you no rights before.
      </p>
      <Button busy={isPending} onClick={() => mutate()}>
        Resend
      </Button>
    </section>
  );
}
