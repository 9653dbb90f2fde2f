import { useId } from "react";
import { notify } from "../stores/notices";
import styles from "./blockable-button.module.css";
import { Button, type ButtonProps } from "./button";
import { classes } from "./classes";
import { Tooltip } from "./tooltip";

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
