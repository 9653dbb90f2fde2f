import { FileDown, RefreshCw, ShieldCheck } from "lucide-react";
import { proxy, ref, useSnapshot } from "valtio";
import { Button } from "../ui/button";
import { BoatOnSea, Notice } from "../ui/empty-state";
import { Icon } from "../ui/icon";
import { analyzeStore } from "./analyze-store";
import styles from "./drop-zone.module.css";
import { TAKE_OVER } from "./take-over";

const KINDS =
  ".fit, .gpx or .csv; .tcx, .kml, .geojson, .ubx, .sbp, .sbn, .oao, .gpy, .zip, .gz, .vkx, .vtk and logs of NMEA 0183, NMEA 2000 and Signal K (.nmea, .txt, .log, .tsv, .ebl, .json) too";

interface DropZoneProps {
  onBrowse: () => void;
  onSample: () => void;
  isDragged: boolean;
}

/** The area to drop or choose files. */
export function DropZone({ onBrowse, onSample, isDragged }: DropZoneProps) {
  const { isStored } = useSnapshot(offline);
  return (
    <div className={styles.whole}>
      <div className={styles.zone} data-dragged={isDragged || undefined}>
        <BoatOnSea strong />
        <h1>Drop a track here</h1>
        <p>{KINDS}. Many at once if you like.</p>
        <Button kind="primary" className={styles.choose} onClick={onBrowse}>
          Choose files
        </Button>
        <button type="button" className={styles.sample} onClick={onSample}>
          Show me a sample race
        </button>
      </div>
      <p className={styles.promise}>
        <Icon of={ShieldCheck} />
        <span>
          <b>Nothing is uploaded.</b> Your browser reads the file on this computer.{" "}
          {isStored
            ? "You need no account and no network, also to open this page again."
            : "You need no account, and once this page is open no network either."}
        </span>
      </p>
    </div>
  );
}

/** The same, smaller, beside a result. */
export function SmallDropZone({ onBrowse, isDragged }: Omit<DropZoneProps, "onSample">) {
  return (
    <>
      <button type="button" className={styles.small} data-dragged={isDragged || undefined} onClick={onBrowse}>
        <Icon of={FileDown} size={20} className="quiet" />
        <span>
          <b>Drop a track here</b>
          <small>{KINDS}, many at once if you like</small>
        </span>
      </button>
      <p className={styles.beside}>
        <Icon of={ShieldCheck} />
        <span>This file stays on your computer. Nothing is uploaded, and you need no account.</span>
      </p>
    </>
  );
}

/** Offers a version of this page that is newer than the one in use. */
export function NewVersion() {
  const { waiting } = useSnapshot(offline);
  const { files, isKept } = useSnapshot(analyzeStore);
  if (!waiting) return null;
  return (
    <Notice icon={RefreshCw} action={<Button onClick={takeNewVersion}>Use the new version</Button>}>
      A new version of this page is on this computer.
      {files.length > 0 && (isKept ? " Your files stay open." : " Your files have to be opened again.")}
    </Notice>
  );
}

// The files of /analyze in this browser, by its service worker, so that a reload needs no network.

interface OfflineState {
  /** Whether all files of a version are stored. */
  isStored: boolean;
  /** A newer version, all of whose files are stored, beside the one that answered this page. */
  waiting: ServiceWorker | null;
}

const offline = proxy<OfflineState>({ isStored: false, waiting: null });

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
const takeNewVersion = (): void => offline.waiting?.postMessage(TAKE_OVER);
