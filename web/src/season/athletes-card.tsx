import type { SeasonTeam } from "@leebow/api/contract";
import { LOSS_BASIS_TEXT } from "@leebow/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { classes } from "../components/classes";
import { Icon } from "../components/icon";
import { Select } from "../components/select";
import { useNarrow } from "../components/use-narrow";
import { Panel } from "../dashboard/panel";
import { unitName } from "../format/units";
import { AthleteItem, AthleteRow } from "./athlete-rows";
import { type Athlete, SORTS, type Sort, sorted } from "./athlete-sorts";
import styles from "./athletes-card.module.css";
import table from "./season-table.module.css";

interface AthletesCardProps {
  query: UseQueryResult<SeasonTeam>;
  /** Address of an athlete's season. */
  addressOf: (athlete: Athlete) => string;
}

/** A row for each athlete with time, tacks, median loss and its trend; the heads sort, on a phone a select does. */
export function AthletesCard({ query, addressOf }: AthletesCardProps) {
  const [sort, setSort] = useState<Sort>({ by: "time", isDescending: true });
  const narrow = useNarrow();
  const basis = query.data?.loss_basis;
  return (
    <Panel
      title="Athletes"
      counts={`Losses of tacks until the whole speed is back${basis ? `, ${LOSS_BASIS_TEXT[basis]}` : ""}; trend of the months with ten tacks. ± is half of the 90 % interval.`}
      aside={narrow && <SortSelect sort={sort} onSort={setSort} />}
      query={query}
      empty={({ athletes }) =>
        athletes.length === 0 ? "No athlete of this team has agreed to be a member yet." : null
      }
      height={320}
    >
      {({ athletes }) => {
        const rows = sorted(athletes, sort);
        const longest_s = Math.max(1, ...athletes.map(({ water_time_s }) => water_time_s));
        return (
          <>
            {narrow ? (
              <ul className={styles.items}>
                {rows.map((athlete) => (
                  <AthleteItem key={athlete.id} athlete={athlete} to={addressOf(athlete)} />
                ))}
              </ul>
            ) : (
              <div className={styles.scroll}>
                <table className={classes(table.table, styles.athletes)}>
                  <caption className="visually-hidden">Athletes</caption>
                  <Heads sort={sort} onSort={setSort} />
                  <tbody>
                    {rows.map((athlete) => (
                      <AthleteRow key={athlete.id} {...{ athlete, longest_s }} to={addressOf(athlete)} />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            <p className={styles.note}>
              An athlete sees the same figures. A trend smaller than its uncertainty is called no clear change.
            </p>
          </>
        );
      }}
    </Panel>
  );
}

interface SortProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function Heads({ sort, onSort }: SortProps) {
  return (
    <thead>
      <tr>
        {SORTS.map(({ by, title, unit, isNumber, isDescending }) => (
          <Head
            key={by}
            title={unit ? `${title}, ${unit === "m" ? unitName("m") : unit}` : title}
            isNumber={isNumber}
            sorted={sort.by === by ? (sort.isDescending ? "descending" : "ascending") : "none"}
            onSort={() => onSort({ by, isDescending: sort.by === by ? !sort.isDescending : isDescending })}
            before={
              by === "tacks" ? <td className={table.bar} /> : by === "trend" ? <th scope="col">By month</th> : null
            }
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadProps {
  title: string;
  isNumber: boolean;
  sorted: "ascending" | "descending" | "none";
  onSort: () => void;
  before: React.ReactNode;
}

const Head = ({ title, isNumber, sorted: way, onSort, before }: HeadProps) => (
  <>
    {before}
    <th scope="col" className={isNumber ? table.number : undefined} aria-sort={way}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {title}
        {way !== "none" && <Icon of={way === "descending" ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </th>
  </>
);

const SortSelect = ({ sort, onSort }: SortProps) => (
  <Select
    bare
    label="Sort the athletes by"
    className={styles.select}
    choices={SORTS.map(({ by, title }) => ({ value: by, label: title }))}
    value={sort.by}
    onChange={(by) => onSort({ by, isDescending: SORTS.find((one) => one.by === by)!.isDescending })}
  />
);
