import type { Track } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useSnapshot } from "valtio";
import { failureSentence } from "../../api/failure";
import { More } from "../../components/more";
import { NotRead } from "../../components/not-read";
import { rowsOf } from "../../queries/paged-list";
import { useTrackProgress } from "../../queries/track-list";
import { trackListOptions } from "../../queries/track-pages";
import { trackFilter } from "../../stores/track-filter";
import { DayList, type RenderRow } from "../../tracks/day-list";
import { dayTotal } from "../../tracks/day-total";
import { useRowKeys } from "../../tracks/row-keys";
import { FilterBar } from "./filter-bar";
import { FirstTrack } from "./first-track";
import { NoTracks } from "./no-tracks";
import { RowSkeletons } from "./row-skeletons";
import { TrackRow } from "./track-row";

/** Track List: one row per track, by day. */
export function TrackList() {
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(search, list);
  return (
    <div>
      <h1 className="visually-hidden">Track List</h1>
      <FilterBar searchRef={search} />
      <div ref={list}>
        <List />
      </div>
    </div>
  );
}

const trackRow: RenderRow<Track> = (track, own) => <TrackRow key={track.id} track={track} own={own} />;

function List() {
  const { filter } = useSnapshot(trackFilter);
  const list = useInfiniteQuery(trackListOptions(filter));
  const { data, error, refetch } = list;
  const rows = useMemo(() => (data ? rowsOf(data) : []), [data]);
  useTrackProgress(rows);
  if (!data && error) {
    return <NotRead title="The track list could not be read" sentence={failureSentence(error)} onRetry={refetch} />;
  }
  if (!data) return <RowSkeletons />;
  if (rows.length === 0) return <NoTracks />;
  return (
    <>
      <FirstTrack tracks={rows} />
      <DayList
        rows={rows}
        render={trackRow}
        total={filter.mode === "mine" ? dayTotal : undefined}
        isOpen={list.hasNextPage}
      />
      <More things="tracks" list={list} />
    </>
  );
}
