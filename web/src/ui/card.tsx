import { type HTMLAttributes, type ReactNode, useId } from "react";
import { classes } from "./classes";

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, "title"> {
  title: ReactNode;
  /** Beside the title: what explains it. */
  help?: ReactNode;
  /** At the end of the head. */
  aside?: ReactNode;
}

/** A part of a page with a title. */
export function Card({ title, help, aside, className, children, ...rest }: CardProps) {
  const id = useId();
  return (
    <section {...rest} className={classes("card shrinks clipped", className)} aria-labelledby={id}>
      <div className="card-head wrap">
        <h2 id={id} className={help ? undefined : "grow"}>
          {title}
        </h2>
        {help}
        {help && aside && <span className="grow" />}
        {aside}
      </div>
      {children}
    </section>
  );
}
