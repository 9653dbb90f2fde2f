import type { GarminConnection } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Check, ExternalLink, Watch } from "lucide-react";
import { Link } from "react-router-dom";
import { call } from "../../server/client";
import { pollOptions } from "../../server/polling";
import { useSend } from "../../server/read";
import { BlockableButton, Button } from "../../ui/button";
import { useQuestion } from "../../ui/dialog";
import { Async, Loading } from "../../ui/empty-state";
import { Icon } from "../../ui/icon";
import { Badge } from "../../ui/marks";
import { Spinner } from "../../ui/progress";
import { useTitle } from "../../ui/title";
import { AccountCard, AccountPage } from "./account-card";
import styles from "./garmin-page.module.css";
import { localDay } from "./plans";
import { refreshProfile } from "./profile";

/** The connection with a Garmin account. */
export function Page() {
  useTitle("Garmin");
  return (
    <AccountPage>
      <Async
        query={useQuery(garminOptions())}
        title="The connection could not be read"
        loading={
          <AccountCard title="Garmin">
            <Loading what="the connection" heights={[48]} />
          </AccountCard>
        }
      >
        {({ value }) => <Connection garmin={value} />}
      </Async>
    </AccountPage>
  );
}

function Connection({ garmin }: { garmin: GarminConnection }) {
  const { garmin_connected, provider, activities } = garmin;
  const { mutate, isPending, isSuccess } = useConnectGarmin();
  const { mutateAsync: disconnect } = useDisconnectGarmin();
  const [question, ask] = useQuestion();
  const askToDisconnect = () =>
    ask({
      question: "Disconnect your Garmin account?",
      detail: "New activities no longer arrive. Tracks that have arrived stay.",
      onYes: () => disconnect(),
    });
  return (
    <>
      <AccountCard
        title="Garmin"
        aside={
          garmin_connected && (
            <Badge icon={Check} tone="line">
              Connected
            </Badge>
          )
        }
      >
        <div className={styles.connection}>
          <Icon of={Watch} size={20} className="fixed quiet" />
          <div className={styles.text}>
            <About garmin={garmin} />
          </div>
          <div className={styles.actions}>
            <BlockableButton
              kind={garmin_connected || !provider ? "outline" : "primary"}
              icon={ExternalLink}
              busy={isPending || isSuccess}
              blocked={blockedText(garmin)}
              onClick={() => mutate()}
            >
              Garmin Connect
            </BlockableButton>
            {garmin_connected && (
              <Button kind="danger" onClick={askToDisconnect}>
                Disconnect
              </Button>
            )}
          </div>
        </div>
      </AccountCard>
      {activities.length > 0 && <ActivityList activities={activities} />}
      {question}
    </>
  );
}

function blockedText({ garmin_connected, provider }: GarminConnection): string | null {
  if (garmin_connected) return "Your Garmin account is connected already.";
  return provider ? null : "This server is not connected with Garmin.";
}

function About({ garmin: { garmin_connected, provider } }: { garmin: GarminConnection }) {
  const simulated = provider === "embedded" && (
    <p className="small secondary">
      This server has no keys for Garmin: it connects a simulated account, which has recorded one session.
    </p>
  );
  if (garmin_connected)
    return (
      <>
        <p>New activities on the water arrive by themselves, as private tracks, soon after you sync the watch.</p>
        <p className="small secondary">
          To disconnect, remove Leebow from your Garmin account, under Connected Apps, or disconnect here. Tracks that
          have arrived stay.
        </p>
        {simulated}
      </>
    );
  if (!provider)
    return <p>This server is not connected with Garmin. Export your sessions from Garmin Connect and upload them.</p>;
  return (
    <>
      <p>Connect your Garmin account, and new activities on the water arrive by themselves, as private tracks.</p>
      <p className="small secondary">
        You are taken to Garmin to allow it, and back here afterwards. Older activities stay there; upload their files.
      </p>
      {simulated}
    </>
  );
}

type Activity = GarminConnection["activities"][number];

/** The activities that came last, and what became of each. */
function ActivityList({ activities }: { activities: readonly Activity[] }) {
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

/** The connection with Garmin, and the activities that came from there. */

const GARMIN = ["garmin"] as const;

/** Whether an activity is still being fetched from Garmin. */
const isFetching = ({ activities }: GarminConnection): boolean => activities.some(({ status }) => status === "waiting");

const garminOptions = () =>
  pollOptions({
    queryKey: GARMIN,
    fetch: (signal): Promise<GarminConnection> => call("GET /garmin/", { signal }),
    isUnfinished: isFetching,
  });

/** Leaves for the page on which the user allows the connection. */
const useConnectGarmin = () =>
  useSend("GET /garmin/authorize/", () => ({}), { holds: (_, url) => location.assign(url) });

const useDisconnectGarmin = () =>
  useSend("DELETE /garmin/", () => ({}), {
    notice: "Garmin was disconnected.",
    holds: (client) => refreshProfile(client),
    touches: [GARMIN],
  });
