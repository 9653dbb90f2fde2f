import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import { lazyPanel } from "../../components/lazy-component";
import { type Tab, Tabs } from "../../components/tabs";
import { useTitle } from "../../components/title";
import { DESKTOP, useMedia } from "../../look/use-media";
import { rowsOf } from "../../queries/paged-list";
import { raceListOptions, racesOf } from "../../queries/race-list";
import { trackListOptions } from "../../queries/track-pages";
import { raceMode } from "../../races/race-names";
import { session } from "../../stores/session";
import { trackFilter } from "../../stores/track-filter";
import { DropAnywhere } from "./drop-anywhere";
import styles from "./page.module.css";
import { RowSkeletons } from "./row-skeletons";
import { TrackList } from "./track-list";

const RaceList = lazyPanel(() => import("../../races/race-list").then((module) => module.RaceList), {
  placeholder: <RowSkeletons />,
});
const ConsentNotices = lazyPanel(() => import("../../races/consent-notices").then((module) => module.ConsentNotices), {
  quiet: true,
});
const RacesRail = lazyPanel(() => import("../../races/races-rail").then((module) => module.RacesRail), { quiet: true });

type HomeTab = "tracks" | "races";

/** The tabs, each with its number once its whole list is known; the lists are paged, and the server does not count them. */
function useTabs(): Tab<HomeTab>[] {
  const { filter } = useSnapshot(trackFilter);
  const { user } = useSnapshot(session);
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
