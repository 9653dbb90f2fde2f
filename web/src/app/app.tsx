/** The screens on an element of the document, at the present address. */
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { StrictMode, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { clearSession } from "../people/account/log-out";
import { loginAddress } from "../people/account/login-address";
import { call, errorHandlers } from "../server/client";
import { NOTICE_MS, type Notice, subscribeToNotices } from "../server/notices";
import { queryClient } from "../server/query-client";
import { resetTrackFilter } from "../tracks/track-filter";
import { classes } from "../ui/classes";
import { Icon } from "../ui/icon";
import styles from "./app.module.css";
import { AppBoundary } from "./error-page";
import { createRouter } from "./routes";

/** Shows the screens. Returns the function that takes them away. */
export function showApp(element: Element): () => void {
  const router = createRouter();
  errorHandlers.unauthorized = () => {
    clearSession();
    // In place of the page that was refused: going back would be refused, and lead here, again.
    void router.navigate(loginAddress(location.pathname + location.search), { replace: true });
  };
  errorHandlers.forbidden = () => {
    // The list may be what was refused: an administrator's, of somebody who is none any more.
    resetTrackFilter();
    void router.navigate("/", { replace: true });
  };
  reportPageViews(router);

  const root = createRoot(element);
  root.render(
    <StrictMode>
      <AppBoundary>
        <QueryClientProvider client={queryClient}>
          <Tooltip.Provider delay={400}>
            <RouterProvider router={router} />
            <Notices />
          </Tooltip.Provider>
        </QueryClientProvider>
      </AppBoundary>
    </StrictMode>,
  );
  return () => {
    root.unmount();
    router.dispose();
  };
}

/** How long a notice with a button is shown, ms: the button has to be read, reached and pressed. *guess* */
const ACTION_MS = 8000;
/** The latest notices; older ones give way. */
const MOST_SHOWN = 4;

const SIGNS = { success: CircleCheck, info: Info, error: CircleAlert };

interface Shown extends Notice {
  id: number;
}

/**
 * Notices at the bottom, the newest lowest. They stay while one is pointed at or focused. Errors are announced
 * assertively. In the first bundle: a failed request has to be reported also when no more code can be fetched.
 */
export function Notices() {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    let next_id = 0;
    return subscribeToNotices((notice) => {
      const added = { ...notice, id: next_id++ };
      setShown((before) => [...before, added].slice(-MOST_SHOWN));
    });
  }, []);
  const close = useCallback((id: number) => {
    setShown((before) => before.filter((one) => one.id !== id));
    // An element that is removed sends no event about the pointer or the focus leaving it.
    setHeld(false);
  }, []);
  return createPortal(
    <section
      // Its children are announced, and dialogs do not hide it from assistive technology.
      aria-live="polite"
      aria-label="Notifications"
      className={styles.notices}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((notice) => (
        <Item key={notice.id} notice={notice} isHeld={isHeld} onClose={close} />
      ))}
    </section>,
    document.body,
  );
}

interface ItemProps {
  notice: Shown;
  isHeld: boolean;
  onClose: (id: number) => void;
}

function Item({ notice: { id, type, text, action }, isHeld, onClose }: ItemProps) {
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, action ? ACTION_MS : NOTICE_MS, id);
    return () => clearTimeout(timer);
  }, [id, action, isHeld, onClose]);
  const press = () => {
    onClose(id);
    action?.run();
  };
  return (
    <div
      className={classes(styles.notice, type === "error" && styles.error)}
      data-type={type}
      role={type === "error" ? "alert" : undefined}
    >
      <Icon of={SIGNS[type]} />
      <p>{text}</p>
      {action && (
        <button type="button" className={styles.action} onClick={press}>
          {action.label}
        </button>
      )}
    </div>
  );
}

// Reports which kind of page is opened, for the server's own counter.

type Router = ReturnType<typeof createRouter>;

/** Counts the page that is open now and each one that is opened later: its pattern, never its address. */
function reportPageViews(router: Router): void {
  let shown = "";
  const report = ({ initialized, navigation, location, matches }: Router["state"]) => {
    if (!initialized || navigation.state !== "idle" || location.pathname === shown) return;
    shown = location.pathname;
    // This page promises that nothing is sent.
    if (location.pathname === "/analyze") return;
    const page = patternOf(matches.map(({ route }) => route.path ?? ""));
    // Counting is no reason for a message: without a network it is left out.
    void call("POST /page-views/", { body: { page } }).catch(() => undefined);
  };
  router.subscribe(report);
  report(router.state);
}

/** The pattern of an address from those of its nested routes: "/account" and "plan" are "/account/plan". */
function patternOf(paths: readonly string[]): string {
  return paths.reduce((whole, path) => (path.startsWith("/") || path === "" ? path || whole : `${whole}/${path}`), "");
}
