import { Suspense } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router-dom";
import { BottomBar } from "./bottom-bar";
import { Header } from "./header";
import styles from "./shell.module.css";

/** Header, page, and on the phone the bar below. */
export function Shell() {
  const { state } = useNavigation();
  return (
    <div className={styles.shell}>
      <a href="#page" className={styles.skip}>Skip to the page</a>
      <Header />
      {state === "loading" && <div className={styles.bar} role="progressbar" aria-label="Loading the page" />}
      <div className={styles.page} id="page" tabIndex={-1}>
        <Suspense><Outlet /></Suspense>
      </div>
      <BottomBar />
      <ScrollRestoration />
    </div>
  );
}
