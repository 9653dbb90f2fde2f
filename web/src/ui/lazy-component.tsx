/** Components whose code is fetched when they are first shown, apart from the page that shows them. */
import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from "react";
import { notify } from "../server/notices";
import { Button } from "./button";
import { Spinner } from "./progress";

export const NOT_LOADED = "This could not be loaded. Check your connection and try again.";

interface Loadable {
  /** Fetches it before it is needed; afterwards it is mounted without a network. */
  load: () => Promise<unknown>;
}

/** A component in its place on a page. */
type LazyPanel<Props> = ((props: Props) => ReactNode) & Loadable;

interface Closable {
  /** Called when the code could not be fetched; opened again, it is fetched again. */
  onClose?: () => void;
}

/**
 * A part of a page, with a spinner or `placeholder` while it is fetched. Unlike with React.lazy a failed request is reported
 * in its place and can be repeated.
 */
export function lazyPanel<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { placeholder = <Waiting /> }: { placeholder?: ReactNode } = {},
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

/** A part of a page in whose place nothing is shown while it is fetched. */
export const lazyQuiet = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): LazyPanel<Props> =>
  lazyPanel(fetchPart, { placeholder: null });

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
    <div className="message" role="status">
      <Spinner label="Loading" />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="message" role="alert">
      <p>This part of the page could not be loaded. Check your connection and try again.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

/**
 * Loads the page anew when the server answers. Some browsers keep the failed request of a module for as long as the page is
 * there, and an update of the server gives modules other names: trying again on the same page would fail for ever.
 */
export async function reloadWhenConnected(): Promise<void> {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

/**
 * Style sheets of code that is loaded lazily. The loader of the build requests each once: after a failure it would show the
 * code without them.
 */
const failed = new Set<HTMLLinkElement>();

/** Notes style sheets that could not be loaded, from the start of the page on. */
export function watchStyles(): void {
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
    },
    { capture: true },
  );
}

/** Requests the style sheets again that could not be loaded; rejects when one fails again. */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(reload));
}

function reload(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.onload = () => resolve();
    next.onerror = () => reject(new Error(`The style sheet ${link.href} could not be loaded.`));
    failed.delete(link);
    link.replaceWith(next);
  });
}
