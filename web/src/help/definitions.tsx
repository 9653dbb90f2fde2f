import definitions from "virtual:definitions";
import { Link } from "react-router-dom";
import { capital } from "../format/numbers";
import type { Definition } from "./documents";
import styles from "./metric-help.module.css";
import type { MetricId } from "./metric-ids";
import { DefinitionText, metricName, sourceText } from "./metric-names";

const BY_ID = new Map<string, Definition>(definitions.map((one) => [one.id, one]));

/** The definitions of these metrics, and where they and their accuracy are explained. */
export function Definitions({ ids, name }: { ids: readonly MetricId[]; name: string }) {
  const known = ids.flatMap((id) => BY_ID.get(id) ?? []);
  return (
    <>
      {known.map((one) => (
        <div key={one.id} className={styles.item}>
          <h3>{known.length === 1 ? name : metricName(one)}</h3>
          <p>
            <DefinitionText text={one.text} />
          </p>
          <p className="small quiet">{factsOf(one)}</p>
        </div>
      ))}
      <Link to={`/about-these-numbers#${ids[0]}`} className={styles.more}>
        About these numbers
      </Link>
    </>
  );
}

/** Units that are names of other sections, or of lists of them. */
const NO_UNIT = /^(object|list.*|[A-Z][a-z]+[A-Z]\w*)$/;

/** "Unit: m; over: 10 s before, to t80; source: algorithms, section 8." */
function factsOf({ unit, window, source }: Definition): string {
  const parts = [
    ...(NO_UNIT.test(unit) ? [] : [`unit: ${unit}`]),
    ...(window === "—" ? [] : [`over: ${window}`]),
    `source: ${sourceText(source)}`,
  ];
  return capital(`${parts.join("; ")}.`);
}
