import { LIMITS } from "@leebow/api/contract";
import { useForm } from "react-hook-form";
import { Button, ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import * as rules from "../../ui/forms/rules";
import { fieldOf, submitHandler } from "../../ui/forms/submit-handler";
import { useOpenPrivateRace, useOpenPrivateTrack } from "./queries";

/** Asks an administrator for the reason before a private track opens. */
export const PrivateTrack = ({ id }: { id: number }) => (
  <PrivateContent
    title="This track is private"
    sentence="Its owner shows it to nobody. Say why you look at it: the audit keeps your name and the reason."
    what="track"
    open={useOpenPrivateTrack(id)}
  />
);

/** The same for a race with private tracks, which the server's sentence names. */
export const PrivateRace = ({ id, sentence }: { id: number; sentence: string }) => (
  <PrivateContent title="This race has private tracks" sentence={sentence} what="race" open={useOpenPrivateRace(id)} />
);

interface PrivateContentProps {
  title: string;
  sentence: string;
  what: "track" | "race";
  open: Pick<ReturnType<typeof useOpenPrivateTrack>, "mutateAsync">;
}

function PrivateContent({ title, sentence, what, open }: PrivateContentProps) {
  const form = useForm({ defaultValues: { reason: "" } });
  const { isSubmitting } = form.formState;
  const send = submitHandler(form, ({ reason }) => open.mutateAsync(reason), "reason");
  return (
    <EmptyState title={title} action={<ButtonLink to="/home">Back to the {what}s</ButtonLink>}>
      <p>{sentence}</p>
      <form className="grid gap-12 above-12" onSubmit={send} noValidate>
        <Field label="Reason" maxLength={LIMITS.reason_chars} {...fieldOf(form, "reason", rules.reasonToOpen)} />
        <Button kind="primary" type="submit" busy={isSubmitting}>
          Open the {what}
        </Button>
      </form>
    </EmptyState>
  );
}
