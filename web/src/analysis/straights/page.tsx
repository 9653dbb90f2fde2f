import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import { failureSentence } from "../../server/failure";
import { notify } from "../../server/notices";
import { useCurrent } from "../../tracks/current-track";
import { ButtonLink } from "../../ui/button";
import { NotRead, Skeleton } from "../../ui/empty-state";
import { useTitle } from "../../ui/title";
import styles from "./page.module.css";
import { straightAnalysisOptions } from "./queries";
import { reportTitle } from "./report-head";
import { StraightReport } from "./straight-report";

/** The straight-line analysis of straights of one track. */
export function Page() {
  const id = Number(useParams().analysis_id);
  const { data, error, refetch } = useQuery(straightAnalysisOptions(id));
  const failure = error && !data ? failureSentence(error) : null;
  useTitle(data ? reportTitle(data.analysis) : "Straight Line Analysis Report");
  useCurrent("track", data?.track);
  useEffect(() => {
    if (failure) notify.error(failure);
  }, [failure]);
  if (failure)
    return (
      <main>
        <h1 className="visually-hidden">Straight Line Analysis Report</h1>
        <NotRead title="This analysis could not be read" sentence={failure} onRetry={refetch}>
          <ButtonLink to="/home">Tracks</ButtonLink>
        </NotRead>
      </main>
    );
  if (!data) return <Loading />;
  return <StraightReport key={data.analysis.id} {...data} />;
}

const Loading = () => (
  <main role="status" aria-label="Loading the analysis">
    <div className={styles.head}>
      <Skeleton width={280} height={20} />
      <Skeleton width={520} style={{ marginTop: 14 }} height={28} />
    </div>
    <div className={styles.content}>
      <Skeleton height={260} />
      <Skeleton height={300} />
    </div>
  </main>
);
