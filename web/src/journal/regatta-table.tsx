import type { RegattaReport } from "@leebow/api/contract";
import { Link } from "react-router-dom";
import { useUser } from "../server/session";
import { Avatar } from "../ui/avatar";
import { classes } from "../ui/classes";
import { daysText } from "./entry-text";
import styles from "./regatta-table.module.css";

/** A regatta: place, days, the results of competitors by place, links to its tracks. */
export function RegattaTable({ report }: { report: RegattaReport }) {
  const { name, start_date, end_date, finish_position, number_competitors, competitor_results, tracks } = report;
  return (
    <section className={styles.regatta} aria-label={name ?? "Regatta"}>
      <div className={styles.head}>
        <div className="grow">
          <b className={styles.name}>{name ?? "Regatta"}</b>
          <p className="caption">{daysText(start_date, end_date)}</p>
        </div>
        <p className={styles.place}>
          {finish_position !== null && <b>{finish_position}</b>}
          {number_competitors !== null && (
            <span className="small secondary">
              {finish_position === null ? `${number_competitors} competitors` : ` of ${number_competitors}`}
            </span>
          )}
        </p>
      </div>
      {competitor_results.length > 0 && <Results results={competitor_results} />}
      {tracks.length > 0 && (
        <p className={styles.tracks}>
          {tracks.map((id) => (
            <Link key={id} to={`/tracks/${id}`}>
              Track {id}
            </Link>
          ))}
        </p>
      )}
    </section>
  );
}

function Results({ results }: { results: RegattaReport["competitor_results"] }) {
  const user = useUser();
  const byPlace = [...results].sort((a, b) => a.finish_position - b.finish_position);
  return (
    <table className={styles.results}>
      <caption className="visually-hidden">Competitor results</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Place</th>
          <th scope="col">Competitor</th>
        </tr>
      </thead>
      <tbody>
        {byPlace.map((one, at) => (
          // The same name may stand there twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no state.
          <tr key={at} className={classes(one.user !== null && one.user === user?.id && "strong")}>
            <td>{one.finish_position}</td>
            <td>
              <span className="row anywhere">
                {one.user !== null && <Avatar name={one.user_name} size="small" />}
                <span>{one.user_name}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
