import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Button } from "../ui/button";
import { classes } from "../ui/classes";
import { Async, EmptyState, Loading } from "../ui/empty-state";
import styles from "./panel.module.css";

interface PanelProps<Data> {
  title: string;
  /** What the panel counts, one line; null where the title says it. */
  counts: ReactNode;
  /** Controls at the end of the head. */
  aside?: ReactNode;
  /** Beside the title. */
  help?: ReactNode;
  query: UseQueryResult<Data>;
  /** The sentence without anything to show; null with something. */
  empty: (data: Data) => ReactNode | null;
  /** Height of the content, px, which the panel has before it is loaded and without it. */
  height: number;
  className?: string | undefined;
  children: (data: Data) => ReactNode;
}

/** A panel of the dashboard, in whichever state its figures are; it has the same place in all of them. */
export function Panel<Data>({ title, counts, aside, help, query, className, ...content }: PanelProps<Data>) {
  const id = useId();
  return (
    <section
      className={classes("card edge stack shrinks clipped", className)}
      aria-labelledby={id}
      aria-busy={query.isPending}
    >
      <div className={styles.head}>
        <h2 id={id} className="two-lines" title={title}>
          {title}
        </h2>
        {help}
        <span className="grow" />
        {query.data !== undefined && aside}
      </div>
      {counts && <p className={styles.counts}>{counts}</p>}
      <Content query={query} title={title} {...content} />
    </section>
  );
}

type ContentProps<Data> = Pick<PanelProps<Data>, "query" | "title" | "empty" | "height" | "children">;

function Content<Data>({ query, title, empty, height, children }: ContentProps<Data>) {
  return (
    <Async
      query={query}
      className="message fills"
      style={{ minHeight: height }}
      loading={<Loading what={title} heights={[height]} className="card-body" />}
    >
      {(data) => {
        const sentence = empty(data);
        if (sentence === null) return children(data);
        return (
          <div className="message fills" style={{ minHeight: height }}>
            <p>{sentence}</p>
          </div>
        );
      }}
    </Async>
  );
}

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
