import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { Button } from "./button";
import styles from "./dialog.module.css";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the one without consequences first. */
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A modal dialog. Esc closes it and the focus returns to the element that had it. On a phone it is at the bottom. */
export function Dialog({ open, onClose, title, description, children, actions, initialFocus }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.popup} initialFocus={initialFocus}>
            <Base.Title className={styles.title}>{title}</Base.Title>
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
  busy?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** A question answered by No (first, focused) or Yes. */
export function Confirm({ open, question, detail, busy, onYes, onNo }: ConfirmProps) {
  const no = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onNo}
      title={question}
      description={detail}
      initialFocus={no}
      actions={
        <>
          <Button ref={no} onClick={onNo}>
            No
          </Button>
          <Button kind="danger" busy={busy} onClick={onYes}>
            Yes
          </Button>
        </>
      }
    />
  );
}
