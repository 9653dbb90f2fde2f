import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { session } from "../../server/session";
import { ButtonLink } from "../../ui/button";
import { EmptyState, Skeleton } from "../../ui/empty-state";
import { useTitle } from "../../ui/title";
import { ConfirmAddress } from "../account/confirm-address";
import { profileOptions } from "../account/profile";
import { AuditCard } from "./audit-card";
import { HealthCard, StorageCard } from "./health-card";
import { JobsCard, type ShownJobs } from "./jobs-card";
import styles from "./page.module.css";
import { healthOptions } from "./queries";
import { UsersCard } from "./users-card";

/** Users, health, jobs, storage and audit, for administrators alone. */
export function Page() {
  useTitle("Administration");
  const { user } = useSnapshot(session);
  // A session stored by an earlier version does not say whether the address is confirmed.
  const mayEnter = user?.role === 1 && user.email_confirmed !== false;
  return (
    <main className={styles.main}>
      <div className={styles.top}>
        <h1 className="title">Administration</h1>
        {mayEnter && <Checked />}
      </div>
      {mayEnter ? <Cards /> : <Refused isUnconfirmed={user?.role === 1} />}
    </main>
  );
}

/** For those who may not enter, after the server was asked: the role may be newer than the session. */
function Refused({ isUnconfirmed }: { isUnconfirmed: boolean }) {
  const { isFetchedAfterMount } = useQuery({ ...profileOptions(), meta: { silent: true } });
  if (!isFetchedAfterMount)
    return (
      <div role="status" aria-label="Looking up your role">
        <Skeleton height={220} />
      </div>
    );
  return (
    <>
      <ConfirmAddress />
      <EmptyState
        title={isUnconfirmed ? "Your address is not confirmed" : "Administration is for administrators"}
        action={<ButtonLink to="/home">Back to the tracks</ButtonLink>}
      >
        {isUnconfirmed
          ? "You have the role of an administrator. It works once your address is confirmed."
          : "Those who run this server can give you the role."}
      </EmptyState>
    </>
  );
}

function Cards() {
  const search = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<ShownJobs>("all");
  const [name, setName] = useState("");
  useSlash(search);
  const showJobs = (kind: string) => {
    setName(kind);
    setShown("all");
    const title = document.getElementById("admin-jobs");
    title?.scrollIntoView({ block: "start" });
    title?.focus({ preventScroll: true });
  };
  return (
    <>
      <HealthCard onJobs={showJobs} />
      <UsersCard searchRef={search} />
      <div className={styles.columns}>
        <JobsCard shown={shown} onShown={setShown} name={name} onName={setName} />
        <StorageCard />
      </div>
      <AuditCard />
    </>
  );
}

/** `/` goes to the search, except while something is written. */
function useSlash(search: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const is_writing = event.target instanceof HTMLElement && event.target.closest("input, textarea, [role=dialog]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || is_writing) return;
      event.preventDefault();
      search.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [search]);
}

/** "checked 20 s ago" */
function Checked() {
  const { data } = useQuery(healthOptions());
  const [now_ms, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  if (!data) return null;
  const age_s = Math.max(0, Math.round((now_ms - Date.parse(data.checked)) / 5000) * 5);
  return <span className="caption">{age_s < 5 ? "checked now" : `checked ${age_s} s ago`}</span>;
}
