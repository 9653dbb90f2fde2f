import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button, IconButton } from "./button";
import { classes } from "./classes";
import styles from "./dialog.module.css";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the one without consequences first. */
  actions?: ReactNode;
  initialFocus?: Base.Popup.Props["initialFocus"];
  /** 420, 560, 780 and 1000 px; on a phone all are as wide as the screen. */
  size?: "normal" | "medium" | "wide" | "large";
  /** With a button that closes it beside the title, for dialogs without actions. */
  closable?: boolean;
}

/** A modal dialog. Esc closes it and the focus returns to the element that had it. On a phone it is at the bottom. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, actions, initialFocus, size = "normal", closable } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={classes(styles.popup, size !== "normal" && styles[size])} initialFocus={initialFocus}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {/* It has the focus at first; Escape would close its tooltip instead of the dialog. */}
            {closable && <IconButton icon={X} label="Close" tip={null} className={styles.close} onClick={onClose} />}
            {description && <Base.Description className="secondary">{description}</Base.Description>}
            {children}
            {actions && <div className={styles.actions}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface Question {
  question: string;
  detail?: ReactNode;
  children?: ReactNode;
  /** Texts of the two buttons. */
  no?: string;
  yes?: string;
  /** What Yes does. It reports its failures itself. The question stays if this is, or becomes, false. */
  onYes: () => unknown;
}

/** A question answered by No (first, focused) or Yes. It is closed by No, and when what Yes does has ended. */
export function Confirm(props: Question & { onClose: () => void }) {
  const { question, detail, children, no = "No", yes = "Yes", onYes, onClose } = props;
  const noButton = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const answer = async () => {
    setBusy(true);
    const isOver = (await new Promise((end) => end(onYes())).catch(() => true)) !== false;
    if (isOver) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={question}
      description={detail}
      initialFocus={noButton}
      actions={
        <>
          <Button ref={noButton} onClick={onClose}>
            {no}
          </Button>
          <Button kind="danger" busy={isBusy} onClick={() => void answer()}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** The question that is asked, to be put on the page, and a function that asks one. */
export function useQuestion(): [ReactNode, (question: Question) => void] {
  const [asked, ask] = useState<Question | null>(null);
  return [asked && <Confirm {...asked} onClose={() => ask(null)} />, ask];
}
