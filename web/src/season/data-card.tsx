import { useMutation } from "@tanstack/react-query";
import { Copy, Download } from "lucide-react";
import { countText } from "../format/numbers";
import { saveFile } from "../format/save-file";
import { notify } from "../server/notices";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import styles from "./data-card.module.css";
import { fetchSeasonData } from "./queries";
import type { SeasonFilter } from "./season-filter";

/** The name that the server gives the file of these days: that of a team or of another athlete is not that of the own. */
function fileName(days: DataCardProps["days"], { team, user }: SeasonFilter): string {
  const years = new Set([...days.slice(0, 1), ...days.slice(-1)].map(({ date }) => date.slice(0, 4)));
  const of = team !== null ? [`team-${team}`] : user !== null ? [`athlete-${user}`] : [];
  return `${["leebow-season", ...of, ...years].join("-")}.parquet`;
}

/** Sessions, hours and losses of each month, or of each athlete. */
const queryOf = (name: string, isOfTeam: boolean) => {
  const [each, by] = isOfTeam ? ["athlete", "athlete"] : ["strftime(date, '%Y-%m') AS month", "month"];
  return `SELECT ${each},
       count(*) AS sessions,
       round(sum(hours), 1) AS hours,
       median(tack_loss_m) AS tack_loss
FROM '${name}'
GROUP BY ${by} ORDER BY ${by};`;
};

interface DataCardProps {
  /** Days with a session, oldest first. */
  days: readonly { date: string }[];
  sessions: number;
  filter: SeasonFilter;
}

/** The season of a person or a team as a file, and a query to begin with. */
export function DataCard({ days, sessions, filter }: DataCardProps) {
  const isOfTeam = filter.team !== null;
  const name = fileName(days, filter);
  const query = queryOf(name, isOfTeam);
  return (
    <Card title={isOfTeam ? "Data of the team" : "Your data"} className="edge">
      <div className={styles.content}>
        <div>
          <p className="secondary">
            One row for a session, with its {isOfTeam && "athlete, "}tacks, gybes and straights in lists. The file holds
            what the filters above choose.
          </p>
          <div className={styles.buttons}>
            <DownloadButton filter={filter} name={name} disabled={sessions === 0} />
            <Button icon={Copy} onClick={() => void copy(query)}>
              Open in DuckDB: copy the query
            </Button>
          </div>
          <p className="caption">
            {countText(sessions, "session")}, at most the newest 1000. Columns and units are named in the file.
          </p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by the arrow keys. */}
        <pre className={styles.code} tabIndex={0} role="region" aria-label="Query for DuckDB">
          {query}
        </pre>
      </div>
    </Card>
  );
}

function DownloadButton({ filter, name, disabled }: { filter: SeasonFilter; name: string; disabled: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile([(await fetchSeasonData(filter)) as BlobPart], "", name),
  });
  return (
    <Button icon={Download} busy={isPending} disabled={disabled} onClick={() => mutate()}>
      Season data (Parquet)
    </Button>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success("Copied to clipboard!");
  } catch {
    notify.info("This browser does not let a page copy. Select the query and copy it from the page.");
  }
}
