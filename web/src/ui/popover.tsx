import { Popover as Base } from "@base-ui/react/popover";
import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import styles from "./popover.module.css";

interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  trigger: ReactElement<Record<string, unknown>>;
  label: string;
  align?: "start" | "center" | "end";
  children: ReactNode;
}

export function Popover({ open, onOpenChange, trigger, label, align = "end", children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} collisionPadding={8} className={styles.positioner}>
          <Base.Popup className={styles.popup} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Shown after 400 ms of hovering, and on focus. It contains no information that is not also elsewhere. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement<Record<string, unknown>> }) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger delay={400} render={children} />
      <BaseTooltip.Portal>
        {/* Hidden from screen readers: what it says is in the name or the text of its control. */}
        <BaseTooltip.Positioner
          aria-hidden="true"
          sideOffset={8}
          collisionPadding={8}
          className={styles.tooltipPositioner}
        >
          <BaseTooltip.Popup className={styles.tooltipPopup}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
