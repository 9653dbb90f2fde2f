import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
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
            {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            {children}
            {actions && <div className={styles.actions}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  question: string;
  detail?: ReactNode;
  children?: ReactNode;
  /** Texts of the two buttons. */
  no?: string;
  yes?: string;
  busy?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** A question answered by No (first, focused) or Yes. */
export function Confirm(props: ConfirmProps) {
  const { open, question, detail, children, no = "No", yes = "Yes", busy, onYes, onNo } = props;
  const noButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onNo}
      title={question}
      description={detail}
      initialFocus={noButton}
      actions={
        <>
          <Button ref={noButton} onClick={onNo}>
            {no}
          </Button>
          <Button kind="danger" busy={busy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
