import { Upload } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useTitle } from "../../app/title";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { Spinner } from "../../components/spinner";
import {
  filterTracks,
  isFiltered,
  loadMoreTracks,
  loadTrackDates,
  loadTracks,
  stopWatching,
  tracks,
} from "../../stores/tracks";
import { byDay } from "./days";
import { FilterBar } from "./filter-bar";
import styles from "./page.module.css";
import { useRowKeys } from "./row-keys";
import { RowSkeletons } from "./row-skeletons";
import { TrackRow } from "./track-row";

/** Track List: one row per track, by day. */
export function Page() {
  useTitle("Tracks");
  useEffect(() => {
    void loadTracks();
    void loadTrackDates();
    return stopWatching;
  }, []);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(search, list);
  return (
    <main className={styles.main}>
      <h1 className="visually-hidden">Track List</h1>
      <FilterBar searchRef={search} />
      <div ref={list}>
        <List />
      </div>
    </main>
  );
}

function List() {
  const { rows, status, failure, filter } = useSnapshot(tracks);
  if (status === "failed") {
    return (
      <EmptyState
        title="The track list could not be read"
        action={<Button onClick={() => void loadTracks()}>Try again</Button>}
      >
        {failure}
      </EmptyState>
    );
  }
  if (rows.length === 0) return status === "ready" ? <Nothing filtered={isFiltered(filter)} /> : <RowSkeletons />;
  return (
    <>
      {byDay(rows).map((day) => (
        <section key={day.key} className={styles.day} aria-labelledby={day.key}>
          <div className={styles.head}>
            <h2 id={day.key}>{day.title}</h2>
            {day.location && <span className="small quiet">{day.location}</span>}
          </div>
          <div className={styles.rows}>
            {day.tracks.map((track) => (
              <TrackRow key={track.id} track={track} location={day.location ? null : track.location} />
            ))}
          </div>
        </section>
      ))}
      <More />
    </>
  );
}

/** The next page comes by scrolling, or by asking for it. */
function More() {
  const { next, status } = useSnapshot(tracks);
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mark.current || next === null) return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void loadMoreTracks(), {
      rootMargin: "400px",
    });
    near.observe(mark.current);
    return () => near.disconnect();
  }, [next]);
  if (next === null) return null;
  return (
    <div ref={mark} className={styles.more}>
      {status === "more" ? (
        <span className="row secondary" role="status">
          <Spinner /> Loading more tracks
        </span>
      ) : (
        <Button onClick={() => void loadMoreTracks()}>Show more tracks</Button>
      )}
    </div>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  const clear = () => filterTracks({ search: "", start_date: null, end_date: null });
  const upload = (
    <ButtonLink to="/upload" icon={Upload}>
      Upload a track
    </ButtonLink>
  );
  return (
    <EmptyState
      title="No Tracks Match Your Search"
      action={filtered ? <Button onClick={clear}>Clear search</Button> : upload}
    >
      {filtered ? "Please try another search." : "There are no tracks here yet. Upload one, or look at another list."}
    </EmptyState>
  );
}
