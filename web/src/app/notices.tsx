import { lazy, Suspense, useEffect, useState } from "react";
import { onQueuedNotice } from "../stores/notices";

const fetchToasts = () => import("../components/toasts");
const Toasts = lazy(() => fetchToasts().then((module) => ({ default: module.Toasts })));

/** What shows notices is fetched when the browser has time, or at the first notice: the first page needs none. */
export function Notices() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    onQueuedNotice(() => setWanted(true));
    // Before the network may be gone, or the notice of that could not be shown.
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
