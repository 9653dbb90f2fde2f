import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";
import styles from "./paper.module.css";

/** A page for paper, which the browser also saves as PDF. It is in the document while the browser prints. */
export function Paper({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  useEffect(() => {
    addEventListener("afterprint", onDone, { once: true });
    const frame = requestAnimationFrame(() => print());
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("afterprint", onDone);
    };
  }, [onDone]);
  return createPortal(
    <div className={styles.paper} aria-hidden="true" data-theme="light">
      {children}
    </div>,
    document.body,
  );
}
