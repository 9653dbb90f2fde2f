import { Suspense, useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router-dom";
import { BottomBar } from "./bottom-bar";
import { Header } from "./header";
import styles from "./shell.module.css";

/** Header, page and, on a phone, the bottom bar. */
export function Shell() {
  const { state } = useNavigation();
  const page = useFocusedPage();
  return (
    <div className={styles.shell}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <Header>
        {state === "loading" && <div className={styles.bar} role="progressbar" aria-label="Loading the page" />}
      </Header>
      <div className={styles.page} id="page" tabIndex={-1} ref={page}>
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
      <BottomBar />
      <ScrollRestoration />
    </div>
  );
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
