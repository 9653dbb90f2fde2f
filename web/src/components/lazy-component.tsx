/** Components whose code is fetched when they are first shown, apart from the page that shows them. */
import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from "react";
import { notify } from "../stores/notices";
import { Button } from "./button";
import { reloadFailedStyles } from "./failed-styles";
import styles from "./lazy-component.module.css";
import { reloadWhenConnected } from "./reload-page";
import { Spinner } from "./spinner";

export const NOT_LOADED = "This could not be loaded. Check your connection and try again.";

interface Loadable {
  /** Fetches it before it is needed; afterwards it is mounted without a network. */
  load: () => Promise<unknown>;
}

/** A component in its place on a page. */
export type LazyPanel<Props> = ((props: Props) => ReactNode) & Loadable;

interface Closable {
  /** Called when the code could not be fetched; opened again, it is fetched again. */
  onClose?: () => void;
}

interface PanelOptions {
  /** Nothing is shown while it is fetched. */
  quiet?: boolean;
  /** Shown while it is fetched, instead of a spinner. */
  placeholder?: ReactNode;
}

/** A part of a page. Unlike with React.lazy a failed request is reported in its place and can be repeated. */
export function lazyPanel<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { quiet = false, placeholder = quiet ? null : <Waiting /> }: PanelOptions = {},
): LazyPanel<Props> {
  const { useFetched, load } = fetchedOnce(fetchPart);
  function Lazy(props: Props) {
    const { part, isFailed, retry } = useFetched();
    if (part) return createElement(part, props);
    if (isFailed) return <Failed onRetry={retry} />;
    return placeholder;
  }
  return Object.assign(Lazy, { load });
}

/**
 * A dialog or another component that can be closed: nothing until it is fetched. When that fails, a notice says so and
 * the component is closed. When it fails again, the page is loaded anew (reload-page.ts).
 */
export function lazyClosable<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props & Closable> & Loadable {
  const { useFetched, load } = fetchedOnce(fetchPart);
  function Lazy(props: Props & Closable) {
    const { part, isFailed } = useFetched({ isOpenedAnew: true });
    const { onClose } = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is reported once.
    useEffect(() => {
      if (!isFailed) return;
      notify.error(NOT_LOADED);
      onClose?.();
    }, [isFailed]);
    return part ? createElement(part, props) : null;
  }
  return Object.assign(Lazy, { load });
}

/** A component that all its places on the page share, fetched by the first of them. */
export function fetchedOnce<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let fetched: ComponentType<Props> | null = null;
  let hasFailed = false;
  const load = async () => {
    fetched ??= await reloadFailedStyles().then(fetchPart);
    return fetched;
  };
  /** `isOpenedAnew`: each mount after a failure is another try of the user. */
  function useFetched({ isOpenedAnew = false } = {}) {
    const [part, setPart] = useState(() => fetched);
    const [isFailed, setFailed] = useState(false);
    const isRetried = useRef(isOpenedAnew && hasFailed);
    useEffect(() => {
      if (part || isFailed) return;
      let isGone = false;
      const fail = () => {
        if (isGone) return;
        hasFailed = true;
        setFailed(true);
        if (isRetried.current) void reloadWhenConnected();
      };
      load().then((next) => isGone || setPart(() => next), fail);
      return () => {
        isGone = true;
      };
    }, [part, isFailed]);
    const retry = () => {
      isRetried.current ||= isFailed;
      setFailed(false);
    };
    return { part, isFailed, retry };
  }
  return { useFetched, load };
}

function Waiting() {
  return (
    <div className={styles.frame} role="status">
      <Spinner label="Loading" />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.frame} role="alert">
      <p>This part of the page could not be loaded. Check your connection and try again.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
