import type { Race } from "@leebow/api/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { NewRaceButton, type OpenRaceDialog, useRaceDialog } from "../race/open-race-dialog";
import { raceListOptions, racesOf, useRaceProgress } from "../race/queries";
import { RaceRow } from "../race/race-row";
import { useUser } from "../server/session";
import { DayList, type RenderRow, useRowKeys } from "../tracks/day-list";
import { raceMode } from "../tracks/race-names";
import { SEARCH_PAUSE_MS } from "../tracks/track-filter";
import { Button } from "../ui/button";
import { Async, EmptyState, Loading, Skeleton } from "../ui/empty-state";
import { SearchField } from "../ui/field";
import { More } from "../ui/more";
import styles from "./race-list.module.css";

/** Race List: the races with tracks the user sees, by day. */
export function RaceList() {
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const [words, setWords] = useState("");
  const { open, dialog } = useRaceDialog();
  useRowKeys(search, list);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), typed === "" ? 0 : SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="list-page">
      <h1 className="visually-hidden">Race List</h1>
      <div className={styles.bar}>
        <SearchField
          ref={search}
          label="Search races"
          placeholder="Search race, place or sailor"
          value={typed}
          onChange={setTyped}
          className="fills"
        />
        <NewRaceButton kind="primary" />
      </div>
      <div ref={list}>
        <List search={words} onClear={() => setTyped("")} onOpen={open} />
      </div>
      {dialog}
    </div>
  );
}

function List({ search, onClear, onOpen }: { search: string; onClear: () => void; onOpen: OpenRaceDialog }) {
  const user = useUser();
  const list = useInfiniteQuery(raceListOptions({ mode: raceMode(user), search }));
  const { data } = list;
  const races = useMemo(() => (data ? racesOf(data) : []), [data]);
  useRaceProgress(races);
  const raceRow = useCallback<RenderRow<Race>>(
    (race, own) => <RaceRow key={race.id} race={race} own={own} onOpen={onOpen} />,
    [onOpen],
  );
  return (
    <Async
      query={list}
      title="The race list could not be read"
      loading={
        <Loading what="races" heights={[118, 118, 118]} className={styles.loading}>
          <Skeleton width={190} />
        </Loading>
      }
    >
      {() =>
        races.length === 0 && !list.hasNextPage ? (
          <Nothing isSearch={search !== ""} onClear={onClear} />
        ) : (
          <>
            <DayList rows={races} render={raceRow} undated="Not read yet" />
            <More things="races" list={list} />
          </>
        )
      }
    </Async>
  );
}

function Nothing({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  if (isSearch) {
    return (
      <EmptyState title="No races match your search" action={<Button onClick={onClear}>Clear search</Button>}>
        Please try another search.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No races yet" action={<NewRaceButton kind="outline" />}>
      A race puts two or more tracks of one day on one clock.
    </EmptyState>
  );
}
