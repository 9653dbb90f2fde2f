import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { lazyPanel } from "../../components/lazy-component";
import { Popover } from "../../components/popover";
import type { MomentFormProps } from "./moment-form";
import styles from "./page.module.css";

const MomentForm = lazyPanel(() => import("./moment-form").then((part) => part.MomentForm));

/** A link that opens the race at this time, with this boat and this view. */
export function ShareMoment(props: MomentFormProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label="Share this moment"
      trigger={
        <Button kind="quiet" icon={Share2} className={styles.action} aria-label="Share moment">
          <span className={styles.word}>Share moment</span>
        </Button>
      }
    >
      <MomentForm {...props} />
    </Popover>
  );
}
