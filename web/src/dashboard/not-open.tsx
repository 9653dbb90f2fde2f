import { Button } from "../components/button";
import { EmptyState } from "../components/empty-state";

/** In place of the figures of a person whose figures the user may not view. */
export function NotOpen({ onOwn }: { onOwn: () => void }) {
  return (
    <EmptyState
      title="These reports are not open to you"
      action={<Button onClick={onOwn}>Show your own reports</Button>}
    >
      These numbers are for their owner, for coaches of the owner's teams, and for administrators.
    </EmptyState>
  );
}
