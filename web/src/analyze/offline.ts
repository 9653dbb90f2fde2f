/** The files of /analyze in this browser, by its service worker, so that a reload needs no network. */
import { proxy, ref } from "valtio";
import { analyzeStore } from "./analyze-store";
import { TAKE_OVER } from "./take-over";

interface OfflineState {
  /** Whether all files of a version are stored. */
  isStored: boolean;
  /** A newer version, all of whose files are stored, beside the one that answered this page. */
  waiting: ServiceWorker | null;
}

export const offline = proxy<OfflineState>({ isStored: false, waiting: null });

const reload = () => location.reload();

/**
 * Once the page is loaded, stores its files, or looks for a newer version. In development there is no service worker, and
 * no browser has one for an address without https but this computer's own.
 */
export async function storePage(loaded: Promise<void>): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // Another version answers this tab from now on, perhaps chosen in another tab: the page must be of the same.
  if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", reload);
  await loaded;
  if (analyzeStore.readiness !== "ready") return;
  const show = (registration: ServiceWorkerRegistration) => {
    offline.isStored = registration.active !== null;
    offline.waiting = serviceWorker.controller && registration.waiting && ref(registration.waiting);
  };
  try {
    const registration = await serviceWorker.register("/service-worker.js", { scope: "/analyze" });
    const watch = () => registration.installing?.addEventListener("statechange", () => show(registration));
    registration.addEventListener("updatefound", watch);
    watch();
    show(registration);
  } catch {
    // The browser stores nothing: without a network the page cannot be opened again.
  }
}

/** Lets the newer version answer; every tab with this page is then loaded again. */
export const takeNewVersion = (): void => offline.waiting?.postMessage(TAKE_OVER);
