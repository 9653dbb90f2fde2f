import type { GarminConnection } from "@leebow/api/contract";
import { Link } from "react-router-dom";
import { Badge } from "../../components/badge";
import { Spinner } from "../../components/spinner";
import { AccountCard } from "./account-card";
import styles from "./garmin-page.module.css";
import { localDay } from "./plans";

type Activity = GarminConnection["activities"][number];

/** The activities that came last, and what became of each. */
export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  return (
    <AccountCard title="Activities from Garmin" aside={<span className="caption">the latest {activities.length}</span>}>
      <ul className={styles.activities}>
        {activities.map((activity) => (
          <li key={activity.summary_id}>
            <div className="grow">
              <p className="truncate">
                <b>{activity.name ?? "Activity without a name"}</b>
              </p>
              <p className="small secondary">
                {localDay(activity.received_at)}
                {activity.reason && `. ${activity.reason}`}
              </p>
            </div>
            <State activity={activity} />
          </li>
        ))}
      </ul>
    </AccountCard>
  );
}

function State({ activity: { status, track } }: { activity: Activity }) {
  if (status === "waiting")
    return (
      <span className="row small secondary" role="status">
        <Spinner /> Being fetched
      </span>
    );
  if (status === "imported")
    return track === null ? <Badge>Track deleted</Badge> : <Link to={`/tracks/${track}`}>Track {track}</Link>;
  return status === "failed" ? <Badge tone="danger">Not imported</Badge> : <Badge>Not imported</Badge>;
}
