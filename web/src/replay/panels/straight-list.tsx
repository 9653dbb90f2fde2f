import { useQuery } from "@tanstack/react-query";
import { ChartSpline } from "lucide-react";
import { straightListOptions } from "../../analysis/straights/queries";
import { countText } from "../../format/numbers";
import { useUser } from "../../server/session";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import styles from "./straight-list.module.css";

/** The analyses that a track has, each a link. */
export function StraightList({ track_id }: { track_id: number }) {
  const user = useUser();
  const { data, error, refetch } = useQuery(straightListOptions(track_id));
  if (error)
    return (
      <div className={styles.line} role="alert">
        <span>The analyses of this track could not be read.</span>
        <Button kind="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!data) return <div className={styles.line} />;
  if (data.length === 0) return <div className={styles.line}>No analyses yet.</div>;
  return (
    <div className={styles.line}>
      <Menu
        align="start"
        trigger={
          <Button kind="quiet" icon={ChartSpline}>
            {countText(data.length, "analysis", "analyses")}
          </Button>
        }
        entries={data.map(({ id, name, straights, maker }) => ({
          label: [
            name ?? `Analysis ${id}`,
            countText(straights, "straight"),
            ...(maker.id === user?.id ? [] : [`by ${maker.first_name} ${maker.last_name}`]),
          ].join(", "),
          to: `/straight-analysis/${id}`,
        }))}
      />
    </div>
  );
}
