import { lazy, Suspense, useEffect, useState } from "react";
import { onQueuedNotice } from "../stores/notices";

const fetchToasts = () => import("../components/toasts");
const Toasts = lazy(() => fetchToasts().then((module) => ({ default: module.Toasts })));

/** Loads the component that shows notices 3 s after the start, or with the first notice. */
export function Notices() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    onQueuedNotice(() => setWanted(true));
    // Loaded before it is needed: without a network the notice about it could not be shown.
    const timer = setTimeout(() => void fetchToasts(), 3000);
    return () => clearTimeout(timer);
  }, []);
  return (
    wanted && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  );
}
