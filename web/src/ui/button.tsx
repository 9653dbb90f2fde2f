import type { LucideIcon } from "lucide-react";
import { type ButtonHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { notify } from "../server/notices";
import styles from "./button.module.css";
import { classes } from "./classes";
import { Icon } from "./icon";
import { Tooltip } from "./popover";
import { Spinner } from "./progress";

/** primary: at most one per view. danger: actions that cannot be undone. */
type ButtonKind = "primary" | "outline" | "quiet" | "danger";

interface Looks {
  kind?: ButtonKind;
  icon?: LucideIcon;
  /** As wide as its container. */
  wide?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
  /** Shows a spinner at the same width and ignores clicks. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = "outline", icon, wide, busy, children, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(styles.button, styles[kind], wide && styles.wide, busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
      <Face icon={icon}>{children}</Face>
    </button>
  );
}

/** A link with the look of a button. */
export function ButtonLink({ kind = "outline", icon, wide, children, className, ...rest }: LinkProps & Looks) {
  return (
    <Link className={classes(styles.button, styles[kind], wide && styles.wide, className)} {...rest}>
      <Face icon={icon}>{children}</Face>
    </Link>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
  icon: LucideIcon;
  /** Accessible name, and tooltip without a `tip`; a `tip` of null is none. */
  label: string;
  tip?: ReactNode;
}

/** A button with an icon only. */
export function IconButton({
  icon,
  label,
  tip = label,
  kind = "quiet",
  className,
  busy: _busy,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      className={classes(styles.button, styles[kind], styles.icon, className)}
      aria-label={label}
      {...rest}
    >
      <Icon of={icon} />
    </button>
  );
  return tip === null ? button : <Tooltip text={tip}>{button}</Tooltip>;
}

function Face({ icon, children }: { icon?: LucideIcon | undefined; children?: ReactNode }) {
  return (
    <span className={styles.face}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}

interface BlockableButtonProps extends ButtonProps {
  /** Why it does nothing at the moment; null when it works. */
  blocked: string | null;
}

/**
 * A button that stays focusable while it is disabled, so that everybody learns why: in its tooltip, in its description for
 * screen readers, and in a notice when it is pressed, which is the only way on a touch screen.
 */
export function BlockableButton({ blocked, onClick, className, ...rest }: BlockableButtonProps) {
  const id = useId();
  if (blocked === null) return <Button onClick={onClick} className={className} {...rest} />;
  return (
    <>
      <Tooltip text={blocked}>
        <Button
          {...rest}
          className={classes(styles.blocked, className)}
          aria-disabled
          aria-describedby={id}
          onClick={() => notify.info(blocked)}
        />
      </Tooltip>
      <span id={id} className="visually-hidden">
        {blocked}
      </span>
    </>
  );
}
