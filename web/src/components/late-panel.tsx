import { type ComponentType, createElement, useEffect, useState } from "react";
import { Button } from "./button";
import styles from "./late-panel.module.css";
import { Spinner } from "./spinner";

/** A component that is fetched when it is first mounted. */
export type Late<Props> = ((props: Props) => React.ReactNode) & {
  /** Fetches it before it is needed; afterwards it is mounted without a network. */
  load: () => Promise<unknown>;
};

/**
 * Divides a component from the page that shows it. Unlike React.lazy a failed request is reported in its place and can
 * be repeated. `quiet`: nothing is shown while it is fetched.
 */
export function latePanel<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { quiet = false } = {},
): Late<Props> {
  let fetched: ComponentType<Props> | null = null;
  const load = async () => {
    fetched ??= await fetchPart();
    return fetched;
  };
  function LatePart(props: Props) {
    const [part, setPart] = useState(() => fetched);
    const [isFailed, setFailed] = useState(false);
    useEffect(() => {
      if (part || isFailed) return;
      let isGone = false;
      load().then(
        (next) => isGone || setPart(() => next),
        () => isGone || setFailed(true),
      );
      return () => {
        isGone = true;
      };
    }, [part, isFailed]);
    if (part) return createElement(part, props);
    if (isFailed) return <Failed onRetry={() => setFailed(false)} />;
    return quiet ? null : <Waiting />;
  }
  return Object.assign(LatePart, { load });
}

function Waiting() {
  return (
    <div className={styles.late} role="status">
      <Spinner label="Loading" />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.late} role="alert">
      <p>This part of the page could not be loaded. Check your connection and try again.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
