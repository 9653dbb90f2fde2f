import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router-dom";
import styles from "./button.module.css";
import { classes } from "./classes";
import { Icon } from "./icon";
import { Spinner } from "./spinner";
import { Tooltip } from "./tooltip";

/** primary: at most one per view. danger: actions that cannot be undone. */
export type ButtonKind = "primary" | "outline" | "quiet" | "danger";

interface Looks {
  kind?: ButtonKind;
  icon?: LucideIcon;
  /** As wide as its container. */
  wide?: boolean;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Looks {
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

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
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
