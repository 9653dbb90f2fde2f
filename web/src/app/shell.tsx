import { Suspense, useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router-dom";
import { useSnapshot } from "valtio";
import { lazyClosable } from "../components/lazy-component";
import { session } from "../stores/session";
import { closedWelcome, welcomeFor } from "../stores/welcome";
import { BottomBar } from "./bottom-bar";
import { Header } from "./header";
import styles from "./shell.module.css";

const Welcome = lazyClosable(() => import("../welcome/welcome").then((part) => part.Welcome));

/** Header, page and, on a phone, the bottom bar. */
export function Shell() {
  const { state } = useNavigation();
  const page = useFocusedPage();
  const units = useUnitsOfPage();
  return (
    <div className={styles.shell}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <Header>
        {state === "loading" && <div className={styles.bar} role="progressbar" aria-label="Loading the page" />}
      </Header>
      <div className={styles.page} id="page" tabIndex={-1} ref={page}>
        <Suspense key={units}>
          <Outlet />
        </Suspense>
      </div>
      <BottomBar />
      <ScrollRestoration />
      <LateWelcome />
    </div>
  );
}

/** Loads the welcome for the users it is for. */
function LateWelcome() {
  const { user } = useSnapshot(session);
  const closed = useSnapshot(closedWelcome);
  return user && welcomeFor(user, closed) && <Welcome />;
}

/**
 * Figures are written when a component is drawn. A page is drawn anew when the units of the account change, as they may
 * on another device; not the page of the account, whose form has just changed them.
 */
function useUnitsOfPage(): string {
  const { user } = useSnapshot(session);
  const { pathname } = useLocation();
  return pathname.startsWith("/account") ? "" : JSON.stringify(user?.units);
}

/** Focuses the page after navigation, as the browser does after loading a document. */
function useFocusedPage() {
  const { pathname } = useLocation();
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!page.current?.contains(document.activeElement)) page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return page;
}
