import type { LucideIcon } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { failureSentence } from "../server/failure";
import { Button } from "./button";
import { classes } from "./classes";
import styles from "./empty-state.module.css";
import { BoatSign, Icon } from "./icon";

/** A picture, what is missing, and an action. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <BoatOnSea />
      <h2 className={styles.title}>{title}</h2>
      {children && <div className="secondary">{children}</div>}
      {action && <div className="wrap middle gap-8 above-8">{action}</div>}
    </div>
  );
}

export function BoatOnSea({ strong = false }: { strong?: boolean }) {
  return (
    <svg width={132} height={56} viewBox="0 0 132 56" aria-hidden="true">
      <path
        d="M4 42c18-6 30 6 48 0s30 6 48 0 20 2 28 0"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
        strokeDasharray="3 4"
      />
      <g transform="translate(64 26) rotate(62) scale(1.3)">
        <BoatSign fill={strong ? "var(--ink)" : "var(--ink-3)"} tack="starboard" />
      </g>
    </svg>
  );
}

interface NotReadProps {
  title: string;
  /** Why, a sentence. */
  sentence: string;
  onRetry: () => unknown;
  /** Another way to go on, before the button. */
  children?: ReactNode;
}

/** In place of what could not be read: why, and a button that tries again. */
export function NotRead({ title, sentence, onRetry, children }: NotReadProps) {
  return (
    <EmptyState
      title={title}
      action={
        <>
          {children} <Button onClick={() => void onRetry()}>Try again</Button>
        </>
      }
    >
      <p role="alert">{sentence}</p>
    </EmptyState>
  );
}

/** What is shown of a query. */
interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
  isFetching: boolean;
}

/** Two queries as one, read when both are; the failure of the first is told before that of the second. */
export const together = <A, B>(one: Query<A>, other: Query<B>): Query<[A, B]> => ({
  data: one.data !== undefined && other.data !== undefined ? [one.data, other.data] : undefined,
  error: one.error ?? other.error,
  refetch: () => Promise.all([one.refetch(), other.refetch()]),
  isFetching: one.isFetching || other.isFetching,
});

interface FailureProps {
  query: Omit<Query<unknown>, "data">;
  className?: string | undefined;
  style?: CSSProperties;
}

/** In place of a part that could not be read: why, and a button that tries again. */
export function Failure({ query: { error, refetch, isFetching }, className, style }: FailureProps) {
  return (
    <div className={className} style={style} role="alert">
      <p>{failureSentence(error)}</p>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}

interface AsyncProps<Data> extends Omit<FailureProps, "query"> {
  query: Query<Data>;
  /** Shown until there is an answer. */
  loading: ReactNode;
  /** Of a failure in place of a page, with another way to go on; without it a failure is a sentence with a button. */
  title?: string;
  way?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query has read; `className` and `style` are those of its failure. */
export function Async<Data>({ query, loading, title, way, children, ...failure }: AsyncProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return loading;
  if (title === undefined) return <Failure query={query} {...failure} />;
  return (
    <NotRead title={title} sentence={failureSentence(query.error)} onRetry={query.refetch}>
      {way}
    </NotRead>
  );
}

interface LoadingProps {
  /** What is read: "the journal". */
  what: string;
  /** Heights of its parts, px, one below the other. */
  heights?: readonly number[];
  className?: string | undefined;
  children?: ReactNode;
}

/** The shape of what is being read. */
export function Loading({ what, heights = [], className = "grid gap-12", children }: LoadingProps) {
  return (
    <div className={className} role="status" aria-label={`Loading ${what}`}>
      {children}
      {heights.map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <Skeleton key={at} height={height} />
      ))}
    </div>
  );
}

/** A placeholder in the shape of content that is loading. */
export function Skeleton({
  width = "100%",
  height = 12,
  style,
}: {
  width?: number | string;
  height?: number | string;
  style?: CSSProperties;
}) {
  return <i className={styles.bone} style={{ width, height, ...style }} aria-hidden="true" />;
}

interface NoticeProps {
  icon: LucideIcon;
  /** Warning style, for damage and uncertainty. */
  warn?: boolean;
  children: ReactNode;
  /** An action. */
  action?: ReactNode;
}

/** A sentence above the tabs. */
export function Notice({ icon, warn, children, action }: NoticeProps) {
  return (
    <div className={classes(styles.notice, warn && styles.warn)}>
      <Icon of={icon} />
      <p>{children}</p>
      {action}
    </div>
  );
}
