import { useSearchParams } from "react-router-dom";
import { useTitle } from "../../app/title";
import { late } from "../../components/late";
import { type Tab, Tabs } from "../../components/tabs";
import { DESKTOP, useMedia } from "../../look/use-media";
import styles from "./page.module.css";
import { RowSkeletons } from "./row-skeletons";
import { TrackList } from "./track-list";

const RaceList = late(() => import("../../races/race-list").then((module) => module.RaceList), <RowSkeletons />);
const RacesRail = late(() => import("../../races/races-rail").then((module) => module.RacesRail));

type HomeTab = "tracks" | "races";
const TABS: Tab<HomeTab>[] = [
  { id: "tracks", label: "Tracks" },
  { id: "races", label: "Races" },
];

/** Home: the tabs Tracks and Races, of which the address names one (`?tab=races`). */
export function Page() {
  const [search, setSearch] = useSearchParams();
  const tab: HomeTab = search.get("tab") === "races" ? "races" : "tracks";
  const isDesktop = useMedia(DESKTOP);
  useTitle(tab === "races" ? "Races" : "Tracks");
  return (
    <main>
      <Tabs label="Lists" tabs={TABS} value={tab} onChange={(next) => setSearch(next === "races" ? { tab: next } : {})}>
        {tab === "races" ? (
          <RaceList />
        ) : (
          <div className={styles.columns}>
            <TrackList />
            {isDesktop && <RacesRail />}
          </div>
        )}
      </Tabs>
    </main>
  );
}
