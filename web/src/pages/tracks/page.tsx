import { useInfiniteQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useSnapshot } from "valtio";
import { failureSentence } from "../../api/failure";
import { useTitle } from "../../app/title";
import { Button, ButtonLink } from "../../components/button";
import { EmptyState } from "../../components/empty-state";
import { Spinner } from "../../components/spinner";
import { rowsOfPages, trackListOptions, useTrackProgress } from "../../queries/track-list";
import { filterTracks, isFiltered, trackFilter } from "../../stores/track-filter";
import { byDay } from "./days";
import { FilterBar } from "./filter-bar";
import styles from "./page.module.css";
import { useRowKeys } from "./row-keys";
import { RowSkeletons } from "./row-skeletons";
import { TrackRow } from "./track-row";

/** Track List: one row per track, by day. */
export function Page() {
  useTitle("Tracks");
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
  const { filter } = useSnapshot(trackFilter);
  const list = useInfiniteQuery(trackListOptions(filter));
  const { data, error, refetch } = list;
  const rows = useMemo(() => (data ? rowsOfPages(data) : []), [data]);
  useTrackProgress(rows);
  if (!data && error) {
    return (
      <EmptyState
        title="The track list could not be read"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {failureSentence(error)}
      </EmptyState>
    );
  }
  if (!data) return <RowSkeletons />;
  if (rows.length === 0) return <Nothing filtered={isFiltered(filter)} />;
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
      {list.hasNextPage && <More isFetching={list.isFetchingNextPage} fetchMore={list.fetchNextPage} />}
    </>
  );
}

/** The next page is fetched when the end of the list comes near, or by the button. */
function More({ isFetching, fetchMore }: { isFetching: boolean; fetchMore: () => Promise<unknown> }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || isFetching) return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchMore(), {
      rootMargin: "400px",
    });
    near.observe(end.current);
    return () => near.disconnect();
  }, [isFetching, fetchMore]);
  return (
    <div ref={end} className={styles.more}>
      {isFetching ? (
        <span className="row secondary" role="status">
          <Spinner /> Loading more tracks
        </span>
      ) : (
        <Button onClick={() => void fetchMore()}>Show more tracks</Button>
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
