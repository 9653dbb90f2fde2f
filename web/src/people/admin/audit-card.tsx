import type { AuditEntry } from "@leebow/api/contract";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { failureSentence } from "../../server/failure";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Loading, Skeleton } from "../../ui/empty-state";
import { SearchField } from "../../ui/field";
import styles from "./cards.module.css";
import { auditOptions, useSaveAudit } from "./queries";
import { Pages } from "./users-card";
import { whenText } from "./when";

/** What administrators did, newest first. */
export function AuditCard() {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(auditOptions(search, page));
  const csv = useSaveAudit();
  return (
    <Card
      title="Audit"
      aside={
        <>
          <SearchField
            label="Search person or action"
            region="Audit lines"
            placeholder="Search person or action"
            value={search}
            onChange={(words) => {
              setSearch(words);
              setPage(1);
            }}
            className={styles.search}
          />
          <Button kind="quiet" icon={Download} busy={csv.isPending} onClick={() => csv.mutate(search)}>
            CSV<span className="visually-hidden"> of the audit</span>
          </Button>
        </>
      }
    >
      {!data && error && <p className={styles.nothing}>{failureSentence(error)}</p>}
      {!data && !error && (
        <Loading what="the audit" heights={[16]} className={styles.loading}>
          <Skeleton height={16} width="80%" />
        </Loading>
      )}
      {data?.count === 0 && <p className={styles.nothing}>{search ? "No line fits this search." : "No lines yet"}</p>}
      {data && data.count > 0 && <AuditTable entries={data.results} />}
      {data && data.count > data.page_size && (
        <Pages {...data} shown={data.results.length} onPage={setPage} what="the audit" />
      )}
      <p className={`small secondary ${styles.note}`}>
        Kept for 2 years. Nobody can change or delete a line, and looking at a private track of another person asks for
        a reason.
      </p>
    </Card>
  );
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">Audit</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col" className={styles.desk}>
              Did
            </th>
            <th scope="col" className={styles.desk}>
              Why
            </th>
          </tr>
        </thead>
        <tbody className={styles.audit}>
          {entries.map(({ id, at, who, did, why }) => (
            <tr key={id}>
              <td className={styles.when}>{whenText(at)}</td>
              <td>
                <b>{who}</b>
                <span className={styles.phone}>
                  {did}
                  {why && `: ${why}`}
                </span>
              </td>
              <td className={styles.desk}>{did}</td>
              <td className={`secondary ${styles.desk}`}>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
