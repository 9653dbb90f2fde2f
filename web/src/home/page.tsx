import { useInfiniteQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import { DESKTOP, useMedia } from "../look/use-media";
import { raceListOptions, racesOf } from "../race/queries";
import { rowsOf } from "../server/paged-list";
import { useUser } from "../server/session";
import { keepDropped } from "../tracks/dropped-files";
import { raceMode } from "../tracks/race-names";
import { trackFilter } from "../tracks/track-filter";
import { trackListOptions } from "../tracks/track-list";
import { Icon } from "../ui/icon";
import { lazyPanel, lazyQuiet } from "../ui/lazy-component";
import { type Tab, Tabs } from "../ui/tabs";
import { useTitle } from "../ui/title";
import styles from "./page.module.css";
import { RowSkeletons, TrackList } from "./track-list";

const RaceList = lazyPanel(() => import("./race-list").then((module) => module.RaceList), {
  placeholder: <RowSkeletons />,
});
const ConsentNotices = lazyQuiet(() => import("./consent-notices").then((module) => module.ConsentNotices));
const RacesRail = lazyQuiet(() => import("./races-rail").then((module) => module.RacesRail));

type HomeTab = "tracks" | "races";

/** The tabs, each with its number once its whole list is known; the lists are paged, and the server does not count them. */
function useTabs(): Tab<HomeTab>[] {
  const { filter } = useSnapshot(trackFilter);
  const user = useUser();
  const tracks = useInfiniteQuery({ ...trackListOptions(filter), enabled: false });
  const races = useInfiniteQuery({ ...raceListOptions({ mode: raceMode(user), search: "" }), enabled: false });
  return [
    {
      id: "tracks",
      label: "Tracks",
      count: tracks.hasNextPage || !tracks.data ? null : rowsOf(tracks.data).length,
    },
    {
      id: "races",
      label: "Races",
      count: races.hasNextPage || !races.data ? null : racesOf(races.data).length,
    },
  ];
}

/** Home: the tabs Tracks and Races, of which the address names one (`?tab=races`). */
export function Page() {
  const [search, setSearch] = useSearchParams();
  const tab: HomeTab = search.get("tab") === "races" ? "races" : "tracks";
  const tabs = useTabs();
  const isDesktop = useMedia(DESKTOP);
  useTitle(tab === "races" ? "Races" : "Tracks");
  return (
    <main>
      <Tabs label="Lists" tabs={tabs} value={tab} onChange={(next) => setSearch(next === "races" ? { tab: next } : {})}>
        {tab === "races" ? (
          <RaceList />
        ) : (
          <div className={styles.columns}>
            <div>
              <ConsentNotices />
              <TrackList />
            </div>
            <DropAnywhere />
            {isDesktop && <RacesRail />}
          </div>
        )}
      </Tabs>
    </main>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
/** A dialog may have a place for files of its own. */
const isFree = (): boolean => document.querySelector("[role=dialog]") === null;

/** Track files that are dropped anywhere on the list are taken to the upload; else the browser would leave for the file. */
function DropAnywhere() {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const on = (type: "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) =>
      window.addEventListener(type, act, { signal: listening.signal });
    on("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(isFree());
    });
    on("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!isFree()) return;
      keepDropped([...(event.dataTransfer?.files ?? [])]);
      void navigate("/upload");
    });
    return () => listening.abort();
  }, [navigate]);
  if (!isOver) return null;
  return (
    <div className={styles.over} role="status">
      <Icon of={Upload} size={20} />
      <b>Let go to upload these tracks</b>
    </div>
  );
}
